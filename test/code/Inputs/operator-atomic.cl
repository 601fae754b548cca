// A program's own atomic of <clgroup/operator.h>, in global and in local memory.
// options: -cl-std=CL1.2
// launch: k 8 groups 1
//   int[8] 1*8 -> 7e33d5 7e33d5 7e33d5 7e33d5 7e33d5 9cb855 bb3cd6 d9c157
#define KEEP(space) \
  __attribute__((overloadable)) int keep(volatile space int *p, int x) { \
    return atomic_max(p, x); \
  }
KEEP(global)
KEEP(local)
#define CLGROUP_OPERATOR larger
#define CLGROUP_TYPE int
#define CLGROUP_COMBINE(a, b) max(a, b)
#define CLGROUP_IDENTITY INT_MIN
#define CLGROUP_ATOMIC(p, x) keep(p, x)
#include <clgroup/operator.h>
#define SYNC barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
kernel void k(global int *o) {
  local int most;
  const int i = (int)get_local_id(0);
  if (i == 0)
    most = 5;
  SYNC;
  const int before = work_group_scan_exclusive_update_larger(&most, i + 1);
  SYNC;
  const int all = most;
  tile_reduce_update_larger(&o[7], i + 20, 4);
  SYNC;
  const int last = o[7];
  SYNC;
  const int through = tile_scan_inclusive_update_larger(&most, 2 * i, 8);
  o[i] = before + 100 * all + 10000 * last + 1000000 * through;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
