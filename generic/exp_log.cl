// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* exp, log and their like of float, shorter than libclc's, whose exp and exp2 also give 0 for denormal results. OpenCL C allows errors
 * of 3 units in the last place. By polynomial the largest of all floats, compared with double, are 1.62 (exp, exp2), 2.22 (exp10), 0.95
 * (log), 1.79 (log2) and 2.07 (log10). */
#define CLGROUP_VALUE __attribute__((overloadable, always_inline, const))

#ifdef __NVPTX__

/* ex2.approx is at most 2 units in the last place from the rounded result (PTX ISA), so exp2's error is 2.5 at most. That of exp and exp10,
 * whose f is rounded twice, is 2.81, and 3 just below 1, where the unit is half that of a result above.
 *
 * 2 to the n + f, which is x times high + low; low is positive, so that an infinite x stays infinite. A sum near 1.5 times 2 to the 23
 * is an integer, and n + 126 in its lowest bits makes the exponent. Where n is at a limit, f is what is left. */
#define CLGROUP_SUM(n) (0x1.8p23f + 126 + (n))
static float CLGROUP_VALUE clgroup_exp(float x, float high, float low) {
  const float sum = __builtin_fminf(__builtin_fmaxf(__builtin_fmaf(x, high, CLGROUP_SUM(0)), CLGROUP_SUM(-125)), CLGROUP_SUM(128));
  const float f = __builtin_fmaf(x, low, __builtin_fmaf(x, high, CLGROUP_SUM(0) - sum)), p = __nvvm_ex2_approx_ftz_f(f);
  return (p + p) * as_float(as_uint(sum) << 23);
}

float CLGROUP_VALUE exp(float x) {
  return clgroup_exp(x, M_LOG2E_F, 0x1.4ae0cp-26f);
}

float CLGROUP_VALUE exp2(float x) {
  return __nvvm_ex2_approx_f(x);
}

float CLGROUP_VALUE exp10(float x) {
  return clgroup_exp(x, 0x1.a934fp1f, 0x1.2f346ep-24f);
}

#else

/* Adding this to a small number rounds it to a multiple of 2; half of that is then in the sum's lowest bits. */
#define CLGROUP_ROUND 0x1.8p24f
#define CLGROUP_CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x)) /* and NaN stays */

/* 2 to the n times e to the f, |f| < 0.694, where rounded is CLGROUP_ROUND + n. The scale is applied in halves: neither overflows, and
 * only the second rounds. */
static float CLGROUP_VALUE clgroup_exp(float f, float rounded) {
  float p = __builtin_fmaf(0x1.9b48f4p-13f, f, 0x1.71bd86p-10f);
  p = __builtin_fmaf(p, f, 0x1.11284ep-7f);
  p = __builtin_fmaf(p, f, 0x1.554a04p-5f);
  p = __builtin_fmaf(p, f, 0x1.55550ep-3f);
  p = __builtin_fmaf(p, f, 0x1.00000cp-1f);
  p = __builtin_fmaf(p, f, 1.0f);
  p = __builtin_fmaf(p, f, 1.0f);
  const float half_scale = as_float((as_uint(rounded) << 23) + 0x3f800000u);
  return p * half_scale * half_scale;
}

float CLGROUP_VALUE exp(float x) {
  x = CLGROUP_CLAMP(x, -105.0f, 90.0f);
  const float rounded = __builtin_fmaf(x, M_LOG2E_F, CLGROUP_ROUND), n = rounded - CLGROUP_ROUND;
  const float f = __builtin_fmaf(n, -0x1.62ep-1f, x); /* exact: ln 2 in two parts */
  return clgroup_exp(__builtin_fmaf(n, -0x1.0bfbe8p-15f, f), rounded);
}

float CLGROUP_VALUE exp2(float x) {
  x = CLGROUP_CLAMP(x, -152.0f, 130.0f);
  const float rounded = x + CLGROUP_ROUND;
  return clgroup_exp((x - (rounded - CLGROUP_ROUND)) * M_LN2_F, rounded);
}

float CLGROUP_VALUE exp10(float x) {
  x = CLGROUP_CLAMP(x, -46.0f, 39.0f);
  const float rounded = __builtin_fmaf(x, 0x1.a934fp1f, CLGROUP_ROUND), n = rounded - CLGROUP_ROUND;
  const float f = __builtin_fmaf(n, -0x1.344p-2f, x); /* exact: log10 2 in two parts */
  return clgroup_exp(__builtin_fmaf(n, -0x1.3509f8p-18f, f) * M_LN10_F, rounded);
}

#endif

/* log of m, where x = m times 2 to the n and m is from 0.6668 to 1.3336. */
static float CLGROUP_VALUE clgroup_log(float x, float *n) {
  const bool is_denormal = x < 0x1p-126f;
  const uint bits = as_uint(is_denormal ? x * 0x1p23f : x), exponent = (bits - 0x3f2ab400u) & 0xff800000u;
  *n = __builtin_fmaf((float)(int)exponent, 0x1p-23f, is_denormal ? -23.0f : 0.0f);
  const float f = as_float(bits - exponent) - 1.0f;
  float p = __builtin_fmaf(-0x1.0931ep-3f, f, 0x1.1ed12cp-3f);
  p = __builtin_fmaf(p, f, -0x1.f25ddap-4f);
  p = __builtin_fmaf(p, f, 0x1.1ebe6cp-3f);
  p = __builtin_fmaf(p, f, -0x1.55a754p-3f);
  p = __builtin_fmaf(p, f, 0x1.99d1f2p-3f);
  p = __builtin_fmaf(p, f, -0x1.fffe84p-3f);
  p = __builtin_fmaf(p, f, 0x1.555502p-2f);
  p = __builtin_fmaf(p, f, -0.5f);
  return __builtin_fmaf(f * f, p, f);
}

/* The result for x where it is not a positive number: infinity and NaN stay, and negative numbers are NaN. */
static float CLGROUP_VALUE clgroup_log_of(float x, float result) {
  if (as_uint(x) >= 0x7f800000u)
    result = __builtin_fmaf(x, INFINITY, INFINITY);
  return x == 0 ? -INFINITY : result;
}

float CLGROUP_VALUE log(float x) {
  float n, y = clgroup_log(x, &n);
  return clgroup_log_of(x, __builtin_fmaf(n, M_LN2_F, y));
}

float CLGROUP_VALUE log2(float x) {
  float n, y = clgroup_log(x, &n);
  return clgroup_log_of(x, __builtin_fmaf(y, M_LOG2E_F, n));
}

float CLGROUP_VALUE log10(float x) {
  float n, y = clgroup_log(x, &n);
  return clgroup_log_of(x, __builtin_fmaf(n, 0x1.344136p-2f, y * M_LOG10E_F));
}

#define CLGROUP_VECTOR(name, n, ...)                                                                                   \
  float##n CLGROUP_VALUE name(float##n x) {                                                                            \
    return (float##n)(__VA_ARGS__);                                                                                    \
  }
#define CLGROUP_VECTORS(name)                                                                                          \
  CLGROUP_VECTOR(name, 2, name(x.x), name(x.y))                                                                        \
  CLGROUP_VECTOR(name, 3, name(x.x), name(x.y), name(x.z))                                                             \
  CLGROUP_VECTOR(name, 4, name(x.lo), name(x.hi))                                                                      \
  CLGROUP_VECTOR(name, 8, name(x.lo), name(x.hi))                                                                      \
  CLGROUP_VECTOR(name, 16, name(x.lo), name(x.hi))
CLGROUP_VECTORS(exp)
CLGROUP_VECTORS(exp2)
CLGROUP_VECTORS(exp10)
CLGROUP_VECTORS(log)
CLGROUP_VECTORS(log2)
CLGROUP_VECTORS(log10)
