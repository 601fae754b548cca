// PoCL 3.1 crashed at a kernel of a single barrier (lib/lower/passes/single-barrier.c) whose loop had two entries: the head, and behind the barrier.
// options: -cl-std=CL3.0
// launch: k0 1 groups 1
//   int[1] de08be08
//   long[1] 9669deed33b43d3f
//   uint 1
//   int 1
//   ulong 1
//   int[1] de -> de
//   ulong[3] a5a5a5a5a5a5a5a5*3 -> a5a5a5a5a5a5a5a5*3
//   float[1] a5a5a5a5 -> a5a5a5a5
#define PASTE(a, b) a##b
uint rank_(void) { return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)); }
uint lsz_(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
uint grp_(void) { return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)); }
kernel void k0(global const int *ii, global const long *il, uint n0, int n1, ulong n2, global int *io, global ulong *om, global float *of) {
  uint v3 = 0u;
  long v4 = 0L;
  uint r = rank_();
  uint at = grp_() * lsz_() + rank_();
  uint tot = lsz_() * (uint)(get_num_groups(0) * get_num_groups(1) * get_num_groups(2));
  {
    const uint c3 = (uint)(((uint)get_local_size(2)) & 3);
    for (v3 = c3; v3-- > 0;) {
      if ((0u == ((uint)il[0u % tot])))
        continue;
      v4 = (PASTE(work_group_, all)(0) ? 0L : 0L);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
