// PoCL keeps private arrays that live across a barrier on a stack of 8 MiB: these take 16 for 4096 work-items. Under the layer its stacks are
// larger (lib/layer/base/stacks.h).
// options: -cl-std=CL3.0
// driver fault: Portable Computing Language: cc-*
// launch: k 4096 groups 1
//   int[4096] small:1 -> xxh64:8c81c7a8ee76f6d7
kernel void k(global int *io) {
  const int i = get_local_id(0), x = io[i];
  int a[1024];
  for (int k = 0; k < 1024; ++k)
    a[k] = x * k + i;
  const int sum = work_group_reduce_add(a[x & 1023]);
  io[i] = sum + a[(sum + i) & 1023];
}

#if 0 // plain
kernel void k(global int *io) {
  local int s[4096];
  const int i = get_local_id(0), x = io[i];
  s[i] = x * (x & 1023) + i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int k = 0; k < 4096; ++k)
    sum += s[k];
  io[i] = sum + x * ((sum + i) & 1023) + i;
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
