// A kernel's most work-items are its own: 256 where nothing else is said, or reqd_work_group_size. Scans of more than 256 have two
// ways, with a barrier where all waves are full, and with two, since a wave cannot load all totals that there may be. (The stage
// codegen-amdgcn has them where all work-groups are of one size.)
//
// RUN: clgroup-cc --target=amdgcn -march=gfx1100 --emit=s %s -o - | FileCheck %s --implicit-check-not=s_barrier
// CHECK: {{^}}usual:
// CHECK: s_barrier
// CHECK: {{^}}large:
// CHECK-COUNT-3: s_barrier
// CHECK: {{^}}small:
// CHECK: s_barrier
#define KERNEL(name) kernel void name(global int *p) { p[get_local_id(0)] = work_group_scan_inclusive_add(p[get_local_id(0)]); }
KERNEL(usual)
__attribute__((reqd_work_group_size(16, 20, 1))) KERNEL(large)
__attribute__((reqd_work_group_size(96, 1, 1))) KERNEL(small)
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
