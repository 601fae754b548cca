# Without sub-groups the work-group combines the value of higher ranks with that of lower ranks.
# file: include/clgroup/operator.h
# way: scans
# strategy: tree
# filter: maps1.maps1.*
# judge: pocl
/tile_scan_/,/^}/s/(__other, __x)/(__x, __other)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
