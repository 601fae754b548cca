// rusticl 25 and 26 with -cl-opt-disable by the compile route died while they built valid SPIR-V.
// options: -cl-std=CL3.0 -cl-opt-disable
// options: -cl-std=CL3.0 -cl-opt-disable -DF
// options: -cl-std=CL3.0 -cl-opt-disable -DA
// options: -cl-std=CL3.0 -cl-opt-disable -DF -DA
// options: -cl-std=CL3.0 -cl-opt-disable -DB
// options: -cl-std=CL3.0 -cl-opt-disable -DF -DB
// options: -cl-std=CL3.0 -cl-opt-disable -DA -DB
// options: -cl-std=CL3.0 -cl-opt-disable -DF -DA -DB
// launch: k 64x1x1 groups 2x1x1
//   int[128] 0*128
//   int[128] 0*128 -> 1*128
#ifdef F
uint rank_(void) { return (uint)get_local_id(0); }
#else
#define rank_() ((uint)get_local_id(0))
#endif
kernel void k(global const int *in, global int *o) {
  local float l[1024]; uint r = rank_(), at = get_global_id(0);
#ifdef A
  float v = 0.0f;
#endif
  l[r] = work_group_reduce_min(1.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  o[at] = 1;
#ifdef A
  v = l[r];
#endif
  ulong v38 = work_group_reduce_min(1UL);
#ifdef B
  o[at] *= (int)v38;
#endif
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
