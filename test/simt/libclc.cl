// nan of double, which libclc makes an infinity; and rotations, which LLVM 15 gets wrong in PTX (only a GPU shows it).
// options: -cl-std=CL3.0
// launch: k 4 groups 1
//   long[4] 0 40 1 ffffffffffffffff
//   long[8] 0*8 ->
//     123456789abcdef0 123456789abcdef0 2468acf13579bde0 91a2b3c4d5e6f78
//     7ff8000000000000 7ff8000000000001 7ff8000000000002 7ff8000000000003
kernel void k(global const long *by, global long *o) {
  const size_t i = get_local_id(0);
  o[i] = rotate(0x123456789abcdef0L, by[i]);
  o[4 + i] = as_long(nan((ulong)i));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
