# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# One entry per target, the only list of them:
#   clgroup_target(NAME TRIPLE PARENT POINTER-BITS DEFAULT-STRATEGY [OUTPUTS KIND...] [STRATEGIES NAME...] [ARCHITECTURE NAME]
#                  [WORK-GROUP N] [UNIFORM] [LIBCLC FILE...] [CLANG OPTION...])
# Its folder is targets/NAME where it differs from its parent, whose folder is targets/PARENT; both come before generic/.
# The default strategy is what --strategy=auto means: one that is right on every device of the target.
#
#   OUTPUTS       what clgroup-cc writes for it, the default first: spv (the default), ptx, s (assembly) or hsaco (an executable for
#                 AMD's drivers). Targets without spv have no SPIR-V modules, and the built-in functions of OpenCL C that their folder
#                 defines (*.cl, *.ll) are a library of their own, NAME.builtins.bc
#   STRATEGIES    the libraries that are made (all)
#   ARCHITECTURE  what -march= is by default; REQUIRED: it must be given
#   WORK-GROUP    the most work-items that a kernel without reqd_work_group_size is launched with, unless an option says more
#   UNIFORM       all work-groups of a launch have the same size, on any device
#   LIBCLC        the names of the file of LLVM's libclc that has OpenCL C's other built-in functions for it, in one version or another
#   CLANG         options for sources: what clang does not know of the target
clgroup_target(spirv64 spir64-unknown-unknown spirv 64 tree)
clgroup_target(spirv32 spir-unknown-unknown spirv 32 tree)
set(_names "-D__opencl_c_work_group_collective_functions=1")
foreach(_feature cl_khr_subgroups __opencl_c_subgroups cl_khr_subgroup_ballot cl_khr_subgroup_clustered_reduce cl_khr_subgroup_extended_types
        cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_non_uniform_vote cl_khr_subgroup_rotate cl_khr_subgroup_shuffle
        cl_khr_subgroup_shuffle_relative __opencl_c_atomic_order_acq_rel __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device
        __opencl_c_atomic_scope_all_devices cl_khr_extended_bit_ops cl_khr_integer_dot_product __opencl_c_integer_dot_product_input_4x8bit
        __opencl_c_integer_dot_product_input_4x8bit_packed cl_ext_float_atomics __opencl_c_ext_fp32_global_atomic_add
        __opencl_c_ext_fp32_local_atomic_add __opencl_c_ext_fp32_global_atomic_min_max __opencl_c_ext_fp32_local_atomic_min_max
        __opencl_c_ext_fp64_global_atomic_add __opencl_c_ext_fp64_local_atomic_add __opencl_c_ext_fp64_global_atomic_min_max
        __opencl_c_ext_fp64_local_atomic_min_max)
  list(APPEND _names "-D${_feature}=1")
endforeach()
set(_types -Xclang "-cl-ext=+cl_khr_fp16,+cl_khr_fp64,+__opencl_c_fp64,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+__opencl_c_generic_address_space,\
+__opencl_c_program_scope_global_variables")
clgroup_target(nvptx64 nvptx64-nvidia-cuda nvptx 64 subgroup OUTPUTS ptx STRATEGIES subgroup tree ARCHITECTURE sm_75 WORK-GROUP 1024 UNIFORM
               LIBCLC nvptx64--nvidiacl.bc
               CLANG ${_names} ${_types})
clgroup_target(amdgcn amdgcn-amd-amdhsa amd 64 subgroup OUTPUTS hsaco s STRATEGIES subgroup tree ARCHITECTURE REQUIRED WORK-GROUP 256
               LIBCLC amdgcn--amdhsa.bc amdgcn-amd-amdhsa.bc
               CLANG ${_names} ${_types})
