# A fold takes LLVM's word that DPP leaves the pad where a lane has no work-item.
# file: targets/amdgcn/primitives.h
# strategy: subgroup
# filter: reduce_*/int/*
# judge: amdgcn
s/clgroup_update_dpp(0, x ^ pad, control, 0xf, 0xf, true) ^ pad/clgroup_update_dpp(pad, x, control, 0xf, 0xf, false)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
