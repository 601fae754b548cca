# A wide tile is combined with the sub-groups of the next one.
# file: include/clgroup/operator_wide.h
# strategy: subgroup
# way: scans
# judge: nvptx64
# filter: add.uint.tile_*
s/__radix = min(__size, __of_tile \/ __step)/__radix = __size/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
