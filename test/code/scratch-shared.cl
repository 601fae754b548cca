// Where the scratch of all element sizes would be more than 48 KiB, the widest elements' halves serve all.
//
// RUN: clgroup-cc --strategy=tree --max-work-group-size=1024 %s -o %t.ll && grep -o '@f.clgroup.scratch. = .*' %t.ll | FileCheck %s --check-prefix=OWN
// RUN: clgroup-cc --strategy=tree --max-work-group-size=4096 %s -o %t.ll && grep -o '@f.clgroup.scratch. = .*' %t.ll \
// RUN:   | %says 'scratch8 = internal addrspace(3) global [8192 x i64]' --implicit-check-not=scratch4
// OWN-DAG: scratch8 = internal addrspace(3) global [2048 x i64]
// OWN-DAG: scratch4 = internal addrspace(3) global [2048 x i32]
kernel void f(global int *p, global long *q, int n) {
  const size_t i = get_global_id(0);
  for (int turn = 0; turn < n; turn++) { // elsewhere a call has memory of its own
    p[i] += work_group_broadcast(p[i], 1);
    q[i] += work_group_broadcast(q[i], 1);
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
