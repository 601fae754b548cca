// PoCL 3.1 and 6.0: their printf takes vectors as their own compilers pass them, in other places than they are in SPIR: they printed other values.
// driver fault: rusticl: *
// driver fault: clgroup executor: *
// options: -cl-std=CL3.0
// launch: k 2 groups 1 prints cd38b55103313d6f
//   int[2] 3 4 -> 7 7
kernel void k(global int *io) {
  int x = work_group_reduce_add(io[get_local_id(0)]), i = get_local_id(0);
  printf("@%d: %#v2hhx %v3hd %8.2v4hlf %d %v4hhd\n", i, (uchar2)(x, 0xfb), (short3)(x, i, 300), (float4)(x, 1, i, 8.5f), 5, (char4)(-x, i, 1, -1));
  printf("@%d: %v8hlu %v16hlx %c %v2hx %v8hhx\n", i, (uint8)(x, i, 4, 5, 6, 7, 8, 9), (uint16)(x + i), 'y', (ushort2)(x, 0x8765), (uchar8)(i, 200, x, 4, 5, 6, 7, 8));
  io[get_local_id(0)] = x;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
