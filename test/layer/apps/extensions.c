/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The extensions of names/extensions.inc, where the device lists them: by its driver, or by CLGROUP_EXTENSIONS. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

/* Compares what a call gives to what it must: `got` and `must` may use the lane, the sub-group's size n, this
 * work-item's x, and OF(l), the x of lane l. */
#define COMPARE(got, must)                                                                                             \
  "#define OF(l) all[get_local_id(0) - lane + (l)]\n"                                                                  \
  "kernel void k(global const int *in, global int *out) {\n"                                                           \
  "  local int all[64];\n"                                                                                             \
  "  const int x = in[get_global_id(0)];\n"                                                                            \
  "  const uint lane = get_sub_group_local_id(), n = get_sub_group_size();\n"                                          \
  "  all[get_local_id(0)] = x;\n"                                                                                      \
  "  barrier(CLK_LOCAL_MEM_FENCE);\n"                                                                                  \
  "  const int got = " got ", must = " must ";\n"                                                                      \
  "  out[get_global_id(0)] = got == must ? x : -1;\n"                                                                  \
  "}\n"
#define PLAIN(value)                                                                                                   \
  "kernel void k(global const int *in, global int *out) {\n"                                                           \
  "  const int x = in[get_global_id(0)];\n"                                                                            \
  "  out[get_global_id(0)] = " value ";\n"                                                                             \
  "}\n"

static void check(struct app *a, const char *extension, const char *text) {
  app_needs_extension(a, extension);
  char *whole = app_allocate(strlen(text) + 300);
  strcat(
      strcat(strcat(strcat(strcat(whole, "#pragma OPENCL EXTENSION "), extension), " : enable\n#ifndef "), extension),
      "\n#error no macro\n#endif\n");
  app_text(a, strcat(whole, text), a->standard, app_same);
  free(whole);
}

#define OF_EXTENSION(name, text)                                                                                       \
  CASE(extension_##name) {                                                                                             \
    check(a, "cl_khr_" #name, text);                                                                                   \
  }

OF_EXTENSION(work_group_uniform_arithmetic, PLAIN("work_group_reduce_mul(1) * work_group_reduce_or(0) + x"))
OF_EXTENSION(subgroups,
             COMPARE("sub_group_broadcast(x, n - 1) + sub_group_scan_exclusive_add(1)", "OF(n - 1) + (int)lane"))
OF_EXTENSION(subgroup_extended_types,
             COMPARE("sub_group_broadcast((short2)(x, 3), 0u).x + sub_group_reduce_max((char)1)", "(short)OF(0) + 1"))
OF_EXTENSION(subgroup_shuffle, COMPARE("sub_group_shuffle(x, n - 1 - lane) - sub_group_shuffle_xor(x, 1u)",
                                       "OF(n - 1 - lane) - OF(lane ^ 1)"))
OF_EXTENSION(subgroup_shuffle_relative,
             COMPARE("sub_group_shuffle_up(x, 1u) * (lane > 0) + sub_group_shuffle_down(x, 1u) * (lane + 1 < n)",
                     "(lane > 0 ? OF(lane - 1) : 0) + (lane + 1 < n ? OF(lane + 1) : 0)"))
OF_EXTENSION(subgroup_rotate, COMPARE("sub_group_rotate(x, 3) - sub_group_clustered_rotate(x, 1, 4u)",
                                      "OF((lane + 3) % n) - OF((lane & ~3u) + ((lane + 1) & 3))"))
OF_EXTENSION(subgroup_ballot, COMPARE("sub_group_ballot_bit_extract(sub_group_ballot(x & 1), lane ^ 1) + "
                                      "sub_group_broadcast_first(x)",
                                      "((OF(lane ^ 1) & 1) != 0) + OF(0)"))
OF_EXTENSION(subgroup_non_uniform_vote,
             COMPARE("sub_group_non_uniform_any(lane == 1) + 2 * (sub_group_elect() != 0)", "1 + 2 * (lane == 0)"))
OF_EXTENSION(subgroup_non_uniform_arithmetic, COMPARE("sub_group_non_uniform_scan_inclusive_add(1)", "(int)lane + 1"))
OF_EXTENSION(subgroup_clustered_reduce, COMPARE("sub_group_clustered_reduce_add(x, 2u)", "x + OF(lane ^ 1)"))
OF_EXTENSION(extended_bit_ops,
             PLAIN("(int)bit_reverse(bit_reverse((uint)x)) + bitfield_extract_signed((uchar)0xf0, 4u, 4u) + "
                   "(int)(bitfield_insert((uint)x, ~0u, 8u, 0u) - (uint)x) + 1"))
OF_EXTENSION(integer_dot_product, PLAIN("x - (x & 127) + dot((char4)(x & 127, -1, 5, 7), (char4)(1, 1, 1, 0)) - 4 + "
                                        "(int)dot_acc_sat((uchar4)(255), (uchar4)(255), 0xfffffff0u) + 1"))

/* The scanner does not put names together; what the driver's log names is known after its build. */
CASE(extension_pasted) {
  app_needs_extension(a, "cl_khr_subgroup_rotate");
  app_text(a, "#define BY(name) sub_group_##name\n" COMPARE("BY(rotate)(x, 3)", "OF((lane + 3) % n)"), a->standard,
           app_same);
}

/* Intel's compiler aborts in the last sub-group of such a work-group. */
CASE(rotation_in_a_rest) {
  const char *requested = getenv("CLGROUP_EXTENSIONS");
  if (!a->layer || !requested || !*requested || !app_has_extension(a, "cl_khr_subgroup_rotate"))
    app_skip(a, "cl_khr_subgroup_rotate is not requested of the layer, or not there (CLGROUP_EXTENSIONS)");
  enum { ITEMS = 20 };
  const char *text = "kernel void k(global int *out) {\n"
                     "  const size_t i = get_local_id(0);\n"
                     "  out[i] = sub_group_rotate((int)i, 1);\n"
                     "}\n";
  const size_t local = ITEMS;
  cl_int out[ITEMS];
  cl_kernel kernel = app_kernel(a, app_program(a, text, a->standard), "k");
  app_must(a, app_fill(a, kernel, ITEMS, &local, out), "the launch");
  for (int i = 0; i < ITEMS; i++)
    if (out[i] != i + 1 && (i + 1) % 4) /* of a sub-group of 4 or more, not the last one */
      app_fail(a, "work-item %d gets another one's value", i);
}

/* Where a work-group is one sub-group, it has at most 128 work-items, also in a launch that gives no size: here of a
 * prime, so that the last work-group is smaller, if the device has such. (Queries and sizes: the stub suite.) */
CASE(sub_group_limit) {
  enum { ITEMS = 571 };
  if (!a->layer || app_device_number(a, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 1)
    app_skip(a, "the device has sub-groups of its own, or the layer offers none");
  const char *text = "kernel void k(global int *out) { out[get_global_id(0)] = sub_group_reduce_add(1); }\n";
  const bool smaller = app_device_number(a, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT);
  cl_int out[ITEMS];
  cl_kernel kernel = app_kernel(a, app_program(a, text, a->standard), "k");
  app_must(a, app_fill(a, kernel, ITEMS, NULL, out), "a launch without a local size");
  for (int i = 0; i < ITEMS; i++)
    if (out[i] != (!smaller ? 1 : i < 460 ? 115 : 111))
      app_fail(a, "item %d is in a sub-group of %d", i, out[i]);
}
