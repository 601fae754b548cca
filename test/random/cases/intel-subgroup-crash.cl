// Intel's compiler died of it by subgroup: in "sycl-kernel-reduce-cross-barrier-values".
// Plain text passed there. Since the library's scans and reduces for sub-groups have other code, it does not show any more.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k18 9x1x1 groups 1x1x2
//   int[18] small:1
//   long[18] a5a5a5a5a5a5a5a5*18 ->
//     0*18
//   double[18] a5a5a5a5a5a5a5a5*18 ->
//     c0b2b40000000000*18
//   int 0
//   uint 2
//   ulong 3
//   long[18] small:7
//   float[18] a5a5a5a5*18 ->
//     ff800000 c1000000*8 ff800000 c1000000*8
//   float[18] 3f800000 40000000 bf800000 3f800000 40000000 bf800000 3f800000 40000000 bf800000 3f800000 40000000 bf800000 3f800000 40000000 bf800000 3f800000 40000000 bf800000
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define A_any work_group_any
#define M_reduce_add(...) work_group_reduce_add(__VA_ARGS__)
#define M_scan_exclusive_max(...) work_group_scan_exclusive_max(__VA_ARGS__)
#define PASTE(a, b) a##b
typedef long i64_t;
typedef float real;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
__attribute__((reqd_work_group_size(9, 1, 1))) kernel void k18(global const int *ii, global long *ol, global double *od, int n1, uint n0, ulong n2, global const long *il, global float *of, global const float *fm) {
  local double l20[1];
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  float v19 = M_scan_exclusive_max(work_group_reduce_min(work_group_reduce_mul(fm[at])));
  double v21 = 0.0;
  barrier(CLK_LOCAL_MEM_FENCE);
  { double t_ = ((work_group_reduce_add /* ( */
    (7.0) - M_reduce_add((double)((-1248483444) & 255))) * 4.0); if (r < 1u) l20[r] = t_; }
  barrier(CLK_LOCAL_MEM_FENCE);
  v21 = l20[(r + 7u) % min(lsz_(), 1u)];
  ol[0 * tot + at] = PASTE(work_group_, broadcast)((long)r, (uint)((((uint)ii[n0 % tot] % 12u) >> 23u) % lsz_()));
  if (((work_group_reduce_add(1UL) ^ work_group_reduce_add(0UL)) <= (ulong)(0 - (ulong)n2))) {
    for (int j22 = 0; j22 < ((int)(0 - (uint)(int)get_num_groups(0)) & 3); j22++) {
    }
  } else {
    if ((popcount(((A_any((720L < 815L)) != 0) ? (ulong)il[at] : n2)) > (7UL + (ulong)ii[at]))) {
      v21 = (((int)(-7708025851767069486L) == (int)r) ? ((double)(ii[(at + 15u) % tot] & 7) - 5.0) : ((((ulong)n1 & 1UL) == 1UL) ? (double)(7 & 15) : v21));
      real v25 = fabs((float)(ii[at] & 63));
      long g26[8] = {(-6668600444409689903L), il[at], (long)r, max((long)n1, 414L), il[(at + 15u) % tot], (long)n2, il[at], ((long)get_local_size(0) >> 29L)};
    }
    size_t v27 = work_group_reduce_min((ulong)((ulong)ii[at] == (ulong)ii[194u % tot]));
  }
  for (size_t i33 = 0; i33 < ((ulong)n0 & 3UL); i33++) {
    for (int i34 = 0; i34 < ((int)n0 & 3); i34++) {
      i64_t v35 = work_group_reduce_or((((r > 15u) ? popcount(il[(uint)1L % tot]) : min(1L, 1L)) | 1L));
    }
  }
  od[0 * tot + at] = v21;
  of[0 * tot + at] = v19;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
