// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* cl_khr_subgroup_extended_types: small integers by the device's functions of int, vectors element by element.
 *
 * This file includes itself once for each type (device.inc), and for each operator. */
#ifndef T
#define CLGROUP_TYPE_BODY <provided/cl_khr_subgroup_extended_types.cl>
#define CLGROUP_OP_BODY CLGROUP_TYPE_BODY
#include <provided/device.inc>

#elif !defined OP
#if T_BYTES > 2 || T_IS_FLOAT
CLGROUP_DEVICE(T, sub_group_broadcast, T x, uint lane)
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
#include <sub_group/vectors.inc>

#elif !OP_EXTENSION
CLGROUP_DEVICE(int, CLGROUP_PASTE(sub_group_reduce_, OP), int x)
CLGROUP_DEVICE(int, CLGROUP_PASTE(sub_group_scan_inclusive_, OP), int x)
CLGROUP_DEVICE(int, CLGROUP_PASTE(sub_group_scan_exclusive_, OP), int x)

T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_reduce_, OP)(T x) {
  return (T)CLGROUP_PASTE(sub_group_reduce_, OP)((int)x);
}

T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_scan_inclusive_, OP)(T x) {
  return (T)CLGROUP_PASTE(sub_group_scan_inclusive_, OP)((int)x);
}

/* In lane 0 the device returns int's identity, which is combined to the type's own. */
T CLGROUP_BUILTIN CLGROUP_PASTE(sub_group_scan_exclusive_, OP)(T x) {
  const int before = CLGROUP_PASTE(sub_group_scan_exclusive_, OP)((int)x), identity = OP_IDENTITY;
  return (T)OP_COMBINE(identity, before);
}
#endif
