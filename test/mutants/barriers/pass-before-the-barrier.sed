# Rank 0 makes its pass before the others have stored.
# file: generic/work_group/serial/scan.inc
# strategy: serial
# filter: scan_*/int/*
/CLGROUP_ITEM_OF(x)/,/clgroup_leads/ s/clgroup_barrier();//
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
