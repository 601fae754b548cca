// --driver=pocl: a result that a loop overwrites is a volatile load, for PoCL 7 would repeat another (generic/scratch.h), unless all that is or
// may be computed of it is used before the next barrier (lib/lower/passes/lifetime.c).
// RUN: for k in SELECT STORE LOOP_ENDS PART ADDRESS; do \
// RUN:   clgroup-cc --driver=pocl --strategy=serial -D$k %s -o %t.spv && spirv-dis %t.spv -o %t.spvasm || exit 1; \
// RUN:   not grep 'OpLoad.*Volatile' %t.spvasm || { echo "$k: volatile"; exit 1; }; done
// RUN: for k in SUM BRANCH EQUAL DIFFERENCE RELOAD LOCAL PRIVATE LATE TURNS CALL_OF_IT; do \
// RUN:   clgroup-cc --driver=pocl --strategy=serial -D$k %s -o %t.spv && spirv-dis %t.spv -o %t.spvasm || exit 1; \
// RUN:   grep -q 'OpLoad.*Volatile' %t.spvasm || { echo "$k: plain"; exit 1; }; done
//
// In bitcode, for PoCL 3.1, which repeats no load, that of a reduce is plain wherever it is used: all work-items load it at the same place. A
// scan's, which each loads at its own, is not.
// RUN: for k in SUM BRANCH RELOAD LATE TURNS CALL_OF_IT; do \
// RUN:   clgroup-cc --driver=pocl --strategy=serial -D$k %s -o %t.ll || exit 1; \
// RUN:   not grep 'load volatile' %t.ll || { echo "$k: volatile in bitcode"; exit 1; }; done
// RUN: for k in SUM TURNS; do \
// RUN:   clgroup-cc --driver=pocl --strategy=serial -D$k '-DR=work_group_scan_inclusive_add(x)' %s -o %t.ll || exit 1; \
// RUN:   grep -q 'load volatile' %t.ll || { echo "$k: plain in bitcode"; exit 1; }; done
#ifndef R
#define R work_group_reduce_add(x)
#endif
kernel void k(global const int *in, global int *out, int n, local int *l) {
  const int at = get_global_id(0), a = in[at], b = 7 - a;
  int x = a, y = b, r = 0;
#ifdef PRIVATE
  int p[4] = {n, x, y, n};
#endif
  for (int i = 0; i < n; ++i) {
#if defined SELECT
    r = R;
    x = r > 5 ? a : b;
#elif defined STORE
    out[at + i * n] = R;
    x = in[at + i];
#elif defined LOOP_ENDS
    r = R;
    x = a + i;
    if (r > 1000)
      break;
#elif defined PART
    x = (R & 255) * 3 + (a >> 1);
#elif defined ADDRESS
    x = in[R & 15];
#elif defined SUM
    y += R;
    x = a + i;
#elif defined BRANCH
    if (R > 5) {
      out[at + i] = i;
      y ^= 3;
    }
    x = y;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[at + n] = y;
#elif defined EQUAL || defined DIFFERENCE
    r = in[at + i];
#ifdef EQUAL
    if (R == r)
#else
    if ((R ^ r) == 0)
#endif
      out[at + i] = 3;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    x = r;
#elif defined RELOAD
    out[at] = R;
    y = out[n];
    x = a + i;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[at + i] = y;
#elif defined LOCAL
    l[at] = R;
    y = l[n];
    x = a + i;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    out[at + i] = y;
#elif defined PRIVATE
    p[i & 3] = R;
    x = p[n & 3];
#elif defined LATE
    r = R;
    l[at] = i;
    out[at + i] = r;
    x = a + i;
#elif defined TURNS
    y = x;
    x = R;
    out[at + i] = y;
#elif defined CALL_OF_IT
    x = atomic_add(out, R);
#endif
  }
#ifdef SUM
  out[at] = y;
#else
  out[at] = x + r;
#endif
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
