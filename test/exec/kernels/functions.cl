// Every work-group function of one type T, each with an output column of its own. OPS(X) is X(add) X(min) ...: the operators that
// the type takes.

#define REDUCE(op) out[at] = work_group_reduce_##op(x), at += items;
#define INCLUSIVE(op) out[at] = work_group_scan_inclusive_##op(x), at += items;
#define EXCLUSIVE(op) out[at] = work_group_scan_exclusive_##op(x), at += items;

#ifdef REDUCE_OPS
KERNEL void reduce(global const T *in, global T *out, uint items, global const uint *unused) {
  uint at = GUARD + item();
  T x = in[item()];
  REDUCE_OPS(REDUCE)
}
#endif

#ifdef SCAN_INCLUSIVE_OPS
KERNEL void scan_inclusive(global const T *in, global T *out, uint items, global const uint *unused) {
  uint at = GUARD + item();
  T x = in[item()];
  SCAN_INCLUSIVE_OPS(INCLUSIVE)
}
#endif

#ifdef SCAN_EXCLUSIVE_OPS
KERNEL void scan_exclusive(global const T *in, global T *out, uint items, global const uint *unused) {
  uint at = GUARD + item();
  T x = in[item()];
  SCAN_EXCLUSIVE_OPS(EXCLUSIVE)
}
#endif

// Each work-group reads from the rank that `from` names for it: by linear id, by x and y, by x, y and z.
#ifdef BROADCAST
KERNEL void broadcast_1d(global const T *in, global T *out, uint items, global const uint *from) {
  T x = in[item()];
  size_t source = from[group()];
  out[GUARD + item()] = work_group_broadcast(x, source);
}

KERNEL void broadcast_2d(global const T *in, global T *out, uint items, global const uint *from) {
  T x = in[item()];
  size_t source = from[group()];
  size_t lx = get_local_size(0), ly = get_local_size(1);
  out[GUARD + item()] = work_group_broadcast(x, source % lx, source / lx % ly);
}

KERNEL void broadcast_3d(global const T *in, global T *out, uint items, global const uint *from) {
  T x = in[item()];
  size_t source = from[group()];
  size_t lx = get_local_size(0), ly = get_local_size(1);
  out[GUARD + item()] = work_group_broadcast(x, source % lx, source / lx % ly, source / lx / ly);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
