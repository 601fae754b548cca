# The last work-item of each chunk stores nothing.
# file: generic/work_group/chunks/layout.h
# strategy: tree
# filter: reduce_*/int/*
# options: --limit 7 --max-size 1024
# judge: rusticl nvptx64
s/(item) < (length)/(item) < (length) - 1/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
