// --provide: functions that the device lacks are declared, by all standards that have them, whatever -cl-ext says, and are made of work-group
// functions: none is left to the driver. clang declares those of each name of the table.
// RUN: for s in CL2.0 CL3.0 CL3.1 CLC++1.0 CLC++2021; do for e in +cl_khr_fp64 -all -cl_khr_subgroups; do \
// RUN:   clgroup-cc -Werror --provide=%sub_groups -cl-std=$s -cl-ext=$e %s -o %t.spv || exit 1; \
// RUN:   spirv-dis --raw-id %t.spv | grep -v 'OpName' | not grep -E 'OpCapability .*Group|ub_group|OpGroup' || exit 1; done; done
// RUN: clgroup-cc --driver=pocl --provide=%sub_groups %s -o %t.ll && not grep -E '^declare.*sub_group|sub_group[^(]*[(].*[{]' %t.ll

// What is not called costs nothing, and a kernel without such calls is as it is without the option.
// RUN: clgroup-cc --provide=%sub_groups -DPLAIN %s -o %t.with.ll && clgroup-cc -DPLAIN %s -o %t.without.ll && diff %t.with.ll %t.without.ll

// A gather is one barrier: so is each of these.
// RUN: clgroup-cc --provide=%sub_groups --device-max-work-group-size=128 -DONE %s -o %t.ll && FileCheck %s --check-prefix=ONE <%t.ll
// ONE-LABEL: spir_kernel void @rotate(
// ONE-COUNT-1: call spir_func void @_Z7barrierj(
// ONE-NOT: barrier
// ONE: ret void

// A demand for sub-groups of a size is fulfilled by a work-group of that size, or the program is refused.
// RUN: clgroup-cc --provide=%sub_groups -DSIZE=8 %s -o %t.ll && not grep intel_reqd_sub_group_size %t.ll
// RUN: not clgroup-cc --provide=%sub_groups -DSIZE=16 %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: clgroup-cc: error: kernel 'asks' requires sub-groups of 16 work-items (intel_reqd_sub_group_size), and a work-group is the sub-group here: give it a reqd_work_group_size of as many

// A function for types that it does not take.
// RUN: echo 'int4 __attribute__((overloadable)) sub_group_shuffle(int4 x, uint lane); kernel void k(global int4 *x) { *x = sub_group_shuffle(*x, 0); }' >%t.other.cl
// RUN: not clgroup-cc --provide=%sub_groups %t.other.cl -o %t.ll 2>&1 | FileCheck %s --check-prefix=TYPES
// TYPES: clgroup-cc: error: function 'sub_group_shuffle' (_Z17sub_group_shuffleDv4_ij) is not provided for these types

// Strategies that need the device's own sub-groups.
// RUN: for s in subgroup vector subgroup,scan_*=serial; do not clgroup-cc --provide=cl_khr_subgroups --strategy=$s %s -o %t.ll 2>&1 | FileCheck %s --check-prefix=STRATEGY || exit 1; done
// STRATEGY: clgroup-cc: error: strategy {{(subgroup|vector).*}} works by sub-groups of the device, which is to be provided with them: use tree or serial

// Unknown names.
// RUN: for n in nothing cl_khr_subgroups,nothing nothing,cl_khr_subgroups ,cl_khr_subgroups; do (clgroup-cc --provide=$n %s -o %t.ll 2>&1; test $? = 2) | FileCheck %s --check-prefix=NONE || exit 1; done
// NONE: clgroup-cc: error: clgroup provides no '{{(nothing)?}}': use the name of an extension, such as cl_khr_subgroups, or opencl_c_3.1 (--provide)
// RUN: not %lower provide=nothing -- %t.ll 2>&1 | %says "clgroup provides no 'nothing'"

// GPU targets have all of them in any case.
// RUN: clgroup-cc --target=nvptx64 --provide=opencl_c_3.1 %s -o %t.ptx
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef ONE
kernel void rotate(global int *x) {
  x[get_global_id(0)] = sub_group_rotate(x[get_global_id(0)], 5);
}
#elif defined PLAIN
kernel void plain(global int *x) {
  x[get_global_id(0)] = work_group_reduce_add(x[get_global_id(0)]);
}
#elif defined SIZE
__attribute__((reqd_work_group_size(4, 2, 1), intel_reqd_sub_group_size(SIZE))) kernel void asks(global int *x) {
  x[get_global_id(0)] = sub_group_reduce_add(x[get_global_id(0)]);
}
#else
#if !defined cl_khr_subgroups || !defined cl_khr_subgroup_rotate || !defined __opencl_c_subgroups
#error a macro is missing
#endif
kernel void all_families(global int *x, global char *c, global float *f, global uint4 *b, global short4 *v) {
  const size_t i = get_global_id(0);
  x[i] = sub_group_reduce_add(x[i]) + sub_group_shuffle_xor(x[i], 1) + (int)(get_sub_group_size() + get_sub_group_local_id());
  x[i] += (int)(get_max_sub_group_size() + get_num_sub_groups() + get_enqueued_num_sub_groups() + get_sub_group_id());
  c[i] = sub_group_scan_exclusive_min(c[i]) + sub_group_rotate(c[i], 3) + sub_group_clustered_rotate(c[i], 3, 4);
  c[i] += sub_group_shuffle_up(c[i], 1) + sub_group_shuffle_down(c[i], 1) + sub_group_shuffle(c[i], 1);
  f[i] = sub_group_clustered_reduce_add(f[i], 8) + sub_group_broadcast(f[i], 3) + sub_group_reduce_mul(f[i]);
  f[i] += sub_group_non_uniform_scan_inclusive_max(f[i]) + sub_group_broadcast_first(f[i]);
  b[i] = sub_group_ballot(x[i] > 3) & get_sub_group_ge_mask();
  v[i] = sub_group_broadcast(v[i], 2) + sub_group_non_uniform_broadcast(v[i], 3);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  x[i] += sub_group_elect() + sub_group_all(x[i]) + sub_group_non_uniform_all_equal(x[i]) + sub_group_reduce_logical_xor(x[i]);
}
#endif
