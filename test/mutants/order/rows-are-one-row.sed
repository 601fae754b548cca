# On AMD's GPUs a step of up to 8 lanes takes what is in front of the 16 lanes for another member's value.
# file: include/clgroup/operator.h
# way: scans
# strategy: subgroup
# filter: product.matrix.tile_*
# judge: amdgcn
s/(__rank & 15) >= __step/__rank >= __step/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
