// The executor: structs passed by value to a function that is not inlined.
// options: -cl-std=CL3.0 -cl-opt-disable
// launch: k 4 groups 1
//   uint[4] 1 2 3 4
//   uint[4] a5a5a5a5*4 -> 1 2 3 4
// launch: k2 4 groups 1
//   uint[4] 1 2 3 4
//   uint[4] a5a5a5a5*4 -> 3 5 7 9
// launch: k3 4 groups 1
//   uint[4] 1 2 3 4
//   uint[4] a5a5a5a5*4 -> 3 5 7 9
// launch: k4 4 groups 1
//   uint[4] 1 2 3 4
//   uint[4] a5a5a5a5*4 -> 3 5 7 9
// launch: k5 4 groups 1
//   uint[4] 1 2 3 4
//   uint[4] a5a5a5a5*4 -> 3 5 7 9
typedef struct { uchar a, b; } two;
typedef struct { ushort a, b; } twos;
typedef struct { uint a, b; } twou;
typedef struct { uchar a, b, c; } three;
uint one(two x) { return x.a; }
uint both(two x, two y) { return (uint)(x.a + y.b); }
uint boths(twos x, twos y) { return (uint)(x.a + y.b); }
uint bothu(twou x, twou y) { return (uint)(x.a + y.b); }
uint both3(three x, three y) { return (uint)(x.a + y.b); }
kernel void k(global const uint *in, global uint *out) {
  uint i = get_local_id(0);
  two x = {(uchar)in[i], 7};
  out[i] = one(x);
}
kernel void k2(global const uint *in, global uint *out) {
  uint i = get_local_id(0);
  two x = {(uchar)in[i], 7}, y = {9, (uchar)(in[i] + 1)};
  out[i] = both(x, y);
}
kernel void k3(global const uint *in, global uint *out) {
  uint i = get_local_id(0);
  twos x = {(ushort)in[i], 7}, y = {9, (ushort)(in[i] + 1)};
  out[i] = boths(x, y);
}
kernel void k4(global const uint *in, global uint *out) {
  uint i = get_local_id(0);
  twou x = {in[i], 7}, y = {9, (in[i] + 1)};
  out[i] = bothu(x, y);
}
kernel void k5(global const uint *in, global uint *out) {
  uint i = get_local_id(0);
  three x = {(uchar)in[i], 7, 9}, y = {9, (uchar)(in[i] + 1), 10};
  out[i] = both3(x, y);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
