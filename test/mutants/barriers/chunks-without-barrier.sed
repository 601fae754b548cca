# Rank 0 combines a chunk before all have stored.
# file: generic/work_group/chunks/exchange.inc
# strategy: tree
# filter: scan_*_add/int/*
# options: --limit 7 --max-size 1024
/kept\[item\] = x/{n;s/clgroup_barrier();//}
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
