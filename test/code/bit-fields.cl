// cl_khr_extended_bit_ops are instructions of SPV_KHR_bit_instructions, and two other extensions of one of SPIR-V; what LLVM recognizes as bit_reverse, on any device, is not.
//
// RUN: clgroup-cc -cl-std=CL3.0 -DBITS %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv | FileCheck %s
// CHECK-NOT: Shader
// CHECK-DAG: OpExtension "SPV_KHR_bit_instructions"
// CHECK-DAG: OpExtension "SPV_KHR_integer_dot_product"
// CHECK-DAG: OpExtension "SPV_KHR_subgroup_rotate"
// CHECK: OpBitFieldInsert
// CHECK: OpBitReverse
//
// RUN: clgroup-cc -cl-std=CL3.0 %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: OpExtension
// PLAIN-NOT: OpBitReverse
kernel void k(global uint *o, uint a) {
#ifdef BITS
  a = bitfield_insert(a, o[1], a, 3u) + bit_reverse(a);
  a += dot_acc_sat(as_char4(a), as_char4(o[2]), 3) + sub_group_rotate(a, 1);
#endif
  a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
  a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
  a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
  a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
  o[0] = a >> 16 | a << 16;
  if (a)
    o[2] = 1;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
