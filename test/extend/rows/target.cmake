# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
clgroup_target(spirv64b spir64-unknown-unknown spirv 64 serial)
