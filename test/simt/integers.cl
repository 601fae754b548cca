// Integer functions that libclc lacks (generic/integers.cl), and those of two extensions, provided; values by Intel's CPU runtime.
// options: -cl-std=CL3.0 --provide=cl_khr_extended_bit_ops,cl_khr_integer_dot_product
// launch: k 64 groups 4
//   uint[512] bits:3
//   int[8448] 0*8448 -> xxh64:d2478426bb616596
//   long[1280] 0*1280 -> xxh64:ecbecb3749b09a08
#define PUT(x) (o[256 * at++ + i] = (int)(x))
#define PUT_LONG(x) (l[256 * wide++ + i] = (long)(x))
kernel void k(global const uint *in, global int *o, global long *l) {
  const uint i = (uint)get_global_id(0);
  uint at = 0, wide = 0;
  const uint x = in[i], y = in[i + 256], z = x << (i % 33 == 32 ? 31 : i % 33);
  const ulong w = ((ulong)x << 32 | y) << (i % 64);
  PUT(ctz(z));
  PUT(ctz((uchar)z));
  PUT(ctz((short)z));
  PUT(ctz(0));
  PUT_LONG(ctz(w));
  const char3 c = ctz((char3)((char)z, 0, -128));
  PUT(c.x);
  PUT(c.y);
  PUT(c.z);
  PUT(mad_hi((int)x, (int)y, (int)z));
  PUT(mad_hi((ushort)x, (ushort)y, (ushort)i));
  const uint count = i % 9, from = i / 9 % (9 - count), more = i % 65;
  PUT(bitfield_insert(x, y, i % 32, 32 - i % 32));
  PUT(bitfield_insert((uchar)x, (uchar)y, from, count));
  PUT(bitfield_extract_signed(x, i % 32, 32 - i % 32));
  PUT(bitfield_extract_signed((uchar)x, from, count));
  PUT(bitfield_extract_unsigned((char)x, from, count));
  PUT(bitfield_extract_unsigned((short)x, from, count));
  PUT_LONG(bitfield_insert(w, (ulong)x * y, 64 - more, more));
  PUT_LONG(bitfield_extract_signed(w, 64 - more, more));
  PUT_LONG(bitfield_extract_unsigned((long)w, 0, more));
  const short2 fields = bitfield_insert((short2)((short)x, 0), (short2)((short)y, -1), 3, 7);
  PUT(fields.x);
  PUT(fields.y);
  PUT(bit_reverse(x));
  PUT(bit_reverse((char)x));
  PUT(bit_reverse((ushort)x));
  PUT_LONG(bit_reverse(w));
  const int3 reversed = bit_reverse((int3)((int)x, 1, (int)y));
  PUT(reversed.x);
  PUT(reversed.y);
  PUT(reversed.z);
  PUT(dot(as_uchar4(x), as_uchar4(y)));
  PUT(dot(as_char4(x), as_char4(y)));
  PUT(dot(as_uchar4(x), as_char4(y)));
  PUT(dot(as_char4(x), as_uchar4(y)));
  PUT(dot_acc_sat(as_uchar4(x), as_uchar4(y), 0xffffff00u + i));
  PUT(dot_acc_sat(as_char4(x), as_char4(y), i & 1 ? INT_MAX : INT_MIN));
  PUT(dot_4x8packed_uu_uint(x, y));
  PUT(dot_4x8packed_us_int(x, y));
  PUT(dot_acc_sat_4x8packed_su_int(x, y, (int)z));
  PUT(dot_acc_sat_4x8packed_ss_int(x, y, INT_MAX - 99));
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
