// Debug information reaches SPIR-V, also of values that are sums of others, on which llvm-spirv 19 fails: then the source is
// compiled once more without clang's passes.
//
// RUN: for s in subgroup vector tree serial; do clgroup-cc -g --strategy=$s %s -o %t.spv || exit 1; done
// RUN: spirv-dis %t.spv | FileCheck %s
// CHECK: "total"
// CHECK: DebugLocalVariable
//
// Of a broadcast's two ways one is left there too.
// RUN: clgroup-cc -g --device-max-work-group-size=1024 --strategy=serial %s -o %t.serial.spv
// RUN: spirv-dis %t.serial.spv | grep -c OpControlBarrier | %says '{{^10$}}'

#define CALL(family, type, name) kernel void family##_##name(global type *p, uint items) { \
    uint at = (uint)get_global_id(0) + 64, far = at + items; \
    type total = work_group_##family##_##name(p[at]); \
    p[far] = total; }
CALL(reduce, int, add)
CALL(scan_inclusive, float, max)
CALL(scan_exclusive, long, min)

kernel void broadcasts(global int *p, uint items) {
  uint at = (uint)get_global_id(0) + 64, far = at + items;
  int total = work_group_broadcast(p[at], 0);
  for (uint k = 0; k < items; k++)
    total += work_group_broadcast(total, k);
  p[far] = total;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
