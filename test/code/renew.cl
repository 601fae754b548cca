// Strategy serial, bitcode: what follows from a work-item's ids is computed anew behind a barrier (lib/lower/renew.h).
//
// RUN: clgroup-cc --strategy=serial %s -o %t.ll
// RUN: FileCheck %s <%t.ll
//
// SPIR-V, the other strategies and code that is not optimised stay as they are.
// RUN: clgroup-cc --strategy=serial %s -o %t.spv
// RUN: clgroup-cc --strategy=tree %s -o %t.tree.ll
// RUN: clgroup-cc --strategy=serial -cl-opt-disable %s -o %t.O0.ll
// RUN: cat %t.spv %t.tree.ll %t.O0.ll | not grep -a __clgroup_id_again

// Casts, arithmetic and addresses too; what comes before the barriers keeps its own.
// CHECK-LABEL: define {{.*}}@one(
// CHECK: [[ID:%.*]] = {{.*}}call {{.*}}i64 @_Z13get_global_idj(i32 {{.*}}0)
// CHECK: getelementptr {{.*}} [[ID]]
// CHECK-COUNT-2: call {{.*}}@_Z7barrierj(
// CHECK: [[AGAIN:%.*]] = {{.*}}call {{.*}}i64 @__clgroup_id_again
// CHECK: getelementptr {{.*}} [[AGAIN]]
// CHECK: store i32
kernel void one(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  global int *at = out + i + 1;
  *at = work_group_scan_inclusive_add(in[i]);
}

// What does not come of ids stays as it is.
// CHECK-LABEL: define {{.*}}@none(
// CHECK: sext i32
// CHECK-NOT: sext i32
// CHECK: ret void
kernel void none(global const int *in, global int *out, int where) {
  out[where] = work_group_reduce_add(in[where]) + in[where];
}

// In a loop each turn is behind the last one's barriers.
// CHECK-LABEL: define {{.*}}@looped(
// CHECK: call {{.*}}i64 @__clgroup_id_again
// CHECK: call {{.*}}@_Z7barrierj(
// CHECK: ret void
kernel void looped(global int *out, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; k++)
    out[i] = work_group_reduce_add(out[i]);
}

// Each place has a function of its own.
// CHECK: define internal {{.*}}i64 @__clgroup_id_again() {{.*}}#[[APART:[0-9]+]]
// CHECK: define internal {{.*}}i64 @__clgroup_id_again{{[.0-9]+}}() {{.*}}#[[APART]]
// CHECK: attributes #[[APART]] = { noinline nounwind }
