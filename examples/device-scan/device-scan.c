/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inclusive scan of a whole array on an OpenCL device, in one pass or in two, against a loop on the CPU. */
#include "common/trial.h"

#include <stdlib.h>

enum { WORK_GROUP = 256, ITEMS = 8 }; /* as in the kernels */

const char *program_name = "device-scan";

static double scan(struct trial *t, size_t n) {
  const size_t part_size = WORK_GROUP * ITEMS, groups = (n + part_size - 1) / part_size;
  const cl_uint count = (cl_uint)n, parts = (cl_uint)groups;
  cl_uint *in = trial_memory(n * sizeof *in), *out = trial_memory(n * sizeof *out), sum = 0;
  cl_uint *zeros = trial_memory((groups + 1) * sizeof *zeros);
  for (size_t i = 0; i < n; i++)
    in[i] = trial_random() % 16; /* the sum of 2^26 of them is less than 2^30 */
  cl_mem from = trial_buffer(t, n * sizeof *in, in), to = trial_buffer(t, n * sizeof *in, NULL);
  cl_mem ticket = trial_buffer(t, sizeof *zeros, zeros), statuses = trial_buffer(t, groups * sizeof *zeros, zeros);

  const double begin = trial_clock(t);
  if (t->passes == 1) {
    trial_launch(
        t, "scan_in_one_pass", groups, WORK_GROUP,
        (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(ticket), ARGUMENT(statuses), ARGUMENT(to)}, 5);
  } else {
    trial_launch(t, "reduce_parts", groups, WORK_GROUP,
                 (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(statuses)}, 3);
    trial_launch(t, "place_parts", groups ? 1 : 0, WORK_GROUP, (struct argument[]){ARGUMENT(statuses), ARGUMENT(parts)},
                 2);
    trial_launch(t, "scan_parts", groups, WORK_GROUP,
                 (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(statuses), ARGUMENT(to)}, 4);
  }
  const double seconds = trial_clock(t) - begin;

  trial_read(t, to, n * sizeof *out, out);
  for (size_t i = 0; i < n; i++) {
    sum += in[i];
    if (out[i] != sum)
      die("of %zu elements, result %zu is %u on the device and %u on the CPU", n, i, out[i], sum);
  }
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseMemObject(ticket);
  clReleaseMemObject(statuses);
  free(in);
  free(out);
  free(zeros);
  return seconds;
}

int main(int argc, char **argv) {
  struct trial t;
  trial_begin(&t, argc, argv, "The inclusive scan of an array of any size.",
              "  --passes 1|2                    over the array: 1 where work-groups that run go on running while "
              "others wait (2)",
              EXAMPLES_MODULES);
  trial_run(&t, scan, 2 * sizeof(cl_uint));
  trial_end(&t);
  return EXIT_SUCCESS;
}
