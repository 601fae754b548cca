// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's integer functions that libclc lacks: mad_hi and ctz. (provided/ has those of cl_khr_extended_bit_ops and
 * cl_khr_integer_dot_product.) */
#define CLGROUP_VALUE __attribute__((overloadable, always_inline, const))

#define CLGROUP_INTEGER_(n, type)                                                                                      \
  type##n CLGROUP_VALUE mad_hi(type##n a, type##n b, type##n c) {                                                      \
    return mul_hi(a, b) + c;                                                                                           \
  }                                                                                                                    \
  type##n CLGROUP_VALUE ctz(type##n x) {                                                                               \
    return popcount((type##n)(~x & (x - (type)1)));                                                                    \
  }
#define CLGROUP_INTEGER(type)                                                                                          \
  CLGROUP_INTEGER_(, type)                                                                                             \
  CLGROUP_INTEGER_(2, type) CLGROUP_INTEGER_(3, type) CLGROUP_INTEGER_(4, type) CLGROUP_INTEGER_(8, type)              \
  CLGROUP_INTEGER_(16, type)
CLGROUP_INTEGER(char)
CLGROUP_INTEGER(uchar)
CLGROUP_INTEGER(short)
CLGROUP_INTEGER(ushort)
CLGROUP_INTEGER(int)
CLGROUP_INTEGER(uint)
CLGROUP_INTEGER(long)
CLGROUP_INTEGER(ulong)
