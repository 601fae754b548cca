// A kernel whose own local memory leaves little for anything else.

KERNEL __attribute__((reqd_work_group_size(64, 1, 1))) void nearly_all_local(
    global const int *in, global long *out, uint items, global const uint *unused) {
  LOCAL int mine[OWN_INTS];
  int x = in[item()];
  for (uint i = rank(); i < OWN_INTS; i += 64)
    mine[i] = x + (int)i;
  int a = work_group_scan_inclusive_add(x);
  int b = work_group_reduce_max(x);
  barrier(CLK_LOCAL_MEM_FENCE);
  int wrong = 0;
  for (uint i = rank(); i < OWN_INTS; i += 64)
    wrong += mine[i] != x + (int)i;
  out[GUARD + item()] = a;
  out[GUARD + items + item()] = b;
  out[GUARD + 2 * items + item()] = wrong;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
