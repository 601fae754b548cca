// clgroup-cc wrote an OpPhi that names a predecessor twice, which is no valid SPIR-V.
// options: -cl-std=CL3.0
// launch: k1 1x1x1 groups 1x1x1
//   int[1] small:1
//   int[2] a5a5a5a5*2 ->
//     1 a5a5a5a5
//   float[1] a5a5a5a5*1 ->
//     3f800000
// launch: k1 8x1x1 groups 2x1x1
//   int[16] small:1
//   int[32] a5a5a5a5*32 ->
//     1*12 a5a5a5a5 1 a5a5a5a5 1 a5a5a5a5*16
//   float[16] a5a5a5a5*16 ->
//     3f800000*16
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k1(global const int *ii, global int *oi, global float *of) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if (work_group_reduce_min(1)) {
    switch ((uint)ii[at] * 0x50000001u) {
    case 0x0u: {
    } break;
    case 0xf0000003u: {
    } break;
    default: {
      oi[0 * tot + at] = 1;
    } break;
    }
  } else {
    oi[1 * tot + at] = 1;
  }
  of[0 * tot + at] = 1.0f;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
