// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions of SPV_KHR_bit_instructions and SPV_KHR_integer_dot_product, beside plain arithmetic.

#define DECLARED __attribute__((overloadable, const))
uint DECLARED bitfield_insert(uint base, uint field, uint at, uint count);
ushort2 DECLARED bitfield_insert(ushort2 base, ushort2 field, uint at, uint count);
char DECLARED bitfield_extract_signed(char x, uint at, uint count);
ulong DECLARED bitfield_extract_unsigned(ulong x, uint at, uint count);
ushort4 DECLARED bit_reverse(ushort4 x);
int DECLARED dot(char4 x, char4 y);
uint DECLARED dot_acc_sat(uchar4 x, uchar4 y, uint to);
int DECLARED dot_acc_sat(char4 x, uchar4 y, int to);

ushort reversed(ushort x) {
  ushort y = 0;
  for (int bit = 0; bit < 16; bit++)
    y |= (x >> bit & 1) << (15 - bit);
  return y;
}

kernel void k(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  uint x = (uint)in[i] * 2654435761u;
  uint at = x % 24, zero = (uint)get_global_offset(0);
  ushort2 inserted = bitfield_insert((ushort2)(x, ~x), (ushort2)(x >> 16, 5), 13u, 3u);
  ushort4 turned = bit_reverse((ushort4)(x, ~x, x >> 16, i));
  uchar4 bytes = as_uchar4(x), high = bytes | (uchar)0xf0;
  char4 chars = as_char4(x);
  uint sum = bytes.x * high.x + bytes.y * high.y + bytes.z * high.z + bytes.w * high.w;
  int mixed = chars.x * high.x + chars.y * high.y + chars.z * high.z + chars.w * high.w;
  long near = (long)INT_MAX - 100 + mixed;

  bool right = bitfield_insert(x, ~x, at, 7u) == ((x & ~(0x7fu << at)) | ((~x & 0x7f) << at));
  right &= bitfield_insert(x, ~x, at, zero) == x;
  right &= inserted.x == (ushort)((x & 0x1fff) | x >> 16 << 13) && inserted.y == (ushort)((~x & 0x1fff) | 5 << 13);
  right &= bitfield_extract_signed((char)x, 1u, 3u) == (char)((char)(x << 4) >> 5);
  right &= bitfield_extract_unsigned((ulong)x << 20 | 5, 20u, 24u) == (x & 0xffffff);
  right &= turned.x == reversed(x) && turned.y == reversed(~x) && turned.z == reversed(x >> 16) && turned.w == reversed(i);
  right &= dot(chars, as_char4(~x)) == chars.x * ~chars.x + chars.y * ~chars.y + chars.z * ~chars.z + chars.w * ~chars.w;
  right &= dot_acc_sat(bytes, high, 7u) == sum + 7;
  right &= dot_acc_sat(bytes, high, ~0u - 7) == (sum > 7 ? ~0u : ~0u - 7 + sum);
  right &= dot_acc_sat(chars, high, INT_MAX - 100) == (near > INT_MAX ? INT_MAX : (int)near);
  out[i] = right ? in[i] : -99999;
}
