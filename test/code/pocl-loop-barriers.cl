// clgroup-cc --driver=pocl: regular loops stay as they are, with barriers around them (lib/lower/passes/loop-barriers.c): at
// the end of the branch around the loop, of the preheader, and of the latch where an id is queried behind the loop's last barrier; one that is
// queried there and used behind the loop moves to its use. In bitcode a preheader in straight-line code, of a loop that ends with its latch and
// knows no id there, has none.
//
// RUN: for s in tree serial; do clgroup-cc --driver=pocl --strategy=$s %s -o %t.ll && FileCheck %s <%t.ll || exit 1; done
//
// In them ids ask for the dimensions, and not for sizes: PoCL 7.1 keeps notes of those in conditions, but deletes the queries (generic/rank.c).
// RUN: clgroup-cc --driver=pocl --strategy=serial %s -o %t.ll && grep -A1 'call.*get_work_dim' %t.ll | %says '= icmp {{.*}}, 1{{$}}'
//
// CHECK: kernel void @straight(
// CHECK-NOT: barrierj(i32 1){{$}}
// CHECK: {{^}}}
kernel void straight(global int *x, int n) {
  int v = x[get_global_id(0)], i = 0;
  do
    v = work_group_broadcast(v * 3, i) + work_group_reduce_add(v);
  while (++i < n);
  x[get_global_id(0)] = v;
}

// The inner loop's preheader is in the outer loop.
// CHECK: kernel void @nested(
// CHECK: br label %[[OUTER:.*]]
// CHECK: {{^}}[[OUTER]]:
// CHECK: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK-NEXT: br label %
// CHECK-NOT: barrierj(i32 1){{$}}
// CHECK: {{^}}}
kernel void nested(global int *x, int n) {
  int v = x[get_global_id(0)], i = 0;
  do {
    int k = 0;
    do
      v += work_group_reduce_add(v);
    while (++k < n);
    v += work_group_reduce_max(v);
  } while (++i < n);
  x[get_global_id(0)] = v;
}

// CHECK: kernel void @guarded(
// CHECK: [[AROUND:%.*]] = icmp {{.*}}
// CHECK-NEXT: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK-NEXT: br i1 [[AROUND]], label %[[PREHEADER:.*]], label
// CHECK: {{^}}[[PREHEADER]]:
// CHECK: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK-NEXT: br label %[[HEAD:.*]]
// CHECK: {{^}}[[HEAD]]:
// CHECK-NOT: barrierj(i32 1){{$}}
// CHECK: {{^}}}
kernel void guarded(global int *x, int n) {
  int v = x[get_global_id(0)];
  for (int i = 0; i < n; i++)
    v += work_group_reduce_add(v);
  x[get_global_id(0)] = v;
}

// CHECK: kernel void @known(
// CHECK: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK-NEXT: br label %[[HEAD:.*]]
// CHECK: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK-NEXT: br i1 {{%.*}}, label %[[HEAD]], label
// CHECK-NOT: barrierj(
kernel void known(global int *x, int n) {
  for (int i = 0; i < n || i == 0; i++)
    x[get_local_id(0)] += work_group_reduce_add(i);
}

// An id in a variable is a sum with what LLVM does not know to be zero.
// CHECK: kernel void @variable(
// CHECK: [[SIZE:%.*]] = call {{.*}}i64 @_Z14get_local_sizej(i32 0)
// CHECK-NEXT: [[ZERO:%.*]] = lshr i64 [[SIZE]], 20
// CHECK-NEXT: [[SUM:%.*]] = add i64 {{%.*}}, [[ZERO]]
// CHECK-NEXT: call {{.*}}void @_Z7barrierj(i32 1){{$}}
// CHECK: phi i64 {{.*}}[[SUM]]
kernel void variable(global ulong *x, int n) {
  ulong id = get_local_id(0);
  int i = 0;
  do {
    id = id * 5 + work_group_reduce_max(id);
  } while (++i < n);
  x[get_global_id(0)] = id;
}

// A loop without a barrier gets none.
// CHECK: kernel void @inner(
// CHECK-NOT: barrierj(i32 1){{$}}
// CHECK: {{^}}}
kernel void inner(global int *x, int n) {
  int v = work_group_reduce_add(x[get_global_id(0)]);
  for (int i = 0; i < n; i++)
    v += x[i] * v;
  x[get_global_id(0)] = work_group_broadcast(v, 0);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
