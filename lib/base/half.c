/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/half.h"

#include <math.h>

enum { EXPONENT_BIAS = 15, MANTISSA_BITS = 10, EXPONENT_ALL_ONES = 31 };

double clgroup_half_to_double(uint16_t bits) {
  int exponent = bits >> MANTISSA_BITS & EXPONENT_ALL_ONES;
  int mantissa = bits & ((1 << MANTISSA_BITS) - 1);
  double magnitude;
  if (exponent == EXPONENT_ALL_ONES)
    magnitude = mantissa ? (double)NAN : (double)INFINITY;
  else if (exponent == 0)
    magnitude = ldexp(mantissa, 1 - EXPONENT_BIAS - MANTISSA_BITS);
  else
    magnitude = ldexp(mantissa | 1 << MANTISSA_BITS, exponent - EXPONENT_BIAS - MANTISSA_BITS);
  return copysign(magnitude, bits & 0x8000 ? -1.0 : 1.0);
}

uint16_t clgroup_half_from_double(double value) {
  uint16_t sign = signbit(value) ? 0x8000 : 0;
  double magnitude = fabs(value);
  if (isnan(value))
    return sign | 0x7e00;
  /* 65520 lies half-way between the largest half, 65504, and the next power of two; the tie goes to infinity. */
  if (magnitude >= 65520.0)
    return sign | 0x7c00;
  if (magnitude == 0)
    return sign;
  int exponent = ilogb(magnitude);
  if (exponent < 1 - EXPONENT_BIAS) /* a denormal; rounding up to the first normal number carries into the exponent */
    return sign | (uint16_t)nearbyint(ldexp(magnitude, EXPONENT_BIAS - 1 + MANTISSA_BITS));
  double mantissa = nearbyint(ldexp(magnitude, MANTISSA_BITS - exponent));
  return sign | (uint16_t)(((exponent + EXPONENT_BIAS) << MANTISSA_BITS) + ((int)mantissa - (1 << MANTISSA_BITS)));
}
