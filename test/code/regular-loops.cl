// --driver=pocl: the loops that lib/lower/passes/regular.c describes stay as they are, and their kernels (many_*) have their
// barriers, and more of them (pocl-loop-barriers.cl). All others (single_*) get a single one.
// RUN: for s in tree serial; do clgroup-cc --driver=pocl --strategy=$s %s -o %t.spv && %S/Inputs/kernels.sh %t.spv >%t.spvasm && \
// RUN:   clgroup-cc --driver=pocl --strategy=$s %s -o %t.ll || exit 1; for f in spvasm ll; do awk -v what="$s.$f" ' \
// RUN:   /^define|= OpFunction / { at = match($0, /(many|single)_[a-z_0-9]*/) ? substr($0, RSTART, RLENGTH) : ""; n[at] = 0 } \
// RUN:   /OpControlBarrier|call.*@_Z7barrierj/ { n[at]++ } \
// RUN:   END { for (k in n) { all += k != ""; if (k ~ /many/ ? n[k] < 2 : k != "" && n[k] != 1) print what, k, bad = n[k] } exit all != 15 || bad != "" }' \
// RUN:   %t.$f || exit 1; done; done
#define CALL v = work_group_reduce_add(v + i) * 3
#define EACH(turns) for (int i = 0; i < (turns); i++) CALL;
#define KERNEL(name) kernel void name(global int *x, int n) { int v = x[get_global_id(0)];
#define END x[get_global_id(0)] = v; }
#define FIXED_16 \
  EACH(100) EACH(101) EACH(102) EACH(103) EACH(104) EACH(105) EACH(106) EACH(107) \
  EACH(108) EACH(109) EACH(110) EACH(111) EACH(112) EACH(113) EACH(114) EACH(115)
#define SKIPPED_3 EACH(n) EACH(n ^ 3) EACH(n ^ 9)
KERNEL(many_whole) EACH(100) END
KERNEL(many_nested)
  for (int j = 0; j < 100; j++) {
    EACH(200)
    v ^= j;
  }
END
KERNEL(many_guarded) EACH(n) END
KERNEL(many_two_calls)
  for (int i = 0; i < n; i++) {
    CALL;
    v += work_group_scan_exclusive_max(v);
  }
END
KERNEL(many_no_exit_in_latch)
  for (int i = 0;; i++) {
    CALL;
    if (i == n)
      break;
    v ^= work_group_broadcast(v, 1);
  }
END
KERNEL(many_fixed_16) FIXED_16 END
KERNEL(single_fixed_17) FIXED_16 EACH(116) END
KERNEL(many_skipped_3) SKIPPED_3 END
KERNEL(single_skipped_4) SKIPPED_3 EACH(n ^ 5) END
KERNEL(many_own)
  local int l[64];
  for (int i = 0; i < n; i++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    l[get_local_id(0)] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += l[get_local_id(0) ^ 1];
  }
  v = work_group_reduce_add(v);
END
KERNEL(single_behind_return)
  if (n & 1)
    return;
  EACH(n)
END
KERNEL(single_in_branch)
  for (int i = 0; i < n; i++) {
    if (i & 4)
      CALL;
    v ^= i;
  }
END
KERNEL(single_two_exits)
  for (int i = 0; i < n; i++) {
    if (work_group_any(v == 77))
      break;
    CALL;
  }
END
KERNEL(single_continued)
  for (int i = 0; i < n; i++) {
    CALL;
    if (n + i == 77)
      continue;
    v += work_group_broadcast(v, 1);
  }
END
KERNEL(single_branch_beside)
  EACH(100)
  if (n & 1)
    v = work_group_reduce_max(v);
END
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
