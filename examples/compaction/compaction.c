/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stream compaction on an OpenCL device, against a loop on the CPU. */
#include "common/trial.h"

#include <stdlib.h>

enum { WORK_GROUP = 256, ITEMS = 8 }; /* as in the kernels */

const char *program_name = "compaction";

static double compact(struct trial *t, size_t n) {
  const size_t part_size = WORK_GROUP * ITEMS, groups = (n + part_size - 1) / part_size;
  cl_uint *in = trial_memory(n * sizeof *in), *out = trial_memory(n * sizeof *out), *got;
  cl_uint count = (cl_uint)n, parts = (cl_uint)groups, kept = 0, wanted = 0;
  for (size_t i = 0; i < n; i++) {
    in[i] = trial_random();
    if (in[i] % 3 == 0)
      out[wanted++] = in[i];
  }
  cl_mem from = trial_buffer(t, n * sizeof *in, in), to = trial_buffer(t, n * sizeof *in, NULL);
  cl_mem counts = trial_buffer(t, (groups + 1) * sizeof kept, NULL);

  const double begin = trial_clock(t);
  trial_launch(t, "count_kept", groups, WORK_GROUP,
               (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(counts)}, 3);
  trial_launch(t, "place_parts", 1, WORK_GROUP, (struct argument[]){ARGUMENT(counts), ARGUMENT(parts)}, 2);
  trial_launch(t, "write_kept", groups, WORK_GROUP,
               (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(counts), ARGUMENT(to)}, 4);
  const double seconds = trial_clock(t) - begin;

  check(clEnqueueReadBuffer(t->device.queue, counts, CL_TRUE, groups * sizeof kept, sizeof kept, &kept, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  if (kept != wanted)
    die("of %zu elements the device keeps %u and the CPU %u", n, kept, wanted);
  got = trial_memory(kept * sizeof *got);
  trial_read(t, to, kept * sizeof *got, got);
  for (size_t i = 0; i < kept; i++)
    if (got[i] != out[i])
      die("of %zu elements, kept element %zu is %u on the device and %u on the CPU", n, i, got[i], out[i]);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseMemObject(counts);
  free(in);
  free(out);
  free(got);
  return seconds;
}

int main(int argc, char **argv) {
  struct trial t;
  trial_begin(&t, argc, argv, "Keeps the elements that pass a test, in their order.", NULL, EXAMPLES_MODULES);
  trial_run(&t, compact, sizeof(cl_uint));
  trial_end(&t);
  return EXIT_SUCCESS;
}
