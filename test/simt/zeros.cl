// Of a zero that is taken off -0.0 stays -0.0, and what is taken off INT_MIN wraps around.
// options: -cl-std=CLC++2021
// launch: k 1 groups 1
//   uint[1] 0
//   uint[2] 0*2 ->
//     80000000 0
#include <clgroup/cooperative_groups.h>
kernel void k(global const uint *in, global uint *out) {
  local float zero;
  local int least;
  zero = -0.0f, least = INT_MIN;
  barrier(CLK_LOCAL_MEM_FENCE);
  cuda::atomic_ref<float>(zero).fetch_sub(as_float(in[0]));
  cuda::atomic_ref<int>(least).fetch_sub(INT_MIN + (int)in[0]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[0] = as_uint(zero), out[1] = least;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
