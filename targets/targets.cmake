# One line per target, the only list of them:
#   clgroup_target(NAME TRIPLE PARENT POINTER-BITS DEFAULT-STRATEGY)
# Its folder is targets/NAME where it differs from its parent, whose folder is targets/PARENT; both come before generic/.
# The default strategy is what --strategy=auto means: one that is right on every device of the target.
clgroup_target(spirv64 spir64-unknown-unknown spirv 64 tree)
clgroup_target(spirv32 spir-unknown-unknown spirv 32 tree)
