// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's functions of half, and nan of double, which libclc defines wrongly as infinity. For NVIDIA libclc has no functions of half;
 * for AMD it has some, which are used except copysign and modf, which confuse two values. Those here compute in float, which represents
 * every half and every product of two, and then round once more: as precise as OpenCL C requires. */
#include <opencl-c.h> /* since clang's own declarations are hidden by functions of the same name */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define CLGROUP_BUILTIN __attribute__((overloadable, always_inline))
#define CLGROUP_VALUE __attribute__((overloadable, always_inline, const))

/* EACH(n, ...) for each vector length; n is empty for a scalar. */
#define CLGROUP_VECTORS(EACH, ...)                                                                                     \
  EACH(2, __VA_ARGS__) EACH(3, __VA_ARGS__) EACH(4, __VA_ARGS__) EACH(8, __VA_ARGS__) EACH(16, __VA_ARGS__)
#define CLGROUP_WIDTHS(EACH, ...) EACH(, __VA_ARGS__) CLGROUP_VECTORS(EACH, __VA_ARGS__)
#define CLGROUP_FOUR(EACH, a, b, c, d)                                                                                 \
  CLGROUP_WIDTHS(EACH, a) CLGROUP_WIDTHS(EACH, b) CLGROUP_WIDTHS(EACH, c) CLGROUP_WIDTHS(EACH, d)

#define CLGROUP_CAST(x, type) ((type)(x))
#define CLGROUP_CAST2(x, type) __builtin_convertvector(x, type)
#define CLGROUP_CAST3(x, type) __builtin_convertvector(x, type)
#define CLGROUP_CAST4(x, type) __builtin_convertvector(x, type)
#define CLGROUP_CAST8(x, type) __builtin_convertvector(x, type)
#define CLGROUP_CAST16(x, type) __builtin_convertvector(x, type)
#define CLGROUP_CASTS(n, ...)                                                                                          \
  static float##n CLGROUP_VALUE clgroup_float(half##n x) {                                                             \
    return CLGROUP_CAST##n(x, float##n);                                                                               \
  }                                                                                                                    \
  static half##n CLGROUP_VALUE clgroup_half(float##n x) {                                                              \
    return CLGROUP_CAST##n(x, half##n);                                                                                \
  }
CLGROUP_WIDTHS(CLGROUP_CASTS, )

/* Functions with a result of half, by the number of their operands. */
#define CLGROUP_1(n, name)                                                                                             \
  half##n CLGROUP_VALUE name(half##n x) {                                                                              \
    return clgroup_half(name(clgroup_float(x)));                                                                       \
  }
#define CLGROUP_2(n, name)                                                                                             \
  half##n CLGROUP_VALUE name(half##n x, half##n y) {                                                                   \
    return clgroup_half(name(clgroup_float(x), clgroup_float(y)));                                                     \
  }
#define CLGROUP_3(n, name)                                                                                             \
  half##n CLGROUP_VALUE name(half##n x, half##n y, half##n z) {                                                        \
    return clgroup_half(name(clgroup_float(x), clgroup_float(y), clgroup_float(z)));                                   \
  }
CLGROUP_FOUR(CLGROUP_1, acos, acosh, acospi, asin)
CLGROUP_FOUR(CLGROUP_1, asinh, asinpi, atan, atanh)
CLGROUP_FOUR(CLGROUP_1, atanpi, cbrt, cos, cosh)
CLGROUP_FOUR(CLGROUP_1, cospi, degrees, erf, erfc)
CLGROUP_FOUR(CLGROUP_1, exp, exp10, exp2, expm1)
CLGROUP_FOUR(CLGROUP_1, lgamma, log, log10, log1p)
CLGROUP_FOUR(CLGROUP_1, log2, logb, radians, rsqrt)
CLGROUP_FOUR(CLGROUP_1, sign, sin, sinh, sinpi)
CLGROUP_FOUR(CLGROUP_1, tan, tanh, tanpi, tgamma)
CLGROUP_FOUR(CLGROUP_2, atan2, atan2pi, fdim, fmod)
CLGROUP_FOUR(CLGROUP_2, hypot, pow, powr, remainder)
CLGROUP_WIDTHS(CLGROUP_2, step)
CLGROUP_WIDTHS(CLGROUP_3, smoothstep)

/* Forms with a scalar operand for all elements. */
#define CLGROUP_MORE(n, ...)                                                                                           \
  half##n CLGROUP_VALUE step(half x, half##n y) {                                                                      \
    return step((half##n)x, y);                                                                                        \
  }                                                                                                                    \
  half##n CLGROUP_VALUE smoothstep(half x, half y, half##n z) {                                                        \
    return smoothstep((half##n)x, (half##n)y, z);                                                                      \
  }                                                                                                                    \
  half##n CLGROUP_VALUE ldexp(half##n x, int y) {                                                                      \
    return ldexp(x, (int##n)y);                                                                                        \
  }
CLGROUP_VECTORS(CLGROUP_MORE, )

/* Functions with integers, or a second result. */
#define CLGROUP_POWER(n, name)                                                                                         \
  half##n CLGROUP_VALUE name(half##n x, int##n y) {                                                                    \
    return clgroup_half(name(clgroup_float(x), y));                                                                    \
  }
CLGROUP_WIDTHS(CLGROUP_POWER, ldexp)
CLGROUP_WIDTHS(CLGROUP_POWER, pown)
CLGROUP_WIDTHS(CLGROUP_POWER, rootn)
#define CLGROUP_SECOND(n, name, space, second_type, kept_type, of_kept)                                                \
  half##n CLGROUP_BUILTIN name(half##n x, space second_type##n *second) {                                              \
    kept_type##n kept;                                                                                                 \
    const half##n result = clgroup_half(name(clgroup_float(x), &kept));                                                \
    *second = of_kept(kept);                                                                                           \
    return result;                                                                                                     \
  }
#define CLGROUP_REMQUO(n, space)                                                                                       \
  half##n CLGROUP_BUILTIN remquo(half##n x, half##n y, space int##n *second) {                                         \
    int##n kept;                                                                                                       \
    const half##n result = clgroup_half(remquo(clgroup_float(x), clgroup_float(y), &kept));                            \
    *second = kept;                                                                                                    \
    return result;                                                                                                     \
  }
#define CLGROUP_SECONDS(space)                                                                                         \
  CLGROUP_WIDTHS(CLGROUP_SECOND, modf, space, half, float, clgroup_half)                                               \
  CLGROUP_WIDTHS(CLGROUP_SECOND, sincos, space, half, float, clgroup_half)                                             \
  CLGROUP_WIDTHS(CLGROUP_SECOND, frexp, space, int, int, )                                                             \
  CLGROUP_WIDTHS(CLGROUP_SECOND, lgamma_r, space, int, int, ) CLGROUP_WIDTHS(CLGROUP_REMQUO, space)
CLGROUP_SECONDS(private)
CLGROUP_SECONDS(local)
CLGROUP_SECONDS(global)

/* By their bits. */
#define CLGROUP_BITS(n, ...)                                                                                           \
  half##n CLGROUP_VALUE nan(ushort##n code) {                                                                          \
    return as_half##n((ushort##n)(code | (ushort)0x7e00));                                                             \
  }                                                                                                                    \
  double##n CLGROUP_VALUE nan(ulong##n code) {                                                                         \
    return as_double##n((ulong##n)(code | 0x7ff8000000000000UL));                                                      \
  }                                                                                                                    \
  half##n CLGROUP_VALUE copysign(half##n x, half##n y) {                                                               \
    return as_half##n((ushort##n)((as_ushort##n(x) & (ushort)0x7fff) | (as_ushort##n(y) & (ushort)0x8000)));           \
  }                                                                                                                    \
  half##n CLGROUP_VALUE bitselect(half##n x, half##n y, half##n z) {                                                   \
    return as_half##n(bitselect(as_short##n(x), as_short##n(y), as_short##n(z)));                                      \
  }
CLGROUP_WIDTHS(CLGROUP_BITS, )

#define CLGROUP_ILOGB(n, ...)                                                                                          \
  int##n CLGROUP_VALUE ilogb(half##n x) {                                                                              \
    return ilogb(clgroup_float(x));                                                                                    \
  }
CLGROUP_WIDTHS(CLGROUP_ILOGB, )

/* Geometry. */
#define CLGROUP_GEOMETRY(n, ...)                                                                                       \
  half##n CLGROUP_VALUE normalize(half##n x) {                                                                         \
    return clgroup_half(normalize(clgroup_float(x)));                                                                  \
  }
CLGROUP_GEOMETRY(, )
CLGROUP_GEOMETRY(2, )
CLGROUP_GEOMETRY(3, )
CLGROUP_GEOMETRY(4, )
half3 CLGROUP_VALUE cross(half3 x, half3 y) {
  return clgroup_half(cross(clgroup_float(x), clgroup_float(y)));
}
half4 CLGROUP_VALUE cross(half4 x, half4 y) {
  return clgroup_half(cross(clgroup_float(x), clgroup_float(y)));
}

/* Conversions from half go through float, which holds each half; so they round as from half itself. */
#define CLGROUP_FROM(n, name, type)                                                                                    \
  type##n CLGROUP_VALUE convert_##type##n##name(half##n x) {                                                           \
    return convert_##type##n##name(clgroup_float(x));                                                                  \
  }
#define CLGROUP_FROMS(name, type)                                                                                      \
  CLGROUP_WIDTHS(CLGROUP_FROM, name, type)                                                                             \
  CLGROUP_WIDTHS(CLGROUP_FROM, name##_rte, type)                                                                       \
  CLGROUP_WIDTHS(CLGROUP_FROM, name##_rtz, type)                                                                       \
  CLGROUP_WIDTHS(CLGROUP_FROM, name##_rtp, type) CLGROUP_WIDTHS(CLGROUP_FROM, name##_rtn, type)
/* Conversions to half. An integer that float cannot represent is larger than any half. Where the nearest half is on the wrong side for
 * the rounding mode, its neighbour is the result. */
#define CLGROUP_TO(n, type, by)                                                                                        \
  half##n CLGROUP_VALUE convert_half##n(type##n x) {                                                                   \
    return CLGROUP_CAST##n(CLGROUP_CAST##n(x, by##n), half##n);                                                        \
  }                                                                                                                    \
  half##n CLGROUP_VALUE convert_half##n##_rte(type##n x) {                                                             \
    return convert_half##n(x);                                                                                         \
  }                                                                                                                    \
  half##n CLGROUP_VALUE convert_half##n##_rtz(type##n x) {                                                             \
    const by##n exact = CLGROUP_CAST##n(x, by##n);                                                                     \
    const half##n near = convert_half##n(x);                                                                           \
    const short##n beyond = CLGROUP_CAST##n(fabs(CLGROUP_CAST##n(near, by##n)) > fabs(exact), short##n) & (short)1;    \
    return as_half##n((short##n)(as_short##n(near) - beyond));                                                         \
  }                                                                                                                    \
  half##n CLGROUP_VALUE convert_half##n##_rtp(type##n x) {                                                             \
    const by##n exact = CLGROUP_CAST##n(x, by##n);                                                                     \
    const half##n near = convert_half##n(x);                                                                           \
    const short##n below = CLGROUP_CAST##n(CLGROUP_CAST##n(near, by##n) < exact, short##n) & (short)1;                 \
    return as_half##n((short##n)(as_short##n(near) + below * ((short##n)1 | as_short##n(near) >> (short)15)));         \
  }                                                                                                                    \
  half##n CLGROUP_VALUE convert_half##n##_rtn(type##n x) {                                                             \
    const by##n exact = CLGROUP_CAST##n(x, by##n);                                                                     \
    const half##n near = convert_half##n(x);                                                                           \
    const short##n above = CLGROUP_CAST##n(CLGROUP_CAST##n(near, by##n) > exact, short##n) & (short)1;                 \
    return as_half##n((short##n)(as_short##n(near) - above * ((short##n)1 | as_short##n(near) >> (short)15)));         \
  }
#define CLGROUP_INTEGER(type)                                                                                          \
  CLGROUP_FROMS(, type) CLGROUP_FROMS(_sat, type) CLGROUP_WIDTHS(CLGROUP_TO, type, float)
CLGROUP_INTEGER(char)
CLGROUP_INTEGER(uchar)
CLGROUP_INTEGER(short)
CLGROUP_INTEGER(ushort)
CLGROUP_INTEGER(int)
CLGROUP_INTEGER(uint)
CLGROUP_INTEGER(long)
CLGROUP_INTEGER(ulong)
CLGROUP_WIDTHS(CLGROUP_TO, float, float)
CLGROUP_WIDTHS(CLGROUP_TO, double, double)
CLGROUP_FROMS(, float)
CLGROUP_FROMS(, double)
#define CLGROUP_SAME(n, name)                                                                                          \
  half##n CLGROUP_VALUE convert_half##n##name(half##n x) {                                                             \
    return x;                                                                                                          \
  }
CLGROUP_WIDTHS(CLGROUP_SAME, )
CLGROUP_WIDTHS(CLGROUP_SAME, _rte)
CLGROUP_WIDTHS(CLGROUP_SAME, _rtz)
CLGROUP_WIDTHS(CLGROUP_SAME, _rtp)
CLGROUP_WIDTHS(CLGROUP_SAME, _rtn)

#ifdef __NVPTX__

CLGROUP_FOUR(CLGROUP_1, ceil, fabs, floor, rint)
CLGROUP_WIDTHS(CLGROUP_1, round)
CLGROUP_WIDTHS(CLGROUP_1, sqrt)
CLGROUP_WIDTHS(CLGROUP_1, trunc)
CLGROUP_FOUR(CLGROUP_2, fmax, fmin, max, maxmag)
CLGROUP_WIDTHS(CLGROUP_2, min)
CLGROUP_WIDTHS(CLGROUP_2, minmag)
CLGROUP_WIDTHS(CLGROUP_3, clamp)
CLGROUP_WIDTHS(CLGROUP_3, mad)
CLGROUP_WIDTHS(CLGROUP_3, mix)

#define CLGROUP_LAST(n, name)                                                                                          \
  half##n CLGROUP_VALUE name(half##n x, half y) {                                                                      \
    return name(x, (half##n)y);                                                                                        \
  }
CLGROUP_VECTORS(CLGROUP_LAST, fmax)
CLGROUP_VECTORS(CLGROUP_LAST, fmin)
CLGROUP_VECTORS(CLGROUP_LAST, max)
CLGROUP_VECTORS(CLGROUP_LAST, min)
#define CLGROUP_NUMBERS(n, ...)                                                                                        \
  half##n CLGROUP_VALUE clamp(half##n x, half y, half z) {                                                             \
    return clamp(x, (half##n)y, (half##n)z);                                                                           \
  }                                                                                                                    \
  half##n CLGROUP_VALUE mix(half##n x, half##n y, half z) {                                                            \
    return mix(x, y, (half##n)z);                                                                                      \
  }
CLGROUP_VECTORS(CLGROUP_NUMBERS, )

/* The result stays below one after rounding, too. */
#define CLGROUP_FRACT(n, space)                                                                                        \
  half##n CLGROUP_BUILTIN fract(half##n x, space half##n *second) {                                                    \
    float##n kept;                                                                                                     \
    const half##n result = clgroup_half(min(fract(clgroup_float(x), &kept), 0x1.ffcp-1f));                             \
    *second = clgroup_half(kept);                                                                                      \
    return result;                                                                                                     \
  }
CLGROUP_WIDTHS(CLGROUP_FRACT, private)
CLGROUP_WIDTHS(CLGROUP_FRACT, local)
CLGROUP_WIDTHS(CLGROUP_FRACT, global)

/* With one rounding, by the device's instruction; vectors in parts. */
half CLGROUP_VALUE fma(half x, half y, half z) {
  return __builtin_fmaf16(x, y, z);
}
#define CLGROUP_FMA(type, low, high)                                                                                   \
  type CLGROUP_VALUE fma(type x, type y, type z) {                                                                     \
    return (type)(fma(x.low, y.low, z.low), fma(x.high, y.high, z.high));                                              \
  }
CLGROUP_FMA(half2, x, y)
CLGROUP_FMA(half3, xy, z)
CLGROUP_FMA(half4, lo, hi)
CLGROUP_FMA(half8, lo, hi)
CLGROUP_FMA(half16, lo, hi)

#define CLGROUP_SELECT(n, ...)                                                                                         \
  half##n CLGROUP_VALUE select(half##n x, half##n y, short##n z) {                                                     \
    return as_half##n(select(as_short##n(x), as_short##n(y), z));                                                      \
  }                                                                                                                    \
  half##n CLGROUP_VALUE select(half##n x, half##n y, ushort##n z) {                                                    \
    return as_half##n(select(as_short##n(x), as_short##n(y), z));                                                      \
  }
CLGROUP_WIDTHS(CLGROUP_SELECT, )

/* Without the sign, the bits of a half as an integer are in the order of its magnitude. */
half CLGROUP_VALUE nextafter(half x, half y) {
  const short bits = as_short(x);
  if (isnan(x) || isnan(y) || x == y)
    return isnan(x) ? x : y;
  if (x == 0)
    return as_half((short)(y < 0 ? 0x8001 : 1));
  return as_half((short)((x < y) == (x > 0) ? bits + 1 : bits - 1));
}
#define CLGROUP_NEXT(type, low, high)                                                                                  \
  type CLGROUP_VALUE nextafter(type x, type y) {                                                                       \
    return (type)(nextafter(x.low, y.low), nextafter(x.high, y.high));                                                 \
  }
CLGROUP_NEXT(half2, x, y)
CLGROUP_NEXT(half3, xy, z)
CLGROUP_NEXT(half4, lo, hi)
CLGROUP_NEXT(half8, lo, hi)
CLGROUP_NEXT(half16, lo, hi)

/* Tests: the result is an int for a scalar, and shorts for a vector. */
#define CLGROUP_IS(n, name)                                                                                            \
  short##n CLGROUP_VALUE name(half##n x) {                                                                             \
    return CLGROUP_CAST2(name(clgroup_float(x)), short##n);                                                            \
  }
#define CLGROUP_IS2(n, name)                                                                                           \
  short##n CLGROUP_VALUE name(half##n x, half##n y) {                                                                  \
    return CLGROUP_CAST2(name(clgroup_float(x), clgroup_float(y)), short##n);                                          \
  }
#define CLGROUP_ASKS(name)                                                                                             \
  int CLGROUP_VALUE name(half x) {                                                                                     \
    return name((float)x);                                                                                             \
  }                                                                                                                    \
  CLGROUP_VECTORS(CLGROUP_IS, name)
#define CLGROUP_ASKS2(name)                                                                                            \
  int CLGROUP_VALUE name(half x, half y) {                                                                             \
    return name((float)x, (float)y);                                                                                   \
  }                                                                                                                    \
  CLGROUP_VECTORS(CLGROUP_IS2, name)
CLGROUP_ASKS(isfinite)
CLGROUP_ASKS(isinf)
CLGROUP_ASKS(isnan)
int CLGROUP_VALUE signbit(half x) {
  return as_short(x) < 0;
}
#define CLGROUP_SIGNBIT(n, ...)                                                                                        \
  short##n CLGROUP_VALUE signbit(half##n x) {                                                                          \
    return as_short##n(x) < (short)0;                                                                                  \
  }
CLGROUP_VECTORS(CLGROUP_SIGNBIT, )
CLGROUP_ASKS2(isequal)
CLGROUP_ASKS2(isnotequal)
CLGROUP_ASKS2(isgreater)
CLGROUP_ASKS2(isgreaterequal)
CLGROUP_ASKS2(isless)
CLGROUP_ASKS2(islessequal)
CLGROUP_ASKS2(islessgreater)
CLGROUP_ASKS2(isordered)
CLGROUP_ASKS2(isunordered)
/* Not by float's isnormal: a subnormal half is a normal float. */
int CLGROUP_VALUE isnormal(half x) {
  const float size = fabs((float)x);
  return size >= 0x1p-14f && size <= 65504.0f;
}
#define CLGROUP_IS_NORMAL(n, ...)                                                                                      \
  short##n CLGROUP_VALUE isnormal(half##n x) {                                                                         \
    const short##n size = as_short##n(x) & (short)0x7fff;                                                              \
    return size >= (short)0x400 && size < (short)0x7c00;                                                               \
  }
CLGROUP_VECTORS(CLGROUP_IS_NORMAL, )

#define CLGROUP_LENGTHS(n, ...)                                                                                        \
  half CLGROUP_VALUE dot(half##n x, half##n y) {                                                                       \
    return (half)dot(clgroup_float(x), clgroup_float(y));                                                              \
  }                                                                                                                    \
  half CLGROUP_VALUE distance(half##n x, half##n y) {                                                                  \
    return (half)distance(clgroup_float(x), clgroup_float(y));                                                         \
  }                                                                                                                    \
  half CLGROUP_VALUE length(half##n x) {                                                                               \
    return (half)length(clgroup_float(x));                                                                             \
  }
CLGROUP_LENGTHS(, )
CLGROUP_LENGTHS(2, )
CLGROUP_LENGTHS(3, )
CLGROUP_LENGTHS(4, )

/* Vectors in memory, and from the elements of others, like those of ushort. */
#define CLGROUP_LOAD(n, space)                                                                                         \
  half##n CLGROUP_BUILTIN vload##n(size_t at, const space half *p) {                                                   \
    return as_half##n(vload##n(at, (const space ushort *)p));                                                          \
  }
CLGROUP_VECTORS(CLGROUP_LOAD, private)
CLGROUP_VECTORS(CLGROUP_LOAD, local)
CLGROUP_VECTORS(CLGROUP_LOAD, global)
CLGROUP_VECTORS(CLGROUP_LOAD, constant)
#define CLGROUP_STORE(n, space)                                                                                        \
  void CLGROUP_BUILTIN vstore##n(half##n x, size_t at, space half *p) {                                                \
    vstore##n(as_ushort##n(x), at, (space ushort *)p);                                                                 \
  }
CLGROUP_VECTORS(CLGROUP_STORE, private)
CLGROUP_VECTORS(CLGROUP_STORE, local)
CLGROUP_VECTORS(CLGROUP_STORE, global)
#define CLGROUP_SHUFFLE(n, from)                                                                                       \
  half##n CLGROUP_VALUE shuffle(half##from x, ushort##n mask) {                                                        \
    return as_half##n(shuffle(as_ushort##from(x), mask));                                                              \
  }                                                                                                                    \
  half##n CLGROUP_VALUE shuffle2(half##from x, half##from y, ushort##n mask) {                                         \
    return as_half##n(shuffle2(as_ushort##from(x), as_ushort##from(y), mask));                                         \
  }
#define CLGROUP_SHUFFLES(n)                                                                                            \
  CLGROUP_SHUFFLE(n, 2) CLGROUP_SHUFFLE(n, 4) CLGROUP_SHUFFLE(n, 8) CLGROUP_SHUFFLE(n, 16)
CLGROUP_SHUFFLES(2)
CLGROUP_SHUFFLES(4)
CLGROUP_SHUFFLES(8)
CLGROUP_SHUFFLES(16)

#endif
