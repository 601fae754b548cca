// Helpers that call a work-group function and that no kernel calls are left out, whatever else there is of them: recursion, an
// attribute that keeps them, a note on them, callers that no kernel calls either. What kernels call is there, and so is what calls
// no work-group function.
//
// RUN: for o in -O0 -O2; do clgroup-cc $o %s -o %t.spv && spirv-val %t.spv || exit 1; done
// RUN: clgroup-cc -O0 -DMORE %s -o %t.ll && FileCheck %s --check-prefixes=CHECK,MORE --implicit-check-not='@unused' < %t.ll
// RUN: clgroup-cc -O0 -DMORE -DALONE %s -o %t.ll && FileCheck %s --implicit-check-not='@unused' --implicit-check-not=barrier < %t.ll
//
// CHECK-DAG: @llvm{{.*}}used = appending{{.*}}@kept{{.*}}section "llvm.metadata"
// CHECK-DAG: define {{.*}} @kept(
// CHECK-DAG: define {{.*}}spir_kernel void @none(
// MORE-DAG: define {{.*}}spir_kernel void @some(

int unused(int x) { return work_group_reduce_add(x); }
int unused_caller(int x) { return unused(x) + 1; }
int unused_b(int x);
int unused_a(int x) { return x ? unused_b(work_group_any(x)) : 0; }
int unused_b(int x) { return unused_a(x) + 1; }
#ifdef MORE // llvm-spirv takes no such attributes
__attribute__((used)) int kept(int x) { return x + 1; }
__attribute__((used)) int unused_used(int x) { return work_group_scan_inclusive_add(x); }
__attribute__((used, annotate("note"))) static int unused_note(int x) { return unused(x); }
#endif
kernel void none(global int *p) { *p = 1; }
#ifndef ALONE
kernel void some(global int *p) { *p = work_group_all(*p); }
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
