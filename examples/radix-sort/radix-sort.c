/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A radix sort of 32-bit keys on an OpenCL device, against the C library's qsort: of a file's, four bytes each, or of
 * random ones. */
#include "common/trial.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORK_GROUP = 256, ITEMS = 8, DIGITS = 16, DIGIT_BITS = 4 }; /* as in the kernels */

const char *program_name = "radix-sort";
static cl_uint *all_keys;

static int compare_keys(const void *a, const void *b) {
  const cl_uint x = *(const cl_uint *)a, y = *(const cl_uint *)b;
  return (x > y) - (x < y);
}

static double sort(struct trial *t, size_t n) {
  const size_t part_size = WORK_GROUP * ITEMS, groups = (n + part_size - 1) / part_size;
  cl_uint *keys = trial_memory(n * sizeof *keys), *got = trial_memory(n * sizeof *got);
  const cl_uint count = (cl_uint)n, counters = (cl_uint)groups * DIGITS;
  memcpy(keys, all_keys, n * sizeof *keys);
  cl_mem from = trial_buffer(t, n * sizeof *keys, keys), to = trial_buffer(t, n * sizeof *keys, NULL);
  cl_mem counts = trial_buffer(t, counters * sizeof(cl_uint), NULL);

  const double begin = trial_clock(t);
  for (cl_uint shift = 0; shift < 32; shift += DIGIT_BITS) {
    trial_launch(t, "count_digits", groups, WORK_GROUP,
                 (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(shift), ARGUMENT(counts)}, 4);
    trial_launch(t, "place_digits", groups ? 1 : 0, WORK_GROUP,
                 (struct argument[]){ARGUMENT(counts), ARGUMENT(counters)}, 2);
    trial_launch(t, "scatter_keys", groups, WORK_GROUP,
                 (struct argument[]){ARGUMENT(from), ARGUMENT(count), ARGUMENT(shift), ARGUMENT(counts), ARGUMENT(to)},
                 5);
    const cl_mem other = from;
    from = to;
    to = other;
  }
  const double seconds = trial_clock(t) - begin;

  trial_read(t, from, n * sizeof *got, got);
  qsort(keys, n, sizeof *keys, compare_keys);
  for (size_t i = 0; i < n; i++)
    if (got[i] != keys[i])
      die("of %zu keys, key %zu in order is %08x on the device and %08x on the CPU", n, i, got[i], keys[i]);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseMemObject(counts);
  free(keys);
  free(got);
  return seconds;
}

/* The file's words of four bytes, the first one most significant, so that the order of keys is that of the text. */
static size_t read_keys(const char *path, size_t most) {
  FILE *file = fopen(path, "rb");
  size_t n = 0;
  unsigned char word[4];
  if (!file)
    die("cannot read %s: %s", path, strerror(errno));
  while (n < most && fread(word, sizeof word, 1, file) == 1)
    all_keys[n++] = (cl_uint)word[0] << 24 | (cl_uint)word[1] << 16 | (cl_uint)word[2] << 8 | word[3];
  if (ferror(file))
    die("cannot read %s: %s", path, strerror(errno));
  fclose(file);
  if (!n)
    die("%s has less than four bytes: there is nothing to sort", path);
  return n;
}

int main(int argc, char **argv) {
  struct trial t;
  trial_begin(&t, argc, argv, "Sorts 32-bit keys.",
              "  --input FILE                    sorts its words of four bytes, --count at most (random keys)",
              EXAMPLES_MODULES);
  all_keys = trial_memory(t.count * sizeof *all_keys);
  if (t.input)
    t.count = read_keys(t.input, t.count);
  else
    for (size_t i = 0; i < t.count; i++)
      all_keys[i] = trial_random();
  trial_run(&t, sort, sizeof(cl_uint));
  free(all_keys);
  trial_end(&t);
  return EXIT_SUCCESS;
}
