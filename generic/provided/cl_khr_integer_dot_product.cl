// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_integer_dot_product: for devices that lack it, and for GPU targets. */
#include <names.h>

#define CLGROUP_DOT(result, a, b, signs)                                                                               \
  result CLGROUP_VALUE dot(a##4 x, b##4 y) {                                                                           \
    return (result)(x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w);                                                    \
  }                                                                                                                    \
  result CLGROUP_VALUE dot_acc_sat(a##4 x, b##4 y, result to) {                                                        \
    return add_sat(dot(x, y), to);                                                                                     \
  }                                                                                                                    \
  result CLGROUP_VALUE dot_4x8packed_##signs##_##result(uint x, uint y) {                                              \
    return dot(as_##a##4(x), as_##b##4(y));                                                                            \
  }                                                                                                                    \
  result CLGROUP_VALUE dot_acc_sat_4x8packed_##signs##_##result(uint x, uint y, result to) {                           \
    return add_sat(dot(as_##a##4(x), as_##b##4(y)), to);                                                               \
  }
CLGROUP_DOT(uint, uchar, uchar, uu)
CLGROUP_DOT(int, char, char, ss)
CLGROUP_DOT(int, uchar, char, us)
CLGROUP_DOT(int, char, uchar, su)
