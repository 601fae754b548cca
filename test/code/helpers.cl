// Calls in helper functions, shared by kernels, and in a kernel that another calls: each kernel has a copy of its own and
// scratch of its own; helpers leave nothing behind.
//
// RUN: clgroup-cc --strategy=tree -O0 %s -o %t.O0.ll && FileCheck %s < %t.O0.ll
// RUN: clgroup-cc --strategy=tree -g %s -o %t.g.ll && FileCheck %s < %t.g.ll
// RUN: clgroup-cc --strategy=tree %s -o %t.ll && FileCheck %s < %t.ll
// CHECK-DAG: @one.clgroup.scratch
// CHECK-DAG: @two.clgroup.scratch
// CHECK-DAG: @outer.clgroup.scratch
// CHECK-DAG: @outermost.clgroup.scratch
// CHECK-NOT: @helper
// CHECK-NOT: .clgroup.body
// CHECK: define {{.*}}spir_kernel void @one(
// CHECK-COUNT-2: @_Z7barrierj
// CHECK: define {{.*}}spir_kernel void @two(
// CHECK-COUNT-2: @_Z7barrierj
// CHECK: define {{.*}}spir_kernel void @outer(
// CHECK-COUNT-2: @_Z7barrierj
// CHECK: define {{.*}}spir_kernel void @outermost(
// CHECK-COUNT-5: @_Z7barrierj
int helper(int x) { return work_group_scan_inclusive_add(x); }
static int deeper(int x) { return helper(x + 1); }
int __attribute__((noinline)) unused(int x) { return work_group_any(x); }
kernel void one(global int *p) { p[get_global_id(0)] = helper(p[get_global_id(0)]); }
kernel void two(global int *p) { p[get_global_id(0)] = deeper(p[get_global_id(0)]); }
kernel void outer(global int *p) { two(p); }
kernel void outermost(global int *p, global int *q) { outer(p); barrier(CLK_GLOBAL_MEM_FENCE); outer(q); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
