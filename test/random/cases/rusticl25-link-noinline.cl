// rusticl 25 by link: the same by a function with noinline, which the layer takes away.
// options: -cl-std=CL3.0
// needs: fp64
// launch: k4 17 groups 1
//   int[17] 63 f0e439e1 1321b0c8 a54282a9 111 c0 ef960ce7 aa c5 e3 115 123 d2 86e7189b f1766db1 984c71a cb45b365
//   long[17] bb649ff4059d0e50 52 1e f25a5d7b8dcdc4c d86486a44e273421 be 42 6f e1 e9 1f 127 70b81c5020cb0930 b0 48 75
//     128
//   uint 1
//   int 1
//   ulong 0
//   int[17] dd 9c 5e 121 f0 105 82 110 72 ac e2 121 ce92d40 8e1b4390 6c693c34 398952bc 1f -> xxh64:f2676bac7ef93044
//   int[17] a5a5a5a5*17 -> xxh64:32403e63027c3e66
//   ulong[17] a5a5a5a5a5a5a5a5*17 -> xxh64:f276d46ddc912f23
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
typedef uint t_uint;
typedef ulong t_ulong;
typedef float t_float;
__attribute__((noinline)) t_float h0(t_ulong v0, t_ulong v1) {
  t_float v4 = 0;
  t_float v7 = 0;
  v7 = ((v4 <= 0.0f) ? 0.0f : v4);
  return 0.0f;
}
kernel void k4(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global int *oi, global ulong *om) {
  t_uint v1 = 0;
  t_ulong v2 = 0;
  t_float v3[4] = {0};
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  v1 = PASTE(work_group_, reduce_min)(0u);
  {
    #define c2 (ulong)(((t_ulong)lsz_()) & 3)
    for (v2 = 0; v2 < c2; v2++) {
      v3[(uint)2589165543u % 4u] = h0(1UL, 1UL);
    }
#undef c2
  }
  om[0 * tot + at] = PASTE(work_group_, scan_inclusive_max)(0UL);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
