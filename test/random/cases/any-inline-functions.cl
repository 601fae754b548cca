// `inline` without static or extern: by C99 a call that clang does not inline needs another definition, which no program has. PoCL, Intel's and
// Mesa's compilers take it; what clgroup-cc compiled did not link.
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 8 groups 2
//   int[16] small:1
//   int[16] a5a5a5a5*16 ->
//     fc8 fe5 fe0 f28 1500 ffffe493 fffe1cbb fff4ab78 f8a f94 f23 ce0 f8f ffffa087 dc09 fffcf9ba
__attribute__((noinline)) inline int mixed(int x, int n) {
  for (int i = 0; i < (n & 7); ++i)
    x = x * 5 + (x >> 3);
  return x;
}
kernel void k(global const int *in, global int *out) {
  int i = get_global_id(0), a = mixed(in[i], i), b = mixed(a, 5) & 1023;
  b = work_group_reduce_add(b);
  out[i] = a + b;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
