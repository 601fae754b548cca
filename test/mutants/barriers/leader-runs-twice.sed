# Rank 0 leads in work-groups whose size is 1 in x too, where PoCL runs its pass twice.
# No fixed test notices it.
# file: generic/rank.h
# strategy: serial
# way: cc
# filter: pocl-scan-1xN.cl
# judge: pocl
s/is_last = may_peel && get_local_size(0) == 1;/is_last = 0;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
