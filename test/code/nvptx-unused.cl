// Calls for warps whose results nothing uses are left out. LLVM keeps them. ptxas drops some, and is wrong then: behind a call for a part
// of the warp it took the first of these five shuffles for one that all lanes had waited for, and shuffled by the next call without a wait
// (driver 580 on an H100).
//
// RUN: clgroup-cc --target=nvptx64 -march=sm_80 %s -o - --emit=ll | FileCheck %s
// RUN: clgroup-cc --target=nvptx64 -march=sm_75 %s -o - --emit=ll | FileCheck %s
// RUN: clgroup-cc --target=nvptx64 -march=sm_80 -cl-opt-disable %s -o - --emit=ll | FileCheck %s

// CHECK-LABEL: @unused(
// CHECK-NOT: {{asm "",|(shfl|vote|match|redux)\.}}
// CHECK: store
// CHECK: ret void
kernel void unused(global uint *out, uint x) {
  sub_group_scan_inclusive_min(x);
  sub_group_scan_exclusive_add(as_float(x));
  sub_group_scan_inclusive_add((ulong)x << 20);
  sub_group_reduce_max(x);
  sub_group_any(x > 5);
  sub_group_ballot(x > 5);
  uint v = x;
  for (uint i = 0; i < x; i++)
    v = sub_group_shuffle_down(v + 1, 1);
  out[get_global_id(0)] = x;
}

// Waiting is a use.
// CHECK-LABEL: @waits(
// CHECK: call void @llvm.nvvm.bar.warp.sync(
kernel void waits(global uint *out, uint x) {
  out[get_local_id(0)] = x;
  sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_local_id(0) ^ 1] += 1;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
