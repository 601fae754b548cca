# The sum of a tile is taken from its last lane, though it may not be there.
# file: include/clgroup/operator_common.h
# way: scans
# strategy: subgroup
# filter: maps1.maps1.tile_32
# judge: nvptx64
s/return min(__last, __end - 1)/return __last/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
