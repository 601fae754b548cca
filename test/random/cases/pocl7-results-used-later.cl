// PoCL 7.1: results that are used behind later calls, alone and with an id, are loaded again from scratch memory that was overwritten.
// options: -cl-std=CL3.0
// launch: k 16x1x1 groups 4x1x1
//   int[64] small:1
//   int[384] a5a5a5a5*384 -> xxh64:6509dc7d28c41bc7
// launch: k 5x3x1 groups 1x2x1
//   int[30] small:2
//   int[180] a5a5a5a5*180 -> xxh64:9464b293693f106a
kernel void k(global const int *in, global int *out) {
  size_t n = get_global_size(0) * get_global_size(1), i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  int x = in[i];
  int y = work_group_reduce_max(x) * 3 + (int)get_local_id(0);
  int z = work_group_reduce_min(y ^ 5);
  int w = work_group_broadcast(x, 2) + (int)get_local_id(0);
  int v = work_group_broadcast(x, 1) * 2;
  int t = work_group_any(x > 5) * 5 + (int)get_local_id(0), u = work_group_all(x > -7);
  out[i] = y;
  out[n + i] = z;
  out[2 * n + i] = w;
  out[3 * n + i] = v;
  out[4 * n + i] = t;
  out[5 * n + i] = u;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
