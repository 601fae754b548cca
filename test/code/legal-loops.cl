// llvm-spirv writes invalid SPIR-V for loops' metadata and for blocks that use values of later blocks. clgroup-cc corrects both, also in
// kernels that do not use the library.
//
// RUN: for o in -O0 -O1 -O2 -O3 -Os -cl-opt-disable; do clgroup-cc $o %s -o %t.spv && spirv-val %t.spv || exit 1; done
//
// The last resort loses the user's loop hints, so it is used only where nothing else helps.
// RUN: clgroup-cc -DMERGES -O2 %s -o %t.spv -v 2>%t.log && grep -q "without the loops' metadata" %t.log
// RUN: clgroup-cc -DHINT -O0 %s -o %t.spv -v 2>%t.log && not grep again %t.log && spirv-dis %t.spv | grep 'OpLoopMerge.* Unroll'

#ifndef HINT
kernel void merges(global int *o, int n) {
  for (int i = 0; i < n; i++)
#pragma unroll 2
    for (int j = 0; j < n; j++) {
      if (o[j] == 7)
        break;
      o[i] += j;
    }
#pragma unroll 4
  while (o[3] < n) {
#pragma unroll 2
    do {
      if (o[1]++ == 5)
        continue;
      o[0] += n;
    } while (o[0] < n);
  }
}
#else
kernel void hint(global int *o, int n) {
#pragma unroll
  for (int i = 0; i < n; i++)
    o[i] += i;
}
#endif

#if !defined HINT && !defined MERGES
kernel void order(global const int *in, global int *o) {
  int i = 0, s = 0;
  for (;; i++) {
    if (in[i] == 3)
      break;
    if (in[i] == 4) {
      s = in[i + 1];
      break;
    }
    for (int j = 0; j < in[0]; j++)
      if (in[j] == in[i])
        return;
    s += in[i];
  }
  o[0] = s;
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
