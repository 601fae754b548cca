// PoCL 6.0 by cc and compile, serial: "Cannot add context restore for a PHI node at the region entry".
// driver fault: Portable Computing Language 7.1: link-*
// options: -cl-std=CL3.0
// needs: fp64
// launch: k13 10x10x10 groups 1x1x1
//   uint 3
//   double[1000] a5a5a5a5a5a5a5a5*1000 -> xxh64:187f043113863ab2
//   double[1000] small:3
//   ulong 5
//   int[1000] small:5
//   uint[2000] a5a5a5a5*2000 -> xxh64:9d6342bbc13e0dce
//   int 0
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define M_any(...) work_group_any(__VA_ARGS__)
#define M_reduce_xor(...) work_group_reduce_xor(__VA_ARGS__)
#define PASTE(a, b) a##b
typedef uint u32_t;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
__attribute__((always_inline)) uint h8(u32_t v9) {
  if ((PASTE(work_group_, scan_inclusive_add)(lsz_()) <= v9)) {
  } else {
    if (((uint)(int)lsz_() < v9)) {
      v9 -= max(((uint)248L + v9), v9);
      v9 |= (uint)141;
    } else {
      v9 *= (2540700565u + rank_());
    }
  }
  v9 |= ((rank_() == (lsz_() >> 1u)) ? v9 : (v9 ^ v9));
  v9 = work_group_scan_exclusive_max(((uint)(long)get_global_id(0) & ((((long)rank_() & 1L) != 1L) ? v9 : 6u)));
  return (((uint)(long)rank_() ^ (uint)(int)rank_()) << 19u);
}
__attribute__((reqd_work_group_size(10, 10, 10))) kernel void k13(uint n0, global double *od, global const double *da, ulong n2, global const int *ii, global uint *ou, int n1) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  uint v14 = ((uint)ii[at] ^ (uint)ii[at]);
  ou[0 * tot + at] = (~(lsz_() - (uint)ii[at]));
  if ((work_group_reduce_add((uint)get_local_id(0)) < (uint)n1)) {
    switch ((uint)((4294967295u - (uint)get_num_groups(0)) & 3u) * 0x50000001u) {
    case 0x50000001u: {
      if ((work_group_any((n2 != get_local_size(0))) != 0)) {
        double v15 = work_group_reduce_mul(((r % 100u == 83u) ? 2.0 : (ii[(at + 29u) % tot] & 1) ? -1.0 : 1.0));
        unsigned int v16 = h8(2147483648u);
      } else {
        v14 = M_reduce_xor(work_group_reduce_mul(work_group_scan_exclusive_add((uint)ii[at])));
        v14 += work_group_scan_exclusive_add((v14 - (uint)ii[at]));
      }
      v14 = 1u;
    } break;
    case 0xa0000002u: {
      v14 = (v14 - n0);
    } break;
    case 0xf0000003u: {
      for (uint i17 = 0; i17 < ((3u >> 31u) & 3u); i17++) {
      }
    } break;
    }
    if ((M_any((r > 4u)) != 0)) {
      if (((int)((uint)ii[n0 % tot] + (uint)ii[121u % tot]) > (int)lsz_())) {
        uint v19 = work_group_reduce_max(work_group_reduce_add((v14 + v14)));
      }
      od[0 * tot + at] = da[at];
      uint v20 = ((((int)((uint)(int)lsz_() * (uint)(work_group_reduce_and)((int)r)) & 1) != 0) ? work_group_scan_exclusive_and((((uint)n1 + v14) | 1u)) : (popcount(v14) - (v14 | r)));
    }
  }
  ou[1 * tot + at] = (((uint)(int)get_num_groups(0) ^ ((r > (lsz_() - 1u)) ? 422u : v14)) & max((v14 / 10u), v14));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
