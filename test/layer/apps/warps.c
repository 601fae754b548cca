/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel of sub-groups as language models have it, and calls that are refused. test/sub_group has the functions, in
 * loops and helpers too. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

#define WARPS_KERNEL(attribute, statements)                                                                            \
  "kernel " attribute " void k(global const int *in, global int *out) {\n"                                             \
  "  size_t i = get_global_id(0);\n"                                                                                   \
  "  uint lane = get_sub_group_local_id();\n" statements "}\n"

static int weighted(const int *x, int n, int rank) {
  int sum = 0;
  (void)rank;
  for (int k = 0; k < n; k++)
    sum += x[k] * (k % 5 - 2);
  return sum;
}

/* A row of a matrix by a vector, as language models do it: a sub-group adds up what its lanes have of it. */
CASE(mul_mat_vec) {
  if (!app_has_extension(a, "cl_intel_subgroups"))
    app_needs_extension(a, "cl_khr_subgroups");
  app_text(a,
           "#if defined(cl_intel_subgroups)\n#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
           "#elif defined(cl_khr_subgroups)\n#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
           "#else\n#error no sub-groups\n#endif\n"
           "float product(global const int *x, uint lane) {\n"
           "  float sum = 0;\n"
           "  for (uint k = lane; k < 64; k += get_max_sub_group_size())\n"
           "    sum += (float)x[k] * ((float)(k % 5) - 2.0f);\n"
           "  return sub_group_reduce_add(sum);\n"
           "}\n" WARPS_KERNEL("__attribute__((reqd_work_group_size(64, 1, 1)))",
                              "  global const int *x = in + get_group_id(0) * 64;\n"
                              "  float sum = product(x, lane), rows[4];\n"
                              "  for (int row = 0; row < 4; row++)\n"
                              "    rows[row] = sub_group_reduce_add(sum * (float)row) * (lane == 0);\n"
                              "  out[i] = sub_group_broadcast(rows[1], 0) == sum * (float)get_sub_group_size()\n"
                              "    ? (int)sum : -99999;\n"),
           a->standard, weighted);
}

/* Where a sub-group is a work-group of a driver that runs work-items in loops, a shuffle that a part of it makes is
 * refused: at once, with a line that names it. What all reach is built. */
CASE(divergent_shuffle) {
  if (!a->layer || app_device_number(a, CL_DEVICE_MAX_NUM_SUB_GROUPS) != 1)
    app_skip(a, "a sub-group is no work-group here");
  app_needs_extension(a, "cl_khr_subgroup_shuffle");
  static const char *const refused[] = {
      WARPS_KERNEL("", "  int v = in[i];\n  if (lane & 1)\n    v = sub_group_shuffle(v, lane);\n  out[i] = v;\n"),
      WARPS_KERNEL(
          "", "  int v = in[i];\n  for (int k = 0; k < v; k++)\n    v += sub_group_shuffle(v, lane);\n  out[i] = v;\n"),
      "int turn(int v, uint lane) { return lane > 3 ? sub_group_shuffle(v, lane) : v; }\n" WARPS_KERNEL(
          "", "  out[i] = turn(in[i], lane);\n"),
  };
  for (unsigned k = 0; k < sizeof refused / sizeof *refused; k++) {
    cl_program program = app_source(a, refused[k]);
    app_gives(a, clBuildProgram(program, 0, NULL, a->standard, NULL, NULL), CL_BUILD_PROGRAM_FAILURE, "clBuildProgram");
    char *log = app_log(a, program);
    if (!strstr(log, "sub_group_shuffle"))
      app_fail(a, "the log of program %u does not name the call:\n%.2000s", k, log);
    free(log);
    app_must(a, clReleaseProgram(program), "clReleaseProgram");
  }
  app_text(
      a,
      WARPS_KERNEL(
          "", "  int v = in[i];\n  if (get_num_groups(0) > 1)\n    v = sub_group_shuffle(v, lane);\n  out[i] = v;\n"),
      a->standard, app_same);
}
