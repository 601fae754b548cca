// Plain OpenCL C: PoCL 7.1 loses the store of an item that a value known at launch chooses.
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=6 -DV=1
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=6 -DV=2
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=6 -DV=3
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=142u%tot -DV=1
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=142u%tot -DV=2
// options: -cl-std=CL3.0 -DAT=get_global_id(0) -DTOT=get_global_size(0) -DX=142u%tot -DV=3
// driver fault: Portable Computing Language 7.1: *
// launch: k 4x1x1 groups 2x1x1
//   int[8] ffffffdb ffffffe2 ffffffe9 fffffff0 fffffff7 fffffffe 5 c
//   int[8] a5a5a5a5*8 -> 5*8
kernel void k(global const int *in, global int *o) {
  uint at = AT, tot = TOT; local int s[2];
  uint x = (uint)(278u%(uint)get_local_size(0)), y = (uint)(1u%(uint)get_local_size(1));
#if V == 1
  if (get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == 0) s[0] = in[X];
#elif V == 2
  if ((uint)get_local_linear_id() == (uint)y * (uint)get_local_size(0) + x) s[0] = in[X];
#else
  if ((uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0)) == (uint)y * (uint)get_local_size(0) + x) s[0] = in[X];
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  o[at] = s[0];
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
