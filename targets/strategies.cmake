# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One line per strategy, the only list of them:
#   clgroup_strategy(NAME SPIRV-VERSION NEEDS INSTEAD)
# SPIRV-VERSION is what its modules need. NEEDS: `shuffles`, an extension for shuffles in sub-groups (cl_khr_subgroup_shuffle), or
# `nothing`. INSTEAD replaces the strategy on devices that lack that, and with drivers whose linker fails on its modules.
clgroup_strategy(subgroup 1.3 shuffles tree) # 1.3 brought shuffles
clgroup_strategy(vector 1.3 shuffles tree)
clgroup_strategy(tree 1.0 nothing tree)
clgroup_strategy(serial 1.0 nothing tree)
