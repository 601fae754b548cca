// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* OpenCL C's native_ functions of float, by NVIDIA's approximating instructions. libclc calls LLVM's intrinsics, which LLVM's code
 * generator for NVIDIA does not support. The precision of native_ functions is implementation-defined. */
#define CLGROUP_NATIVE_(name, type, ...)                                                                               \
  __attribute__((overloadable, always_inline, const)) type name(type x) {                                              \
    return (type)(__VA_ARGS__);                                                                                        \
  }
/* Vectors call the function of half their length. */
#define CLGROUP_NATIVE(name, value)                                                                                    \
  CLGROUP_NATIVE_(name, float, value)                                                                                  \
  CLGROUP_NATIVE_(name, float2, name(x.x), name(x.y))                                                                  \
  CLGROUP_NATIVE_(name, float3, name(x.x), name(x.y), name(x.z))                                                       \
  CLGROUP_NATIVE_(name, float4, name(x.lo), name(x.hi))                                                                \
  CLGROUP_NATIVE_(name, float8, name(x.lo), name(x.hi))                                                                \
  CLGROUP_NATIVE_(name, float16, name(x.lo), name(x.hi))
#define CLGROUP_NATIVE2(name, value)                                                                                   \
  __attribute__((overloadable, always_inline, const)) float name(float x, float y) {                                   \
    return value;                                                                                                      \
  }                                                                                                                    \
  CLGROUP_NATIVE2_(name, float2, name(x.x, y.x), name(x.y, y.y))                                                       \
  CLGROUP_NATIVE2_(name, float3, name(x.x, y.x), name(x.y, y.y), name(x.z, y.z))                                       \
  CLGROUP_NATIVE2_(name, float4, name(x.lo, y.lo), name(x.hi, y.hi))                                                   \
  CLGROUP_NATIVE2_(name, float8, name(x.lo, y.lo), name(x.hi, y.hi))                                                   \
  CLGROUP_NATIVE2_(name, float16, name(x.lo, y.lo), name(x.hi, y.hi))
#define CLGROUP_NATIVE2_(name, type, ...)                                                                              \
  __attribute__((overloadable, always_inline, const)) type name(type x, type y) {                                      \
    return (type)(__VA_ARGS__);                                                                                        \
  }

CLGROUP_NATIVE(native_exp2, __nvvm_ex2_approx_f(x))
CLGROUP_NATIVE(native_exp, __nvvm_ex2_approx_f(x *M_LOG2E_F))
CLGROUP_NATIVE(native_exp10, __nvvm_ex2_approx_f(x * 3.3219281f))
CLGROUP_NATIVE(native_log2, __nvvm_lg2_approx_f(x))
CLGROUP_NATIVE(native_log, __nvvm_lg2_approx_f(x) * M_LN2_F)
CLGROUP_NATIVE(native_log10, __nvvm_lg2_approx_f(x) * 0.30103f)
CLGROUP_NATIVE(native_sin, __nvvm_sin_approx_f(x))
CLGROUP_NATIVE(native_cos, __nvvm_cos_approx_f(x))
CLGROUP_NATIVE(native_tan, __nvvm_div_approx_f(__nvvm_sin_approx_f(x), __nvvm_cos_approx_f(x)))
CLGROUP_NATIVE(native_sqrt, __nvvm_sqrt_approx_f(x))
CLGROUP_NATIVE(native_rsqrt, __nvvm_rsqrt_approx_f(x))
CLGROUP_NATIVE(native_recip, __nvvm_rcp_approx_ftz_f(x))
CLGROUP_NATIVE2(native_divide, __nvvm_div_approx_f(x, y))
CLGROUP_NATIVE2(native_powr, __nvvm_ex2_approx_f(y *__nvvm_lg2_approx_f(x)))
