// --provide for SPIR-V as input: the instructions for sub-groups come as functions too, by the names that OpenCL C has for them, and none is left.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -target spir64-unknown-unknown -cl-std=CL3.0 -c -emit-llvm -Xclang -no-enable-noundef-analysis %s -o plain.bc
// RUN: llvm-spirv --spirv-max-version=1.4 --spirv-ext=+SPV_KHR_subgroup_rotate plain.bc -o plain.spv
// RUN: spirv-dis plain.spv | grep -oE 'OpGroup[A-Za-z]*|BuiltIn Sub[A-Za-z]*|BuiltIn Num[A-Za-z]*' | sort -u | wc -l | grep -x '[4-9][0-9]'
// RUN: clgroup-cc --provide=%sub_groups plain.spv -o x.spv && spirv-dis x.spv | not grep -E 'OpCapability .*Group|OpGroup|Subgroup|LinkageAttributes .*sub_group'
// RUN: clgroup-cc --driver=pocl --provide=%sub_groups plain.spv -o x.ll && not grep -E '^declare.*sub_group' x.ll
//
// A module with no other group instructions is not merely copied; and a required size of sub-groups is noticed.
// RUN: clang -DONE -target spir64-unknown-unknown -cl-std=CL3.0 -c -emit-llvm -Xclang -no-enable-noundef-analysis %s -o one.bc && llvm-spirv one.bc -o one.spv
// RUN: clgroup-cc one.spv -o copy.spv && cmp one.spv copy.spv
// RUN: clgroup-cc --provide=cl_khr_subgroups one.spv -o x.spv && spirv-dis x.spv | FileCheck %s
// CHECK-NOT: OpGroup
// CHECK: OpControlBarrier
// RUN: spirv-dis one.spv | sed 's/OpSource .*/OpSource OpenCL_CPP 100000/' >sycl.spvasm && spirv-as --target-env spv1.0 sycl.spvasm -o sycl.spv
// RUN: clgroup-cc --provide=cl_khr_subgroups sycl.spv -o x.spv && spirv-dis x.spv | not grep 'LinkageAttributes "_Z.*Import'
// RUN: spirv-dis one.spv | sed 's/^ *OpEntryPoint Kernel \(%[^ ]*\) .*/&\n OpExecutionMode \1 SubgroupSize 16/; s/.*OpCapability Groups/&\n OpCapability SubgroupDispatch/' >size.spvasm
// RUN: spirv-as --target-env spv1.1 size.spvasm -o size.spv && not clgroup-cc --provide=cl_khr_subgroups size.spv -o x.spv 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: clgroup-cc: error: kernel 'one' requires sub-groups of 16 work-items (intel_reqd_sub_group_size), and a work-group is the sub-group here
//
// The extension of work-group functions has such instructions for sub-groups too, with names of the translator's own.
// RUN: spirv-dis one.spv | sed 's/OpGroupIAdd/OpGroupBitwiseXorKHR/; s/OpGroupFAdd/OpGroupFMulKHR/; s/.*OpCapability Groups/&\n OpCapability GroupUniformArithmeticKHR\n OpExtension "SPV_KHR_uniform_group_instructions"/' >khr.spvasm
// RUN: spirv-as --target-env spv1.0 khr.spvasm -o khr.spv && spirv-dis khr.spv | grep -o 'OpGroup.*KHR' | sort -u | grep -c . | grep -x 2
// RUN: clgroup-cc --provide=cl_khr_subgroups khr.spv -o x.spv && spirv-dis x.spv | FileCheck %s
//
// Dot products and bit operations, of which llvm-spirv makes functions by names of its own, and LLVM's.
// RUN: clang -DARITHMETIC -target spir64-unknown-unknown -cl-std=CL3.0 -c -emit-llvm %s -o dot.bc
// RUN: llvm-spirv --spirv-max-version=1.4 --spirv-ext=+SPV_KHR_integer_dot_product,+SPV_KHR_bit_instructions dot.bc -o dot.spv
// RUN: spirv-dis dot.spv | grep -oE 'Op(SDot|UDot|SUDot|SDotAccSat|UDotAccSat|SUDotAccSat|BitFieldInsert|BitFieldSExtract|BitFieldUExtract|BitReverse)(KHR)? ' | sort -u | grep -c . | grep -x 10
// RUN: clgroup-cc --provide=cl_khr_extended_bit_ops,cl_khr_integer_dot_product dot.spv -o x.spv && spirv-dis x.spv | not grep -E 'Dot|OpExtension|OpBit[FR]'
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifdef ONE
kernel void one(global int *x, global float *f) {
  const size_t i = get_global_id(0);
  x[i] = sub_group_reduce_add(x[i]);
  f[i] = sub_group_scan_inclusive_add(f[i]);
}
#elif defined ARITHMETIC
kernel void dots(global int *x, global uint *u, const global char4 *c, const global uchar4 *h) {
  const size_t i = get_global_id(0);
  x[i] = dot(c[i], c[i + 1]) + dot(c[i], h[i]) + dot_acc_sat(c[i], c[i + 1], x[i]) + dot_acc_sat(c[i], h[i], x[i]);
  u[i] = dot(h[i], h[i + 1]) + dot_acc_sat(h[i], h[i + 1], u[i]);
}
kernel void bits(global int *x, global uint *u) {
  const size_t i = get_global_id(0);
  x[i] = bitfield_insert(x[i], x[i + 1], 3, 4) + bitfield_extract_signed(x[i], 3, 4);
  u[i] = bit_reverse(u[i]) + bitfield_extract_unsigned(u[i], 3, 4);
}
#else
kernel void queries(global uint *u, global uint4 *b) {
  const size_t i = get_global_id(0);
  u[i] = get_sub_group_id() + get_num_sub_groups() + get_enqueued_num_sub_groups() + get_max_sub_group_size() + get_sub_group_size();
  b[i] = get_sub_group_ge_mask() + get_sub_group_gt_mask() + get_sub_group_eq_mask() + get_sub_group_lt_mask() + get_sub_group_le_mask();
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  b[i] += get_sub_group_local_id();
}
kernel void core(global int *x, global uint *u, global char *c, global float *f, global short4 *v) {
  const size_t i = get_global_id(0);
  x[i] = sub_group_reduce_add(x[i]) + sub_group_reduce_max(x[i]) + sub_group_scan_inclusive_min(x[i]) + sub_group_all(x[i]) + sub_group_any(x[i]);
  u[i] = sub_group_reduce_max(u[i]) + sub_group_scan_exclusive_min(u[i]) + sub_group_broadcast(u[i], 1);
  c[i] = sub_group_reduce_max(c[i]) + sub_group_scan_exclusive_min(c[i]) + sub_group_broadcast(c[i], 1);
  f[i] = sub_group_reduce_max(f[i]) + sub_group_scan_exclusive_min(f[i]) + sub_group_reduce_add(f[i]);
  v[i] = sub_group_broadcast(v[i], 2);
}
kernel void exchanges(global uint *u, global char *c, global float *f) {
  const size_t i = get_global_id(0);
  u[i] = sub_group_shuffle_up(u[i], 1) + sub_group_shuffle_down(u[i], 1) + sub_group_shuffle(u[i], 1) + sub_group_shuffle_xor(u[i], 1);
  c[i] = sub_group_shuffle(c[i], 2) + sub_group_rotate(c[i], 3) + sub_group_clustered_rotate(c[i], 3, 4);
  f[i] = sub_group_shuffle(f[i], 2) + sub_group_rotate(f[i], 3);
}
kernel void of_a_part(global int *x, global uint *u, global float *f, global uint4 *b) {
  const size_t i = get_global_id(0);
  f[i] = sub_group_non_uniform_reduce_add(f[i]) + sub_group_non_uniform_scan_inclusive_mul(f[i]) + sub_group_non_uniform_reduce_max(f[i]);
  x[i] = sub_group_non_uniform_all(x[i]) + sub_group_non_uniform_any(x[i]) + sub_group_non_uniform_all_equal(x[i]) + sub_group_elect() +
         sub_group_non_uniform_reduce_logical_or(x[i]) + sub_group_non_uniform_reduce_and(x[i]) + sub_group_non_uniform_scan_exclusive_max(x[i]) +
         sub_group_broadcast_first(x[i]) + sub_group_non_uniform_broadcast(x[i], 4);
  u[i] = sub_group_ballot_bit_count(b[i]) + sub_group_ballot_find_lsb(b[i]) + sub_group_ballot_find_msb(b[i]) +
         sub_group_ballot_inclusive_scan(b[i]) + sub_group_ballot_exclusive_scan(b[i]) + sub_group_inverse_ballot(b[i]) +
         sub_group_ballot_bit_extract(b[i], 3) + sub_group_clustered_reduce_max(u[i], 4);
  b[i] = sub_group_ballot(x[i]);
}
#endif
