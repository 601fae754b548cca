/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sums of segments of any length on an OpenCL device, against a loop on the CPU. */
#include "common/trial.h"

#include <stdlib.h>

enum { WORK_GROUP = 256, ITEMS = 4 }; /* as in the kernels */

const char *program_name = "segmented-reduction";

/* Segments have `length` elements on average; the shortest has one. */
static double reduce(struct trial *t, size_t n, cl_uint length) {
  const size_t part_size = WORK_GROUP * ITEMS, groups = (n + part_size - 1) / part_size;
  cl_uint *in = trial_memory(n * sizeof *in), *sums = trial_memory(n * sizeof *sums), *got;
  cl_uchar *begins = trial_memory(n);
  cl_uint count = (cl_uint)n, parts = (cl_uint)groups;
  size_t segments = 0;
  for (size_t i = 0; i < n; i++) {
    in[i] = trial_random();
    begins[i] = trial_random() % length == 0;
    segments += i == 0 || begins[i];
    sums[segments - 1] += in[i];
  }
  cl_mem from = trial_buffer(t, n * sizeof *in, in), flags = trial_buffer(t, n, begins);
  cl_mem part = trial_buffer(t, groups * 2 * sizeof(cl_uint), NULL), to = trial_buffer(t, segments * sizeof *in, NULL);

  const double begin = trial_clock(t);
  trial_launch(t, "reduce_parts", groups, WORK_GROUP,
               (struct argument[]){ARGUMENT(from), ARGUMENT(flags), ARGUMENT(count), ARGUMENT(part)}, 4);
  trial_launch(t, "place_parts", groups ? 1 : 0, WORK_GROUP, (struct argument[]){ARGUMENT(part), ARGUMENT(parts)}, 2);
  trial_launch(t, "write_sums", groups, WORK_GROUP,
               (struct argument[]){ARGUMENT(from), ARGUMENT(flags), ARGUMENT(count), ARGUMENT(part), ARGUMENT(to)}, 5);
  const double seconds = trial_clock(t) - begin;

  got = trial_memory(segments * sizeof *got);
  trial_read(t, to, segments * sizeof *got, got);
  for (size_t i = 0; i < segments; i++)
    if (got[i] != sums[i])
      die("of %zu elements, the sum of segment %zu is %u on the device and %u on the CPU", n, i, got[i], sums[i]);
  clReleaseMemObject(from);
  clReleaseMemObject(flags);
  clReleaseMemObject(part);
  clReleaseMemObject(to);
  free(in);
  free(begins);
  free(sums);
  free(got);
  return seconds;
}

static double reduce_all(struct trial *t, size_t n) {
  reduce(t, n, 1);
  reduce(t, n, 5000);
  return reduce(t, n, 20);
}

int main(int argc, char **argv) {
  struct trial t;
  trial_begin(&t, argc, argv, "Adds up each segment of an array.", NULL, EXAMPLES_MODULES);
  trial_run(&t, reduce_all, sizeof(cl_uint) + 1);
  trial_end(&t);
  return EXIT_SUCCESS;
}
