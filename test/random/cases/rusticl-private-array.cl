// rusticl 25 and 26, link, every strategy, which way auto took: items 0 and 8 share a private array.
// options: -cl-std=CL3.0
// driver fault: rusticl: link-*
// launch: k 16x1x1 groups 1x1x1
//   int[16] 0 1 2 3 4 5 6 7 8 9 a b c d e f
//   int[16] a5a5a5a5*16 ->
//     0 602 1206 240c 3c14 5a1e 7e2a a838 d848 10e5a 14a6e 18c84 1d49c 222b6 276d2 2d0f0
kernel void k(global const int *in, global int *o) {
  int x = in[get_global_id(0)], results[8], sum = 0;
  for (int i = 0; i < 8; i++)
    results[i] = work_group_scan_inclusive_add(x * i);
  for (int i = 0; i < 8; i++)
    sum = sum * 2 + results[7 - i];
  o[get_global_id(0)] = sum;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
