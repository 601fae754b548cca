// A sum of half stores words of 4 bytes: both halves of the scratch begin at a multiple of that, for an odd number of work-items too.
// RUN: clgroup-cc --target=amdgcn -march=gfx90a --max-work-group-size=255 %s --emit=ll -o %t.ll && FileCheck %s <%t.ll
// CHECK-NOT: scratch2
// CHECK: @twice.clgroup.scratch4 = internal addrspace(3) global [702 x i32]
// CHECK-NOT: scratch2
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void twice(global half *x) {
  const half sum = work_group_reduce_add(x[get_global_id(0)]);
  x[get_global_id(0)] = work_group_reduce_add(sum * x[get_global_id(0)]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
