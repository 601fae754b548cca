// A variable that only a leader sets, and that all pass, to functions of the program too: no attribute may say that it is defined, or LLVM
// would conclude that the leader's branch is always taken. In C++ for OpenCL it is the same.
//
// RUN: for t in '--target=spirv64' '--target=spirv64 --strategy=serial' '--target=nvptx64 -march=sm_80' '--target=amdgcn -march=gfx90a'; do for o in '' '-O0' '-O3' '-cl-std=CLC++2021'; do clgroup-cc $t $o --emit=ll %s -o %t.ll && FileCheck %s <%t.ll && not grep 'call.*noundef.*work_group' %t.ll || exit 1; done; done
// RUN: clgroup-cc --compile-only %s -o %t.bc && llvm-dis %t.bc -o - | not grep -w noundef
//
// The atomic is behind a branch.
// CHECK: define {{.*}}@k(
// CHECK: br i1
// CHECK: {{atomicrmw add|call .*atomic_add}}
static int pass(int x) {
  return work_group_broadcast(x, 0);
}
kernel void k(global int *counter, global int *out) {
  int x;
  bool is_set;
  if (get_local_id(0) == 0) {
    x = atomic_add((volatile global int *)counter, 1);
    is_set = x > 5;
  }
  out[get_global_id(0)] = pass(x) + work_group_any(is_set);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
