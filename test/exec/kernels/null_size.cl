// A launch without a local size: the driver picks one, which may be any up to the device's largest.

KERNEL void null_size(global const int *in, global int *out, uint items, global const uint *unused) {
  uint at = GUARD + item();
  int x = in[item()];
  out[at] = work_group_reduce_add(x);
  out[at + items] = work_group_scan_exclusive_add(x);
  out[at + 2 * items] = (int)get_local_size(0);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
