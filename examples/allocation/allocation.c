/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dynamic allocation from one buffer by all work-items of a launch: the CPU checks that no two share a word and none is
 * lost. */
#include "common/trial.h"

#include <stdlib.h>

enum { WORK_GROUP = 256, MOST = 7 }; /* the size as in the kernel; the most words that a work-item needs */

const char *program_name = "allocation";
static const cl_uint none = 0xffffffff;

/* The buffer holds the sum of the needs, or half of it, where it is to be too small. */
static double allocate(struct trial *t, size_t n, int is_small) {
  const size_t groups = (n + WORK_GROUP - 1) / WORK_GROUP;
  cl_uint *needs = trial_memory(n * sizeof *needs), *places = trial_memory(n * sizeof *places), *words;
  cl_uint count = (cl_uint)n, sum = 0, end = 0;
  for (size_t i = 0; i < n; i++)
    sum += needs[i] = trial_random() % (MOST + 1);
  const cl_uint size = is_small ? sum / 2 : sum;
  words = trial_memory(size * sizeof *words);
  cl_mem need = trial_buffer(t, n * sizeof *needs, needs), place = trial_buffer(t, n * sizeof *places, NULL);
  cl_mem buffer = trial_buffer(t, size * sizeof *words, NULL), at = trial_buffer(t, sizeof end, &end);

  const double begin = trial_clock(t);
  trial_launch(t, "allocate", groups, WORK_GROUP,
               (struct argument[]){ARGUMENT(need), ARGUMENT(count), ARGUMENT(buffer), ARGUMENT(size), ARGUMENT(at),
                                   ARGUMENT(place)},
               6);
  const double seconds = trial_clock(t) - begin;

  trial_read(t, at, sizeof end, &end);
  trial_read(t, place, n * sizeof *places, places);
  trial_read(t, buffer, size * sizeof *words, words);
  if (end != sum)
    die("%zu work-items need %u words, and the end is %u", n, sum, end);
  unsigned char *is_taken = trial_memory(size);
  for (size_t i = 0; i < n; i++) {
    if (places[i] == none && is_small)
      continue;
    if (places[i] > size || needs[i] > size - places[i])
      die("work-item %zu of %zu has %u words at %u of %u", i, n, needs[i], places[i], size);
    for (cl_uint k = places[i]; k < places[i] + needs[i]; k++) {
      if (is_taken[k] || words[k] != i)
        die("word %u of work-item %zu of %zu belongs to %u too", k, i, n, words[k]);
      is_taken[k] = 1;
    }
  }
  clReleaseMemObject(need);
  clReleaseMemObject(place);
  clReleaseMemObject(buffer);
  clReleaseMemObject(at);
  free(needs);
  free(places);
  free(words);
  free(is_taken);
  return seconds;
}

static double allocate_both(struct trial *t, size_t n) {
  allocate(t, n, 1);
  return allocate(t, n, 0);
}

int main(int argc, char **argv) {
  struct trial t;
  trial_begin(&t, argc, argv, "Gives each work-item as many words of one buffer as it needs.", NULL, EXAMPLES_MODULES);
  trial_run(&t, allocate_both, sizeof(cl_uint));
  trial_end(&t);
  return EXIT_SUCCESS;
}
