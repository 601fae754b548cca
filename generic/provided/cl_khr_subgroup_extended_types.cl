// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_extended_types, by the device's functions of int, and of a vector's elements.
 *
 * Included once more for each type, and for each operator: a small integer of types.inc is in small_types.inc too. */
#ifndef T
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#include <names.h>

#define CLGROUP_DEVICE __attribute__((overloadable, convergent))
int CLGROUP_DEVICE sub_group_broadcast(int x, uint lane);
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_extended_types.cl>
#define CLGROUP_OP_BODY CLGROUP_TYPE_BODY
#include <types.inc>
#include <sub_group/small_types.inc>

#elif defined T_CODE && T_BYTES <= 2 && !T_IS_FLOAT
#elif !defined OP
#if T_BYTES > 2 || T_IS_FLOAT
T CLGROUP_DEVICE sub_group_broadcast(T x, uint lane);
#else
T CLGROUP_BUILTIN sub_group_broadcast(T x, uint lane) {
  return (T)sub_group_broadcast((int)x, lane);
}
#include <ops.inc>
#endif

#define CLGROUP_VECTOR(length, ...)                                                                                    \
  CLGROUP_PASTE(T, length) CLGROUP_BUILTIN sub_group_broadcast(CLGROUP_PASTE(T, length) x, uint lane) {                \
    return (CLGROUP_PASTE(T, length))(__VA_ARGS__);                                                                    \
  }
#define CLGROUP_PART(part) sub_group_broadcast(x.part, lane)
CLGROUP_VECTOR(2, CLGROUP_PART(x), CLGROUP_PART(y))
CLGROUP_VECTOR(3, CLGROUP_PART(x), CLGROUP_PART(y), CLGROUP_PART(z))
CLGROUP_VECTOR(4, CLGROUP_PART(lo), CLGROUP_PART(hi))
CLGROUP_VECTOR(8, CLGROUP_PART(lo), CLGROUP_PART(hi))
CLGROUP_VECTOR(16, CLGROUP_PART(lo), CLGROUP_PART(hi))
#undef CLGROUP_PART
#undef CLGROUP_VECTOR

#elif !OP_EXTENSION
int CLGROUP_DEVICE CLGROUP_PASTE(sub_group_reduce_, OP)(int x);
int CLGROUP_DEVICE CLGROUP_PASTE(sub_group_scan_inclusive_, OP)(int x);
int CLGROUP_DEVICE CLGROUP_PASTE(sub_group_scan_exclusive_, OP)(int x);

T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_reduce_, OP)(T x) {
  return (T)CLGROUP_PASTE(sub_group_reduce_, OP)((int)x);
}

T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_scan_inclusive_, OP)(T x) {
  return (T)CLGROUP_PASTE(sub_group_scan_inclusive_, OP)((int)x);
}

/* Lane 0 gets int's identity, of which this makes the type's own. */
T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_scan_exclusive_, OP)(T x) {
  const int before = CLGROUP_PASTE(sub_group_scan_exclusive_, OP)((int)x), identity = OP_IDENTITY;
  return (T)OP_COMBINE(identity, before);
}
#endif
