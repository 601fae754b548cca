// Strategy serial: a broadcast in a loop of the kernel goes another way (generic/work_group/serial/broadcast.inc). Both have two
// barriers; in a loop the source alone stores, which it is by the slot that is asked for again.
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.ll
// RUN: %S/Inputs/count.sh %t.ll 'call.*@_Z7barrierj' | FileCheck %s --check-prefix=BARRIERS
// RUN: %S/Inputs/count.sh %t.ll 'call.*@__clgroup_index_after_barrier' | FileCheck %s --check-prefix=AGAIN
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial -cl-opt-disable %s -o %t.O0.ll
// RUN: %S/Inputs/count.sh %t.O0.ll 'call.*@_Z7barrierj' | FileCheck %s --check-prefix=BARRIERS
// RUN: %S/Inputs/count.sh %t.O0.ll 'call.*@__clgroup_index_after_barrier' | FileCheck %s --check-prefix=AGAIN
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.spv
// RUN: spirv-dis %t.spv -o %t.spvasm
// RUN: grep -c OpControlBarrier %t.spvasm | FileCheck %s --check-prefix=COUNT
// RUN: not grep -E "OpFunctionCall .*clgroup" %t.spvasm
// COUNT: {{^18$}}

// BARRIERS: straight 2
// BARRIERS-NEXT: looped 2
// BARRIERS-NEXT: helper_looped 2
// BARRIERS-NEXT: behind_a_loop 2
// BARRIERS-NEXT: two_loops 2
// BARRIERS-NEXT: two_entries 2
// BARRIERS-NEXT: never_optimised 2
// BARRIERS-NEXT: called 2
// BARRIERS-NEXT: calls_in_a_loop 2
// BARRIERS-NOT: {{.}}

// AGAIN: straight 0
// AGAIN-NEXT: looped 1
// AGAIN-NEXT: helper_looped 1
// AGAIN-NEXT: behind_a_loop 0
// AGAIN-NEXT: two_loops 1
// AGAIN-NEXT: two_entries 1
// AGAIN-NEXT: never_optimised 1
// AGAIN-NEXT: called 0
// AGAIN-NEXT: calls_in_a_loop 1
// AGAIN-NOT: {{.}}

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
