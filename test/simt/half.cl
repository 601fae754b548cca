// Functions of half that have only one right result (generic/half.cl), on GPU targets; values by Intel's CPU runtime.
// options: -cl-std=CL1.2
// options: -cl-std=CL3.0
// needs: fp64 fp16
// launch: convert 64 groups 4
//   uint[256] bits:7
//   uint[4864] 0*4864 -> xxh64:0666e1a05f737f05
//   int[3072] 0*3072 -> xxh64:33afd6a41a5e0541
// launch: compute 64 groups 4
//   uint[512] bits:9
//   uint[7424] 0*7424 -> xxh64:e4a1fc7fc3962b86
//   int[2560] 0*2560 -> xxh64:0fcbf7e28b6be6f1
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define PUT(x) (o[256 * at++ + i] = as_ushort(x))
#define PUT_INT(x) (q[256 * is++ + i] = (int)(x))

kernel void convert(global const uint *in, global uint *o, global int *q) {
  const uint i = (uint)get_global_id(0);
  uint at = 0, is = 0;
  // Floats that are close to a half, between two, and larger than the greatest.
  const float f = as_float((in[i] & 0x80ffffffu) | (0x36000000u + (i % 26 << 23)));
  const double d = (double)f + (double)f * 0x1p-40 * ((int)(i % 3) - 1);
  PUT(convert_half(f));
  PUT(convert_half_rte(f));
  PUT(convert_half_rtz(f));
  PUT(convert_half_rtp(f));
  PUT(convert_half_rtn(f));
  PUT(convert_half(d));
  PUT(convert_half_rtz(d));
  PUT(convert_half_rtp(d));
  PUT(convert_half_rtn(d));
  const int n = (int)in[i] >> (i % 28);
  PUT(convert_half_rtz(n));
  PUT(convert_half_rtp(n));
  PUT(convert_half_rtn(n));
  PUT(convert_half((ulong)in[i] << (i % 32) >> 20));
  half3 h = convert_half3_rtp((float3)(f, -f, f * 3));
  PUT(h.x);
  PUT(h.y);
  PUT(h.z);
  h = convert_half3_rtn((short3)((short)n, (short)(n >> 1), (short)~n));
  PUT(h.x);
  PUT(h.y);
  PUT(h.z);
  const half c = (half)(f < 60000 && f > -60000 ? f : 5);
  PUT_INT(convert_int(c));
  PUT_INT(convert_int_rte(c));
  PUT_INT(convert_int_rtp(c));
  PUT_INT(convert_int_rtn(c));
  PUT_INT(convert_char_sat(c));
  PUT_INT(convert_uchar_sat_rte(c));
  PUT_INT(convert_ushort_sat(c));
  PUT_INT(convert_long_rtn(c));
  const short4 s = convert_short4_sat_rtz((half4)(c, -c, c * 4, 1));
  PUT_INT(s.x);
  PUT_INT(s.y);
  PUT_INT(s.z);
  PUT_INT(as_int(convert_float(c)));
}

kernel void compute(global const uint *in, global uint *o, global int *q) {
  const uint i = (uint)get_global_id(0);
  uint at = 0, is = 0;
  const half a = as_half((ushort)(in[i] & 0xfbff)), b = as_half((ushort)((in[i + 256] & 0x87ff) + (i % 2 << 13) + 0x2000));
  int n;
  half h;
  PUT(ceil(a));
  PUT(floor(a));
  PUT(rint(a));
  PUT(round(a));
  PUT(trunc(a));
  PUT(fabs(a));
  PUT(sqrt(fabs(a)));
  PUT(sign(a));
  PUT(fmax(a, b));
  PUT(min(a, b));
  PUT(copysign(a, b));
  PUT(fmod(a, b));
  PUT(fdim(a, b));
  PUT(nextafter(a, b));
  PUT(logb(a));
  PUT(ldexp(a, (int)(i % 31) - 15));
  PUT(frexp(a, &n));
  PUT_INT(n);
  PUT(modf(a, &h));
  PUT(h);
  PUT(fract(a, &h));
  PUT(h);
  PUT(clamp(a, (half)-1, (half)2));
  PUT(step(a, b));
  PUT(bitselect(a, b, as_half((ushort)0x0f0f)));
  PUT(select(a, b, (short)(i & 1)));
  PUT_INT(isnan(nan((ushort)i)));
  PUT_INT(ilogb(b));
  PUT_INT(isnormal(a));
  PUT_INT(isgreater(a, b));
  PUT_INT(signbit(a));
  half kept[8];
  vstore3((half3)(a, b, -a), 1, kept);
  const half2 pair = vload2(2, kept);
  const half4 four = shuffle2(pair, (half2)(b, a), (ushort4)(3, 0, 2, 1));
  PUT(pair.x);
  PUT(four.x);
  PUT(four.y);
  PUT(four.z);
  const short2 less = isless(pair, (half2)(a, a)), normal = isnormal((half2)(b, as_half((ushort)(i & 3))));
  PUT_INT(less.x);
  PUT_INT(less.y);
  PUT_INT(normal.x);
  PUT_INT(normal.y);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
