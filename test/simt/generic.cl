// OpenCL C's functions with a generic pointer, and variables of the program's scope, on GPU targets; values by Intel's CPU runtime.
// options: -cl-std=CL2.0
// options: -cl-std=CL3.0
// launch: k 1 groups 4
//   float[16] 40300000 c0600000 41000000 40e00000 bf000000 0 3f800000 40000000 3e800000 42c80000 bf000000 c0e00000 3fc00000 40a00000 0 41880000
//   int[16] 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3
//   float[512] 0*512 -> xxh64:d14890277808b5b7
//   int[256] 0*256 -> xxh64:fc455064b7e51a22
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
global int table[4] = {30, 10, 40, 15};
kernel void k(global const float *in, global const int *n, global float *o, global int *q) {
  const uint row = get_group_id(0);
  float a[16];
  short kept[20];
  half *h = (half *)kept;
  double d[2];
  int e[16];
  local float s[16];
  o += row * 128;
  q += row * 64;
  for (int i = 0; i < 16; i++) {
    a[i] = in[(i + row) & 15];
    s[i] = 0;
    e[i] = n[i];
  }
  // One of three memories, by a value that the compiler does not know.
  float *p = row == 0 ? a : row == 1 ? (float *)s : o + 100;
  vstore4(vload4(1, a), 0, p);
  vstore3(vload3(2, a), 2, p);
  vstore4(vload4(0, p), 0, o);
  vstore3(vload3(2, p), 0, o + 4);
  vstore8(vload8(0, e), 0, q);
  vstore16(convert_int16(vload16(0, a) * 4), 0, q + 8);
  float4 second;
  int4 whole;
  vstore4(fract(vload4(0, a), &second), 2, o);
  vstore4(second, 3, o);
  vstore4(modf(vload4(0, a), &second), 4, o);
  vstore4(second, 5, o);
  vstore4(frexp(vload4(0, a), &whole), 6, o);
  vstore4(whole, 6, q);
  vstore4(remquo(vload4(0, a), (float4)2, &whole), 7, o);
  vstore4(whole & 7, 7, q);
  o[32] = modf(a[0], p);
  o[33] = *p;
  o[34] = (float)modf((double)a[1], &d[0]);
  o[35] = (float)d[0];
  o[36] = frexp(a[2], &e[0]);
  q[32] = e[0];
  (void)lgamma_r(-0.5f - 1.0f * row, &e[1]);
  q[33] = e[1];
  int *from = &e[2];
  if (row & 1)
    from = table;
  q[34] = from[row];
  o[37] = sincos(0.0f, p);
  o[38] = *p;
  for (int i = 0; i < 20; i++)
    kept[i] = 0;
  vstore_half(a[0], 17, h);
  vstore_half4_rtz(vload4(1, a) * 1.0009765f, 0, h);
  vstorea_half3((float3)(1, 2, 3), 2, h);
  vstore_half3((float3)(4, 5, 6), 4, h);
  o[39] = vload_half(17, h);
  vstore4(vload_half4(0, h), 10, o);
  vstore3(vloada_half3(2, h), 0, o + 44);
  vstore3(vload_half3(4, h), 0, o + 47);
  vstore16(vloada_half16(0, h), 0, o + 50);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
