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

// In a loop a register says which half is next.
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

// Of strategy serial a call in a loop begins with a barrier, and always has the half that the call in front of the loop had; the call behind it
// has the other one.
// RUN: clgroup-cc --strategy=serial --max-work-group-size=2048 %s -o - --emit=ll | FileCheck %s --check-prefix=SERIAL
// SERIAL-LABEL: void @around(
// SERIAL-NOT: {{2048|8192}}
// SERIAL: phi i32
// SERIAL-NOT: {{2048|8192}}
// SERIAL: call {{.*}}barrierj(i32 1){{$}}
// SERIAL-NOT: {{2048|8192}}
// SERIAL: store i32
// SERIAL-NEXT: call {{.*}}barrier
// SERIAL-NOT: {{2048|8192}}
// SERIAL: br i1
// SERIAL: {{2048|8192}}
#include <clgroup/work_group_shuffle.h>
kernel void __attribute__((reqd_work_group_size(2048, 1, 1))) around(global int *p, int n) {
  int x = clgroup_work_group_shuffle(p[get_global_id(0)], 0);
  for (int i = 0; i < n; ++i)
    x += clgroup_work_group_shuffle(x, i);
  p[get_global_id(0)] = clgroup_work_group_shuffle(x, 1);
}
