// Strategy serial: a broadcast in a loop of the kernel goes another way (generic/work_group/serial/broadcast.inc). Both have two
// barriers; in a loop the source alone stores, which it is by the slot that is asked for again.
//
// RUN: clgroup-cc --strategy=serial %s -o %t.ll
// RUN: %S/Inputs/count.sh %t.ll 'call.*@_Z7barrierj' | FileCheck %s --check-prefix=BARRIERS
// RUN: %S/Inputs/count.sh %t.ll 'call.*@__clgroup_slot_again' | FileCheck %s --check-prefix=AGAIN
//
// RUN: clgroup-cc --strategy=serial -cl-opt-disable %s -o %t.O0.ll
// RUN: %S/Inputs/count.sh %t.O0.ll 'call.*@_Z7barrierj' | FileCheck %s --check-prefix=BARRIERS

// BARRIERS: straight 2
// BARRIERS-NEXT: looped 2
// BARRIERS-NEXT: helper_looped 2
// BARRIERS-NEXT: behind_a_loop 2
// BARRIERS-NOT: {{.}}

// AGAIN: straight 0
// AGAIN-NEXT: looped 1
// AGAIN-NEXT: helper_looped 1
// AGAIN-NEXT: behind_a_loop 0
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
