// Strategy serial: a broadcast in a loop of the kernel goes another way (generic/work_group/serial/broadcast.inc). Both have two
// barriers; in a loop only the source stores, and each work-item queries its slot once more to know whether it is the source.
//
// RUN: for o in -O2 -cl-opt-disable; do clgroup-cc --device-max-work-group-size=1024 --strategy=serial $o %s -o %t.ll || exit 1; \
// RUN:   echo barriers $(%S/Inputs/count.sh %t.ll 'call.*@_Z7barrierj'); \
// RUN:   echo again $(%S/Inputs/count.sh %t.ll 'call.*@__clgroup_index_after_barrier'); done | FileCheck %s --check-prefix=CALLS --match-full-lines
// CALLS:      barriers straight 2 looped 2 helper_looped 2 behind_a_loop 2 two_loops 2 two_entries 2 never_optimised 2 called 2 calls_in_a_loop 2
// CALLS-NEXT: again straight 0 looped 1 helper_looped 1 behind_a_loop 0 two_loops 1 two_entries 1 never_optimised 1 called 0 calls_in_a_loop 1
// CALLS-NEXT: barriers straight 2 looped 2 helper_looped 2 behind_a_loop 2 two_loops 2 two_entries 2 never_optimised 2 called 2 calls_in_a_loop 2
// CALLS-NEXT: again straight 0 looped 1 helper_looped 1 behind_a_loop 0 two_loops 1 two_entries 1 never_optimised 1 called 0 calls_in_a_loop 1
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.spv
// RUN: spirv-dis %t.spv -o %t.spvasm
// RUN: grep -c OpControlBarrier %t.spvasm | %says '{{^18$}}'
// RUN: not grep -E "OpFunctionCall .*clgroup" %t.spvasm
//
// For PoCL from 6.0 on all store, so that no work-item is compared with the source.
// RUN: clgroup-cc --driver=pocl --strategy=serial %s -o %t.pocl.spv
// RUN: spirv-dis %t.pocl.spv -o %t.pocl.spvasm
// RUN: test $(grep -c OpIEqual %t.pocl.spvasm) -lt $(grep -c OpIEqual %t.spvasm)

kernel void straight(global int *out, int n) {
  out[get_global_id(0)] = work_group_broadcast(n + out[0], n);
}

kernel void looped(global int *out, int n) {
  int x = out[get_global_id(0)];
  for (int k = 0; k < n; k++)
    x += work_group_broadcast(x, k);
  out[0] = x;
}

int helper(int x, int k) {
  return work_group_broadcast(x, k, 0, 0);
}

kernel void helper_looped(global int *out, int n) {
  int x = out[get_global_id(0)];
  while (x < n)
    x += helper(x, n);
  out[0] = x;
}

kernel void behind_a_loop(global int *out, int n) {
  int x = 0;
  for (int k = 0; k < n; k++)
    x += out[k * n];
  out[0] = work_group_broadcast(x, n);
}

kernel void two_loops(global int *out, int n) {
  int x = out[get_global_id(0)];
  for (int j = 0; j < n; j++) {
    int k = 0;
    do
      out[k] = j;
    while (++k < n);
    x += work_group_broadcast(x, j);
  }
  out[0] = x;
}

kernel void two_entries(global int *out, int n) {
  int x = out[get_global_id(0)];
  if (n & 1)
    goto middle;
again:
  x += out[x];
middle:
  x = work_group_broadcast(x, n);
  if (x < n)
    goto again;
  out[0] = x;
}

kernel __attribute__((optnone, noinline)) void never_optimised(global int *out, int n) {
  int x = out[get_global_id(0)];
  for (int k = 0; k < n; k++)
    x += work_group_broadcast(x, k);
  out[0] = x;
}

kernel void called(global int *out, int n) {
  out[get_global_id(0)] = work_group_broadcast(n + out[0], n);
}

kernel void calls_in_a_loop(global int *out, int n) {
  for (int k = 0; k < n; k++)
    called(out, k);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
