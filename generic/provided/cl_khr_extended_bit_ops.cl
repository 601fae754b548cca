// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_extended_bit_ops: for devices that lack it, and for GPU targets. */
#include <names.h>

/* Extracting a field of 0 bits gives 0; inserting one changes nothing. */
#define CLGROUP_BITS(n, type, signed, unsigned, bits)                                                                  \
  type##n CLGROUP_VALUE bitfield_insert(type##n x, type##n field, uint at, uint count) {                               \
    const type mask = (type)((count ? (unsigned)~(unsigned)0 >> (bits - count) : 0) << at);                            \
    return (type##n)((x & (type)~mask) | ((type##n)(field << (type)at) & mask));                                       \
  }                                                                                                                    \
  signed##n CLGROUP_VALUE bitfield_extract_signed(type##n x, uint at, uint count) {                                    \
    return count ? (signed##n)((signed##n)(as_##signed##n(x) << (signed)(bits - count - at)) >> (signed)(bits - count))\
                 : (signed##n)0;                                                                                       \
  }                                                                                                                    \
  unsigned##n CLGROUP_VALUE bitfield_extract_unsigned(type##n x, uint at, uint count) {                                \
    return count ? (unsigned##n)((unsigned##n)(as_##unsigned##n(x) << (unsigned)(bits - count - at)) >>                \
                                 (unsigned)(bits - count))                                                             \
                 : (unsigned##n)0;                                                                                     \
  }
#define CLGROUP_REVERSE(type, ...)                                                                                     \
  type CLGROUP_VALUE bit_reverse(type x) {                                                                             \
    return (type)(__VA_ARGS__);                                                                                        \
  }
#define CLGROUP_INTEGER_(...)                                                                                          \
  CLGROUP_BITS(, __VA_ARGS__)                                                                                          \
  CLGROUP_BITS(2, __VA_ARGS__)                                                                                         \
  CLGROUP_BITS(3, __VA_ARGS__) CLGROUP_BITS(4, __VA_ARGS__) CLGROUP_BITS(8, __VA_ARGS__) CLGROUP_BITS(16, __VA_ARGS__)
#define CLGROUP_INTEGER(type, signed, unsigned, bits)                                                                  \
  CLGROUP_INTEGER_(type, signed, unsigned, bits)                                                                       \
  CLGROUP_REVERSE(type, __builtin_bitreverse##bits((unsigned)x))                                                       \
  CLGROUP_REVERSE(type##2, bit_reverse(x.x), bit_reverse(x.y))                                                         \
  CLGROUP_REVERSE(type##3, bit_reverse(x.xy), bit_reverse(x.z))                                                        \
  CLGROUP_REVERSE(type##4, bit_reverse(x.lo), bit_reverse(x.hi))                                                       \
  CLGROUP_REVERSE(type##8, bit_reverse(x.lo), bit_reverse(x.hi))                                                       \
  CLGROUP_REVERSE(type##16, bit_reverse(x.lo), bit_reverse(x.hi))
CLGROUP_INTEGER(char, char, uchar, 8)
CLGROUP_INTEGER(uchar, char, uchar, 8)
CLGROUP_INTEGER(short, short, ushort, 16)
CLGROUP_INTEGER(ushort, short, ushort, 16)
CLGROUP_INTEGER(int, int, uint, 32)
CLGROUP_INTEGER(uint, int, uint, 32)
CLGROUP_INTEGER(long, long, ulong, 64)
CLGROUP_INTEGER(ulong, long, ulong, 64)
