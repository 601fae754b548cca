// PoCL 6.0: "Could not find a dominating alternative variable", for calls in a switch.
// driver fault: Portable Computing Language 6.0: link-*
// options: -cl-std=CL3.0
// launch: k14 1x1x1 groups 1x1x1
//   uint 1
//   ulong[1] a5a5a5a5a5a5a5a5*1 ->
//     0
typedef ulong u64_t;
typedef float real;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k14(uint n0, global ulong *om) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  u64_t v18 = get_group_id(0);
  switch ((uint)n0 * 0x50000001u) {
  case 0x0u: {
    real v21 = work_group_broadcast(1.0f, (ulong)(grp_() % lsz_()));
  } break;
  case 0xa0000002u: {
    v18 = work_group_reduce_add((ulong)r);
  }
  }
  om[0 * tot + at] = v18;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
