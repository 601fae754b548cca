// Straight-line calls know their halves at compile time: 0, 4, 0 behind one barrier each.
// RUN: clgroup-cc --strategy=tree %s -o - --emit=ll | FileCheck %s
// CHECK-LABEL: void @f(
// CHECK-NOT: phi
// CHECK: store i32 %{{.*}}@f.clgroup.scratch, {{(i(32|64) 0, i(32|64) 0\)|align)}}
// CHECK: barrier
// CHECK: load i32, {{.*}}@f.clgroup.scratch, {{(i(32|64) 0, i(32|64) 0\)|align)}}
// CHECK: store i32 %{{.*}}@f.clgroup.scratch, {{i(32|64) (0, i(32|64) 1|4)\)}}
// CHECK: barrier
// CHECK: load i32, {{.*}}@f.clgroup.scratch, {{i(32|64) (0, i(32|64) 1|4)\)}}
// CHECK: store i32 %{{.*}}@f.clgroup.scratch, {{(i(32|64) 0, i(32|64) 0\)|align)}}
// CHECK: barrier
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
// CHECK: [[NEXT]] = sub{{.*}} i32 1, [[TURN]]
kernel void two_halves(global int *p, int n) {
  int x = p[get_global_id(0)];
  for (int i = 0; i < n; ++i)
    x += work_group_broadcast(x, i);
  p[get_global_id(0)] = x;
}
