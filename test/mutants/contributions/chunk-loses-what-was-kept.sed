# Each chunk of a larger work-group begins with rank 0's operand alone.
# file: generic/work_group/chunks/exchange.inc
# strategy: tree
# filter: scan_*_add/int/*
# options: --limit 7 --max-size 1024
# judge: intel rusticl nvptx64
s/kept\[0\] = all;//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
