// PoCL 6.0 by cc, compile and link, tree: "Cannot add context restore for a PHI node at the region entry".
// driver fault: Portable Computing Language 6.0: link-tree
// options: -cl-std=CL3.0
// launch: k1 1000x1x1 groups 2x1x1
//   int[2000] small:1
//   int fffffffe
//   uint 2
//   long[2000] small:4
//   long[2000] a5a5a5a5a5a5a5a5*2000 -> xxh64:15306f14f9228b47
#define M_reduce_min(...) work_group_reduce_min(__VA_ARGS__)
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k1(global const int *ii, int n1, uint n0, global const long *il, global long *ol) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  if ((work_group_all /* ( */
    ((r != 14u)) != 0)) {
    unsigned int v3 = (min((uint)il[at], 3u) | ((uint)il[185u % tot] + (uint)il[at]));
  }
  switch ((uint)((n0 + (uint)ii[37u % tot]) & 3u) * 0x50000001u) {
  case 0xa0000002u: {
    float v4 = work_group_broadcast /* ( */
    (work_group_scan_exclusive_add((float)(ii[272u % tot] & 7)), (ulong)(146u % (uint)get_local_size(0)), (ulong)(grp_() % (uint)get_local_size(1)));
  }
  case 0x50000001u: {
  }
  default: {
    ol[0 * tot + at] = PASTE(work_group_, scan_exclusive_add)(M_reduce_min((long)n1));
  } break;
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
