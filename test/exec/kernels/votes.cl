// work_group_all and work_group_any. Both may return any non-zero number for true.

KERNEL void votes(global const int *in, global long *out, uint items, global const uint *unused) {
  uint at = GUARD + item();
  int x = in[item()];
  out[at] = work_group_all(x) != 0;
  out[at + items] = work_group_any(x) != 0;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
