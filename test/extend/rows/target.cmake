clgroup_target(spirv64b spir64-unknown-unknown spirv 64 serial)
