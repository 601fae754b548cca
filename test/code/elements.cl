// Scratch memory is addressed by elements, not by bytes, which Mesa's compiler (25 and 26) dies of: where the kernel asks for several
// element sizes, in both halves of a turn, optimised or not. (Module spirv64.extensions has no scratch memory.)
// RUN: for s in tree serial subgroup vector; do for o in "" -cl-opt-disable; do \
// RUN:   clgroup-cc --strategy=$s $o %s -o %t.spv && spirv-dis %t.spv > %t.dis && FileCheck %s < %t.dis || exit 1; done; done
// RUN: for m in %data/spirv/spirv64.[!e]*.spv; do spirv-dis $m > %t.dis && FileCheck %s --check-prefix=MODULE < %t.dis || exit 1; done
kernel void f(global long *l, global int *i, global short *s, global float *o) {
  size_t at = get_global_id(0);
  local float kept[64];
  kept[get_local_id(0)] = work_group_scan_inclusive_add(o[at]);
  l[at] = work_group_reduce_add(l[at]) + work_group_broadcast(l[at], 3);
  i[at] = work_group_scan_exclusive_add(i[at]) + work_group_broadcast(i[at], at);
  float unused = kept[get_local_id(0)];
}
// CHECK: OpVariable {{.*}} Workgroup
// CHECK-NOT: AccessChain %_ptr_Workgroup_uchar
// CHECK: OpControlBarrier
// CHECK-NOT: AccessChain %_ptr_Workgroup_uchar
// MODULE: OpVariable {{.*}} Workgroup
// MODULE-NOT: AccessChain %_ptr_Workgroup_uchar
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
