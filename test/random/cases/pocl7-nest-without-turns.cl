// PoCL 7.1, cc-serial: a store behind the end of `out`, by wrong ids behind a nest of loops whose outermost makes no turn in some work-groups.
// options: -cl-std=CL3.0
// launch: k 4x2x1 groups 2x2x1
//   uint[32] 1*32
//   uint[32] a5a5a5a5*32 -> xxh64:d8f0338249b3ba6b
kernel void k(global const uint *in, global uint *out) {
  const size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  uint v = in[at];
  v += work_group_scan_inclusive_add(v);
  for (uint i = 0; i < get_group_id(0); ++i)
    for (uint j = 0; j < (get_local_size(0) & 4); ++j)
      v += in[j] - 1;
  out[at] = v;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
