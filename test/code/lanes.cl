// Where a work-group is a sub-group: a lane that rises or falls with the own one by one is loaded at an address that is made
// of the own lane last, so that a driver loads vectors (generic/work_group/shuffle.inc, clgroup_slope in lib/lower/ir).
//
// RUN: clgroup-cc --driver=pocl --strategy=serial --device-max-work-group-size=128 --provide=%sub_groups %s -o %t.ll
// RUN: FileCheck %s <%t.ll

// CHECK: define {{.*}}@falls(
// CHECK: store i32 {{.*}} addrspace(3)
// CHECK-NOT: store
// CHECK: @_Z7barrierj(
// CHECK: sub {{.*}}i64 0,
// CHECK-NEXT: getelementptr
// CHECK-NEXT: load i32
kernel void falls(global int *x) {
  x[get_global_id(0)] = sub_group_shuffle(x[get_global_id(0)], get_sub_group_size() - 1 - get_sub_group_local_id());
}

// Stored twice, so that no lane is compared with the size.
// CHECK: define {{.*}}@rises(
// CHECK-COUNT-2: store i32 {{.*}} addrspace(3)
// CHECK: @_Z7barrierj(
// CHECK-NOT: icmp ult i32 {{.*}}, 128
// CHECK: {{^}}}
kernel void rises(global int *x, uint by) {
  x[get_global_id(0)] = sub_group_shuffle(x[get_global_id(0)], by + (uint)get_local_id(0));
}

// CHECK: define {{.*}}@turns(
// CHECK-COUNT-2: store i32 {{.*}} addrspace(3)
// CHECK: @_Z7barrierj(
// CHECK: {{^}}}
kernel void turns(global int *x, int by) {
  x[get_global_id(0)] = sub_group_rotate(x[get_global_id(0)], by);
}

// In a loop the value may have been loaded from there.
// CHECK: define {{.*}}@turns_in_loop(
// CHECK: store i32 {{.*}} addrspace(3)
// CHECK-NOT: store i32 {{.*}} addrspace(3)
// CHECK: load {{.*}}i32, {{.*}} addrspace(3)
// CHECK: {{^}}}
kernel void turns_in_loop(global int *x, int n) {
  int v = x[get_global_id(0)];
  for (int k = 0; k < n; k++)
    v += sub_group_rotate(v, k);
  x[get_global_id(0)] = v;
}

// These neither rise nor fall: the lane itself is bounded, and added alone.
// CHECK: define {{.*}}@others(
// CHECK-COUNT-3: umin.i32({{.*}}127
// CHECK-NOT: sub {{.*}}i64 0,
// CHECK: {{^}}}
kernel void others(global int *x, global uint *lanes) {
  const uint lane = get_sub_group_local_id();
  const size_t i = get_global_id(0);
  x[i] = sub_group_shuffle(x[i], lanes[i]) + sub_group_shuffle(x[i], 2 * lane) + sub_group_shuffle(x[i], lane ^ 3);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
