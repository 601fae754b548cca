# A tile combines the value of higher ranks with that of lower ranks.
# file: include/clgroup/operator.h
# way: scans
# strategy: subgroup
# filter: product.matrix.tile_*
# judge: nvptx64
/tile_scan_/,/^}/s/(__other, __x)/(__x, __other)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
