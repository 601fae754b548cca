// Strategy serial: what one work-item does for all, and how the others get round it (generic/scratch.h, generic/rank.h).
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.ll
// RUN: %S/Inputs/count.sh %t.ll 1048576 | FileCheck %s --check-prefix=PEELS
// RUN: grep -c 'call.*@__clgroup_index_after_barrier' %t.ll | %says '{{^10$}}'
// RUN: FileCheck %s --check-prefix=APART <%t.ll
// RUN: FileCheck %s --check-prefix=RANKS <%t.ll
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.spv
// RUN: spirv-dis %t.spv -o %t.spvasm
// RUN: %says 'OpDecorate %%{{.*}} BuiltIn LocalInvocationIndex' <%t.spvasm
// RUN: not grep -E "OpFunctionCall .*clgroup" %t.spvasm

// Up to three calls in straight-line code have a barrier that looks conditional behind the leader.
// PEELS: one {{[1-9]}}
// PEELS-NEXT: three {{[1-9]}}
// PEELS-NEXT: four 0
// PEELS-NEXT: looped 0
// PEELS-NEXT: two_sizes {{[1-9]}}
// PEELS-NOT: {{.}}

// Each scan asks for its rank again, once; a reduce has no need to.

// Bitcode keeps the leader's pass and the ranks apart, a reduce's too.
// APART: call {{.*}}@[[PASS:_ZL[0-9]+clgroup_leader_work_group_scan_inclusive_add_int[a-zA-Z0-9]*]](
// APART: define internal {{.*}} @[[PASS]]({{.*}} #[[LEADER:[0-9]+]]
// APART: attributes #[[LEADER]] = { {{.*}}noinline
// RANKS: define internal {{.*}} @__clgroup_index_{{in_loop|after_barrier}}() {{.*}}#[[RANK:[0-9]+]]
// RANKS: define internal {{.*}} @__clgroup_index_{{in_loop|after_barrier}}() {{.*}}#[[RANK]]
// RANKS: attributes #[[RANK]] = { {{.*}}noinline

kernel void one(global int *out) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_inclusive_add(out[i]);
}

kernel void three(global int *out) {
  size_t i = get_global_id(0);
  int x = work_group_scan_inclusive_add(out[i]);
  x = work_group_scan_inclusive_add(x);
  out[i] = work_group_scan_inclusive_add(x);
}

kernel void four(global int *out) {
  size_t i = get_global_id(0);
  int x = work_group_scan_inclusive_add(out[i]);
  x = work_group_scan_inclusive_add(x);
  x = work_group_scan_inclusive_add(x);
  out[i] = work_group_scan_inclusive_add(x);
}

kernel void looped(global int *out, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; k++)
    out[i] = work_group_scan_inclusive_add(out[i]);
}

kernel void two_sizes(global int *out, global long *wide) {
  size_t i = get_global_id(0);
  out[i] = work_group_reduce_add(out[i]);
  wide[i] = work_group_scan_exclusive_max(wide[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
