// --driver=pocl: the loops that lib/lower/passes/regular.c describes stay as they are, and their kernel has its barriers,
// and more of them (pocl-loop-barriers.cl). All others get a single one.
// RUN: for s in tree serial; do for k in WHOLE NESTED GUARDED TWO_CALLS FIXED_16 NO_EXIT_IN_LATCH SKIPPED_3 OWN; do \
// RUN:   clgroup-cc --driver=pocl --strategy=$s -D$k %s -o %t.spv && spirv-dis %t.spv -o %t.spvasm || exit 1; \
// RUN:   clgroup-cc --driver=pocl --strategy=$s -D$k %s -o %t.ll || exit 1; \
// RUN:   test $(grep -c OpControlBarrier %t.spvasm) -gt 1 && test $(grep -c 'call.*@_Z7barrierj' %t.ll) -gt 1 || \
// RUN:     { echo $s: $k has one; exit 1; }; done; done
// RUN: for s in tree serial; do for k in BEHIND_RETURN IN_BRANCH TWO_EXITS CONTINUED BRANCH_BESIDE FIXED_17 SKIPPED_4; do \
// RUN:   clgroup-cc --driver=pocl --strategy=$s -D$k %s -o %t.spv && spirv-dis %t.spv -o %t.spvasm || exit 1; \
// RUN:   clgroup-cc --driver=pocl --strategy=$s -D$k %s -o %t.ll || exit 1; \
// RUN:   test $(grep -c OpControlBarrier %t.spvasm) = 1 && test $(grep -c 'call.*@_Z7barrierj' %t.ll) = 1 || \
// RUN:     { echo $s: $k has more; exit 1; }; done; done
#define CALL v = work_group_reduce_add(v + i) * 3
#define EACH(turns) for (int i = 0; i < (turns); i++) CALL;
kernel void k(global int *x, int n) {
  int v = x[get_global_id(0)];
#if defined WHOLE
  EACH(100)
#elif defined NESTED
  for (int j = 0; j < 100; j++) {
    EACH(200)
    v ^= j;
  }
#elif defined GUARDED
  EACH(n)
#elif defined TWO_CALLS
  for (int i = 0; i < n; i++) {
    CALL;
    v += work_group_scan_exclusive_max(v);
  }
#elif defined NO_EXIT_IN_LATCH
  for (int i = 0;; i++) {
    CALL;
    if (i == n)
      break;
    v ^= work_group_broadcast(v, 1);
  }
#elif defined FIXED_16 || defined FIXED_17
  EACH(100) EACH(101) EACH(102) EACH(103) EACH(104) EACH(105) EACH(106) EACH(107)
  EACH(108) EACH(109) EACH(110) EACH(111) EACH(112) EACH(113) EACH(114) EACH(115)
#ifdef FIXED_17
  EACH(116)
#endif
#elif defined SKIPPED_3 || defined SKIPPED_4
  EACH(n) EACH(n ^ 3) EACH(n ^ 9)
#ifdef SKIPPED_4
  EACH(n ^ 5)
#endif
#elif defined OWN
  local int l[64];
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    l[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += l[get_local_id(0) ^ 1];
  }
  v = work_group_reduce_add(v);
#elif defined BEHIND_RETURN
  if (n & 1)
    return;
  EACH(n)
#elif defined IN_BRANCH
  for (int i = 0; i < n; i++) {
    if (i & 4)
      CALL;
    v ^= i;
  }
#elif defined TWO_EXITS
  for (int i = 0; i < n; i++) {
    if (work_group_any(v == 77))
      break;
    CALL;
  }
#elif defined CONTINUED
  for (int i = 0; i < n; i++) {
    CALL;
    if (n + i == 77)
      continue;
    v += work_group_broadcast(v, 1);
  }
#elif defined BRANCH_BESIDE
  EACH(100)
  if (n & 1)
    v = work_group_reduce_max(v);
#endif
  x[get_global_id(0)] = v;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
