// Intel by link with -cl-opt-disable: a kernel with calls of ulong and double could not be launched.
// options: -cl-std=CL3.0 -cl-opt-disable -DA
// options: -cl-std=CL3.0 -cl-opt-disable -DB
// options: -cl-std=CL3.0 -cl-opt-disable -DC -DD
// options: -cl-std=CL3.0 -cl-opt-disable -DA -DB
// options: -cl-std=CL3.0 -cl-opt-disable -DA -DB -DC -DD
// options: -cl-std=CL3.0 -DA -DB -DC -DD
// needs: fp64
// launch: k 64x1x1 groups 2x1x1
//   int[128] bits:1
//   int[128] 0*128 -> 5*128
kernel void k(global const int *in, global int *o) { uint at = get_global_id(0);
#ifdef A
  o[at] += (int)work_group_reduce_max((ulong)in[at]);
#endif
#ifdef B
  o[at] += (int)work_group_reduce_max((double)in[at]);
#endif
#ifdef C
  o[at] += (int)work_group_broadcast((ulong)in[at], 0);
#endif
#ifdef D
  o[at] += (int)work_group_broadcast((double)in[at], 0);
#endif
  o[at] = 5;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
