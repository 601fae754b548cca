/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of the shapes that libraries and compilers for CUDA, SYCL and neural networks write, for warps of 8 lanes:
 * the sub-groups of all drivers are at least as large. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

enum { WARP = 8 };

/* The start of the rank's warp. */
static const int *warp(const int *x, int rank) {
  return x + rank / WARP * WARP;
}

#define WARPS_KERNEL(attribute, statements)                                                                            \
  "kernel " attribute " void k(global const int *in, global int *out) {\n"                                             \
  "  size_t i = get_global_id(0);\n"                                                                                   \
  "  uint lane = get_sub_group_local_id();\n" statements "}\n"

/* CUDA's warp functions as a compiler to OpenCL C maps them, with a width. */
#define CUDA                                                                                                           \
  "int shfl(int v, int from, int width) {\n"                                                                           \
  "  int self = (int)get_sub_group_local_id();\n"                                                                      \
  "  return sub_group_shuffle(v, (uint)((self & ~(width - 1)) + (from & (width - 1))));\n"                             \
  "}\n"                                                                                                                \
  "int shfl_up(int v, int by, int width) {\n"                                                                          \
  "  int self = (int)get_sub_group_local_id(), at = self - by;\n"                                                      \
  "  return sub_group_shuffle(v, (uint)(at < (self & ~(width - 1)) ? self : at));\n"                                   \
  "}\n"                                                                                                                \
  "int shfl_down(int v, int by, int width) {\n"                                                                        \
  "  int self = (int)get_sub_group_local_id();\n"                                                                      \
  "  return sub_group_shuffle(v, (uint)((self & (width - 1)) + by >= width ? self : self + by));\n"                    \
  "}\n"                                                                                                                \
  "int shfl_xor(int v, int mask, int width) {\n"                                                                       \
  "  int self = (int)get_sub_group_local_id(), at = self ^ mask;\n"                                                    \
  "  return sub_group_shuffle(v, (uint)(at >= ((self + width) & ~(width - 1)) ? self : at));\n"                        \
  "}\n"

static int scan_and_last(const int *x, int n, int rank) {
  const int *own = warp(x, rank);
  return app_scan(own, WARP, rank % WARP) + 1000 * own[n - n + WARP - 1];
}

CASE(warp_scan) {
  app_needs_extension(a, "cl_khr_subgroup_shuffle");
  app_text(a,
           CUDA WARPS_KERNEL("", "  int v = in[i];\n"
                                 "  for (int by = 1; by < 8; by *= 2) {\n"
                                 "    int below = shfl_up(v, by, 8);\n"
                                 "    if ((int)(lane & 7) >= by) v += below;\n"
                                 "  }\n"
                                 "  out[i] = v + 1000 * shfl(in[i], 7, 8);\n"),
           a->standard, scan_and_last);
}

static int warp_sum(const int *x, int n, int rank) {
  return app_sum(warp(x, rank), WARP, n ? 0 : rank);
}

CASE(warp_reduce) {
  app_needs_extension(a, "cl_khr_subgroup_shuffle");
  app_text(a,
           CUDA WARPS_KERNEL("", "  int v = in[i], w = in[i];\n"
                                 "  for (int mask = 4; mask > 0; mask /= 2)\n"
                                 "    v += shfl_xor(v, mask, 8);\n"
                                 "  for (int by = 4; by > 0; by /= 2)\n"
                                 "    w += shfl_down(w, by, 8);\n"
                                 "  out[i] = v == shfl(w, 0, 8) ? v : -99999;\n"),
           a->standard, warp_sum);
}

/* __ballot, __any, __all and __popc of the lanes below. */
CASE(warp_ballot) {
  app_needs_extension(a, "cl_khr_subgroup_ballot");
  app_text(a,
           WARPS_KERNEL(
               "", "  bool odd = in[i] & 1;\n"
                   "  uint4 set = sub_group_ballot(odd);\n"
                   "  uint word = lane / 32 == 0 ? set.x : lane / 32 == 1 ? set.y : lane / 32 == 2 ? set.z : set.w;\n"
                   "  uint all = sub_group_ballot_bit_count(set), below = sub_group_ballot_exclusive_scan(set);\n"
                   "  bool right = (word >> (lane & 31) & 1) == odd & (all != 0) == (sub_group_any(odd) != 0) &\n"
                   "    (all == get_sub_group_size()) == (sub_group_all(odd) != 0) & \n"
                   "    below == (uint)sub_group_scan_exclusive_add((int)odd);\n"
                   "  out[i] = right ? in[i] : -99999;\n"),
           a->standard, app_same);
}

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

static int soft(const int *x, int n, int rank) {
  const int *own = warp(x, rank), most = app_largest(own, WARP, n - n);
  int sum = 0;
  for (int k = 0; k < WARP; k++)
    sum += 1 << (24 - (most - own[k] < 24 ? most - own[k] : 24));
  return sum / (1 + (most - own[rank % WARP]));
}

/* A softmax's two reduces in a row, by xor and by rotation in clusters. */
CASE(softmax) {
  app_needs_extension(a, "cl_khr_subgroup_shuffle");
  app_needs_extension(a, "cl_khr_subgroup_rotate");
  app_text(a,
           WARPS_KERNEL("", "  int v = in[i], most = v, sum;\n"
                            "  for (uint mask = 1; mask < 8; mask <<= 1)\n"
                            "    most = max(most, sub_group_shuffle_xor(most, mask));\n"
                            "  sum = 1 << (24 - min(most - v, 24));\n"
                            "  sum += sub_group_clustered_rotate(sum, 4, 8);\n"
                            "  sum += sub_group_clustered_rotate(sum, -2, 8);\n"
                            "  sum += sub_group_clustered_rotate(sum, 1, 8);\n"
                            "  out[i] = sum / (1 + (most - v));\n"),
           a->standard, soft);
}

static int transposed(const int *x, int n, int rank) {
  int sum = 0;
  for (int k = 0; k < WARP; k++)
    sum += x[(k * WARP + rank % WARP) % n] * (k + 1);
  return sum;
}

/* A block of 8 rows, one in each lane, becomes one of 8 columns. */
CASE(transposition) {
  app_needs_extension(a, "cl_khr_subgroup_shuffle");
  app_text(a,
           WARPS_KERNEL("", "  int row[8], column[8], sum = 0;\n"
                            "  for (uint k = 0; k < 8; k++)\n"
                            "    row[k] = in[get_group_id(0) * 64 + (lane & 7) * 8 + k];\n"
                            "  for (uint k = 0; k < 8; k++) {\n"
                            "    column[k] = 0;\n"
                            "    for (uint j = 0; j < 8; j++) {\n"
                            "      int other = sub_group_shuffle(row[j], (lane & ~7u) + k);\n"
                            "      column[k] = j == (lane & 7) ? other : column[k];\n"
                            "    }\n"
                            "  }\n"
                            "  for (uint k = 0; k < 8; k++)\n"
                            "    sum += column[k] * (int)(k + 1);\n"
                            "  out[i] = sum;\n"),
           a->standard, transposed);
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
