// Intel dies of it by chance with --default-limit, by cc-vector still: "sycl-kernel-reduce-cross-barrier-values" (docs/drivers.md).
// options: -cl-std=CL3.0
// needs: fp64
// launch: k23 9x1x1 groups 2x1x1
//   int[18] small:1
//   long[18] small:2
//   uint 3
//   int 2
//   float[36] a5a5a5a5*36 ->
//     0 3f800000 40400000 40c00000 41200000 41700000 41a80000 41e00000 42100000 0 3f800000 40400000 40c00000 41200000
//     41700000 41a80000 41e00000 42100000 3f800000*18
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define A_scan_exclusive_add work_group_scan_exclusive_add
#define M_reduce_add(...) work_group_reduce_add(__VA_ARGS__)
typedef int i32_t;
typedef uint u32_t;
typedef struct { float f0; float f1; float f2; float f3; } Sg28;
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k23(global const int *ii, global const long *il, uint n0, int n1, global float *of) {
  uint r = rank_(), at = grp_() * lsz_() + r, tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  float v26 = (float)(((double)((int)get_num_groups(0) & 3) <= work_group_reduce_add((double)((int)get_local_id(0) & 255))) & 1023);
  v26 = (float)((work_group_all(1) != 0) & 3);
  switch ((uint)M_reduce_add(1) * 0x50000001u) {
  case 0xf0000003u: {
    if (work_group_reduce_add(min(1, 1))) {
      if ((((work_group_any /* ( */
    ((int)r) != 0) ? (ulong)grp_() : 232UL) == 1UL)) {
        Sg28 g28; g28.f0 = (float)(1 & 15); g28.f1 = v26; g28.f2 = 2.0f; g28.f3 = v26;
      }
      v26 = work_group_reduce_add((float)(ii[at] & 63));
    }
  } break;
  case 0xa0000002u: {
  }
  case 0x50000001u: {
    v26 = work_group_broadcast /* ( */
    (work_group_scan_inclusive_min(4.0f), (long)((uint)((ulong)il[n0 % tot] * 573UL) % lsz_()));
  }
  }
  for (u32_t i33 = (uint)n0; i33-- > 0;) {
    i32_t v34 = work_group_scan_exclusive_add(n1);
    of[0 * tot + at] = work_group_scan_inclusive_add(A_scan_exclusive_add((float)(1 & 3)));
  }
  of[1 * tot + at] = v26;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
