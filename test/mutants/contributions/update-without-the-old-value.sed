# A reduce with an update returns the sum of the group alone.
# file: include/clgroup/cooperative_groups/updates.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: atomic/bit_or*
s/return __op(__update_once(__group, __at, __total, __op), __total);/__update_once(__group, __at, __total, __op); return __total;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
