// Where there is no room for memory of their own, straight-line calls know their halves at compile time: the first, the second, the first,
// behind one barrier each.
// RUN: clgroup-cc --strategy=tree --max-work-group-size=2048 %s -o - --emit=ll | FileCheck %s
// CHECK-LABEL: void @f(
// CHECK-NOT: phi
// CHECK: getelementptr {{.*}}@f.clgroup.scratch4, {{(i(32|64) 0, i(32|64) 0\)|i(32|64) %)}}
// CHECK: barrier
// CHECK: load volatile i32, {{.*}}@f.clgroup.scratch4, {{(i(32|64) 0, i(32|64) 0\)|align)}}
// CHECK: @f.clgroup.scratch4, {{i(32|64) (0, i(32|64) 2048|2048|8192|1024)\)}}
// CHECK: barrier
// CHECK: load volatile i32, {{.*}}@f.clgroup.scratch4, {{i(32|64) (0, i(32|64) 2049|2049|8196)\)}}
// CHECK: barrier
// CHECK: load volatile i32, {{.*}}@f.clgroup.scratch4, {{i(32|64) (0, i(32|64) 2|2|8|1)\)}}
// CHECK-NOT: call {{.*}}barrier
kernel void f(global int *p) {
  int x = p[get_global_id(0)];
  x += work_group_broadcast(x, 0);
  x += work_group_broadcast(x, 1);
  x += work_group_broadcast(x, 2);
  p[get_global_id(0)] = x;
}

// In a loop the turn goes round in a register.
// CHECK-LABEL: void @two_halves(
// CHECK: [[TURN:%[a-z.0-9]+]] = phi i32 [ 0, {{.*}} ], [ [[NEXT:%[0-9]+]], {{.*}} ]
// CHECK: [[NEXT]] = sub{{.*}} i32 2048, [[TURN]]
kernel void two_halves(global int *p, int n) {
  int x = p[get_global_id(0)];
  for (int i = 0; i < n; ++i)
    x += work_group_broadcast(x, i);
  p[get_global_id(0)] = x;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
