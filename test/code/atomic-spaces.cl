// Calls of functions for generic pointers are of those for the address space that the pointer is known to be in: Intel's CPU runtime has no
// atomics for generic ones. A compare-and-exchange of floating point, at which llvm-spirv 15 aborts, an exchange and a store, which that
// runtime lacks for doubles, are those of integers; a weak one is strong, since llvm-spirv 19 makes invalid SPIR-V of it. A sum
// of floating point (cl_ext_float_atomics) needs an extension, which is declared.
//
// RUN: for s in CL2.0 CL3.0; do clgroup-cc -cl-std=$s %s -o %t.spv && spirv-val %t.spv && spirv-dis %t.spv -o %t.txt && FileCheck %s <%t.txt || exit 1; done
// CHECK-NOT: GenericPointer
// CHECK: OpExtension "SPV_EXT_shader_atomic_float_add"
// CHECK-NOT: Generic
// CHECK: OpAtomicIAdd
// CHECK: OpAtomicIAdd
// CHECK: OpAtomicCompareExchange %uint
// CHECK: OpAtomicCompareExchange %ulong
// CHECK: OpAtomicCompareExchange %uint
// CHECK: %[[OLD:.*]] = OpAtomicExchange %ulong
// CHECK: OpBitcast %double %[[OLD]]
// CHECK: OpAtomicStore
// CHECK-SAME: %[[BITS:[^ ]*]]{{$}}
// CHECK: OpAtomicFAddEXT
// CHECK-NOT: Generic
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
kernel void k(global atomic_int *a, local atomic_uint *b, global atomic_float *c, global atomic_double *d, global int *o, float f) {
  double e = 1;
  o[0] = atomic_fetch_add(a, 3);
  o[1] = atomic_fetch_add_explicit(&b[o[5]], 3, memory_order_relaxed);
  o[2] = atomic_compare_exchange_strong(c, &f, 2.0f);
  o[3] = atomic_compare_exchange_strong_explicit(d, &e, 2.0, memory_order_relaxed, memory_order_relaxed);
  uint g = 1;
  o[4] = atomic_compare_exchange_weak_explicit(b, &g, 2u, memory_order_relaxed, memory_order_relaxed);
  o[5] = atomic_exchange(d, e);
  atomic_store(d, e);
  atomic_fetch_add(c, f);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
