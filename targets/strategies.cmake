# One line per strategy, the only list of them:
#   clgroup_strategy(NAME SPIRV-VERSION NEEDS INSTEAD)
# SPIRV-VERSION is what its modules need. NEEDS: `shuffles`, an extension for shuffles in sub-groups (cl_khr_subgroup_shuffle), or
# `nothing`. INSTEAD is the strategy that devices get which lack that, and which drivers get whose linker fails with this one.
clgroup_strategy(subgroup 1.3 shuffles tree) # 1.3 brought shuffles
clgroup_strategy(tree 1.0 nothing tree)
clgroup_strategy(serial 1.0 nothing tree)
clgroup_strategy(scalar 1.0 nothing tree)
