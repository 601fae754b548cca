// Plain OpenCL C: PoCL runs what stands before a barrier that looks conditional twice where the local size is 1 in x.
// options: -cl-std=CL3.0
// driver fault: Portable Computing Language: *
// launch: k 1x3x1 groups 1x1x1
//   float[3] 0*3
//   float[3] a5a5a5a5*3 -> 3f800000*3
// launch: k 1x1x3 groups 1x1x1
//   float[3] 0*3
//   float[3] a5a5a5a5*3 -> 3f800000*3
// launch: k 3x1x1 groups 1x1x1
//   float[3] 0*3
//   float[3] a5a5a5a5*3 -> 3f800000*3
kernel void k(global const float *in, global float *o) { uint at = (get_group_id(0)*get_local_size(2)*get_local_size(1)*get_local_size(0)) + (get_local_id(2)*get_local_size(1)+get_local_id(1))*get_local_size(0)+get_local_id(0); local float s[1]; 
  if (at == 0) s[0] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  if (at == 0) s[0] += 1;
  if (get_local_size(0) < (1u << 20)) barrier(CLK_LOCAL_MEM_FENCE);
  o[at] = s[0]; }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
