// PoCL 7.1: SIGSEGV by cc and compile; by link, wrong.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k1 4x4x4 groups 1x1x2
//   ulong[128] a5a5a5a5a5a5a5a5*128 -> xxh64:4a268391941d2f56
//   double[128] a5a5a5a5a5a5a5a5*128 -> xxh64:cf00f2872f781d1e
//   int 6
//   uint[256] a5a5a5a5*256 -> xxh64:4a268391941d2f56
//   uint 3
//   int[128] small:6
//   long[256] a5a5a5a5a5a5a5a5*256 -> xxh64:601cc8bae53ea878
//   double[128] small:8
//   long[128] small:9
//   float[640] a5a5a5a5*640 -> xxh64:bbdde505b9b2b8fb
//   ulong 5
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef uint u32_t;
typedef float real;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
__attribute__((reqd_work_group_size(4, 4, 4))) kernel void k1(global ulong *om, global double *od, int n1, global uint *ou, uint n0, global const int *ii, global long *ol, global const double *da, global const long *il, global float *of, ulong n2) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  float v2 = (work_group_broadcast((float)(ii[214u % tot] & 1023), (int)((uint)ii[n0 % tot] % lsz_())) + work_group_reduce_mul(((r % 100u == 93u) ? 2.0f : (ii[at] & 1) ? -1.0f : 1.0f)));
  real v3 = v2;
  int v4 = work_group_broadcast((~ii[at]), (uint)(656u % (uint)get_local_size(0)), (uint)(5u % (uint)get_local_size(1)), (uint)(grp_() % (uint)get_local_size(2)));
  if ((work_group_broadcast(work_group_broadcast(1u, (uint)(272u % (uint)get_local_size(0)), (uint)((uint)il[n0 % tot] % (uint)get_local_size(1))), (uint)(grp_() % (uint)get_local_size(0)), (uint)(((uint)get_group_id(0) ^ (uint)il[n0 % tot]) % (uint)get_local_size(1)), (uint)(max(3224997265u, (uint)il[n0 % tot]) % (uint)get_local_size(2))) < (uint)0UL)) {
    ou[0 * tot + at] = (work_group_scan_inclusive_and((1u | 1u)) ^ (1u / 26u));
  } else {
    for (int j12 = 0; j12 < (v4 & 3); j12++) {
      ulong v13 = (((ulong)il[at] * 9942526427100960789UL) ^ ((1 != 761) ? (ulong)ii[at] : (ulong)il[at]));
    }
    ol[0 * tot + at] = work_group_broadcast((long)work_group_scan_inclusive_min((ulong)r), (ulong)(849u % lsz_()));
  }
  of[0 * tot + at] = (-v2);
  if (((1u & 4u) == 1u)) {
    for (unsigned int i14 = 0; i14 < ((uint)n0 & 3u); i14++) {
      float v15 = (float)((int)((uint)ii[at] + 1u) & 63);
      ol[1 * tot + at] = (min(il[at], il[at]) & ((long)get_global_id(0) | 4L));
    }
    if ((((17712993428165906858UL + (ulong)r) & 1UL) == 1UL)) {
      if (((ulong)2129627133593634611L <= 1UL)) {
        of[1 * tot + at] = ((r == 28u) ? ((float)(v4 & 4095) - (float)(v4 & 15)) : ((float)(ii[at] & 3) + ((float)((int)(long)get_global_id(0) & 1) * 4.0f)));
        om[0 * tot + at] = ((get_local_size(0) + 5UL) + (ulong)1u);
        u32_t v16 = (uint)((int)(0 - (uint)v4) >> 12);
      } else {
        uint v17 = ((uint)(int)get_group_id(0) >> 2u);
      }
      of[2 * tot + at] = (0.0f + (float)((int)n2 & 1));
    } else {
      size_t v18 = ((ulong)il[20u % tot] + (ulong)(0 - (ulong)6199480600867135297UL));
      for (long i19 = 0; i19 < ((long)n0 & 3L); i19++) {
        real v20 = (6.0f + (float)(((ulong)n1 < (ulong)ii[222u % tot]) & 15));
      }
    }
    of[3 * tot + at] = ((float)((int)r & 1023) * (-2.0f));
  }
  switch ((uint)((((ulong)lsz_() <= (ulong)n0) || (5 != (int)get_num_groups(0))) & 3) * 0x50000001u) {
  case 0x0u: {
    for (int i22 = 0; i22 < (min(6, ii[231u % tot]) & 3); i22++) {
      if ((((ulong)il[at] + (ulong)r) != 9223372036854775808UL)) {
        double v23 = (double)((int)((uint)v4 - (uint)i22) & 4095);
        ou[1 * tot + at] = rotate(2147483648u, 20u);
        v2 = v2;
      }
      v3 = (float)((1u != 1u) & 1);
      int v24 = ((long)(double)((int)((uint)ii[141u % tot] - (uint)ii[at]) & 4095) > (long)v3);
    }
  } break;
  default: {
    od[0 * tot + at] = da[at];
  }
  }
  of[4 * tot + at] = (5.0f * (-2.0f));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
