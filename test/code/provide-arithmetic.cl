// --provide of bit operations and dot products, in OpenCL C of each standard and in SPIR-V: plain arithmetic, for any driver, and the
// instructions without it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: for s in CL1.2 CL2.0 CL3.0 CL3.1 CLC++2021; do clgroup-cc -cl-std=$s --provide=%arithmetic %s -o %t/$s.spv && spirv-dis $s.spv | FileCheck %s || exit 1; done
// RUN: clgroup-cc --driver=pocl --provide=%arithmetic %s -o x.ll && not grep -E '@_Z[0-9]+(bit|dot)' x.ll
//
// RUN: clgroup-cc %s -o own.spv && spirv-val own.spv && spirv-dis own.spv | FileCheck %s --check-prefix=OWN
// OWN-NOT: Shader
// OWN-DAG: OpExtension "SPV_KHR_bit_instructions"
// OWN-DAG: OpExtension "SPV_KHR_integer_dot_product"
// OWN: OpBitFieldSExtract
// OWN: OpBitReverse
// RUN: clgroup-cc --provide=%arithmetic own.spv -o x.spv && spirv-dis x.spv | FileCheck %s
// CHECK-NOT: OpExtension
// CHECK-NOT: {{" Import}}
// CHECK-NOT: OpBit{{Field|Reverse}}
// CHECK-NOT: Dot
//
// RUN: clgroup-cc --provide=cl_khr_extended_bit_ops %s -o x.spv && spirv-dis x.spv | FileCheck %s --check-prefix=ONE
// ONE-NOT: SPV_KHR_bit_instructions
// ONE: OpExtension "SPV_KHR_integer_dot_product"
//
// The modules have what clang's header declares: all types.
// RUN: for t in spirv32 spirv64; do \
// RUN:   llvm-nm --defined-only %data/$t.cl_khr_extended_bit_ops.bc | grep -c . | grep -x 192 && \
// RUN:   llvm-nm --defined-only %data/$t.cl_khr_integer_dot_product.bc | grep -c . | grep -x 16 || exit 1; done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void bits(global int *x, global uchar16 *v, global ulong *l) {
  x[0] = bitfield_insert(x[1], x[2], x[3], x[4]) + bitfield_extract_signed(x[5], x[6], x[7]);
  v[0] = bitfield_insert(v[1], v[2], 1, 3) + bitfield_extract_unsigned(v[3], 1, 3) + bit_reverse(v[4]);
  l[0] = bit_reverse(l[1]) + bitfield_extract_unsigned(l[2], 3, 4);
}

kernel void dots(global int *x, global char4 *c, global uchar4 *u) {
  x[0] = dot(c[0], c[1]) + dot(c[2], u[3]) + dot_acc_sat(u[4], c[5], x[1]) + dot_acc_sat(u[6], u[7], (uint)x[2]);
}
