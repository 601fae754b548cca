// A vote's result is masked, so that PoCL's compiler knows that it is 0 or 1 (generic/work_group/serial/vote.inc).
//
// RUN: clgroup-cc --driver=pocl --strategy=serial %s -o %t.ll
// RUN: FileCheck %s <%t.ll

// CHECK: define {{.*}}@vote(
// CHECK: %[[RESULT:.*]] = load i32, {{.*}} addrspace(3)
// CHECK-NEXT: and i32 %[[RESULT]], 1
kernel void vote(global int *x) {
  for (int k = 0; k < 64; k++)
    x[get_global_id(0)] = work_group_any(x[get_global_id(0)]) != 0;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
