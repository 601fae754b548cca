// A kernel's most work-items are its own: 256 where nothing else is said, or reqd_work_group_size. Scans of more than 256 have two
// ways, with a barrier where all waves are full, and with two, since a wave cannot load all totals that there may be.
//
// RUN: clgroup-cc --target=amdgcn -march=gfx1100 --emit=s %s -o - | FileCheck %s

// CHECK-LABEL: {{^}}usual:
// CHECK: s_barrier
// CHECK-NOT: s_barrier
// CHECK: s_endpgm
kernel void usual(global int *p) { p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]); }

// CHECK-LABEL: {{^}}large:
// CHECK-COUNT-3: s_barrier
// CHECK-NOT: s_barrier
// CHECK: s_endpgm
__attribute__((reqd_work_group_size(16, 20, 1))) kernel void large(global int *p) {
  p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]);
}

// CHECK-LABEL: {{^}}small:
// CHECK: s_barrier
// CHECK-NOT: s_barrier
// CHECK: s_endpgm
__attribute__((reqd_work_group_size(96, 1, 1))) kernel void small(global int *p) {
  p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
