/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The section of timings: ours beside CUB's, and beside a copy, by the driver's events. */
#include "run.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum contender { OURS, UNKNOWN, CUB, COPY, CONTENDERS };

struct bench {
  CUmodule ours, cub; /* NULL: not there */
  CUdeviceptr in, out;
  CUevent from, to;
  size_t bytes; /* of each buffer */
};

static CUfunction kernel_of(const struct bench *b, enum contender which, const struct timed *t, bool repeats) {
  char name[64];
  struct timed named = *t;
  CUfunction function;
  CUmodule module = which == CUB ? b->cub : b->ours;
  if (which == UNKNOWN)
    named.size = 0;
  if (which == COPY)
    snprintf(name, sizeof name, "copy_%s", t->type);
  else
    timed_name(&named, repeats, name);
  return !module || (which == COPY && repeats) || cuda.cuModuleGetFunction(&function, module, name) ? NULL : function;
}

/* Milliseconds of a launch; negative: it failed. */
static double measure(const struct bench *b, CUfunction function, const struct timed *t, struct timed_work w,
                      char **error) {
  float milliseconds = 0;
  CUdeviceptr in = b->in, out = b->out;
  void *arguments[] = {&in, &out, &w.rounds};
  bool good = CUDA(cuEventRecord, error, b->from, NULL);
  for (unsigned i = 0; good && i < w.launches; i++)
    good = CUDA(cuLaunchKernel, error, function, (unsigned)(w.items / t->size), 1, 1, t->size, 1, 1, 0, NULL, arguments,
                NULL);
  good = good && CUDA(cuEventRecord, error, b->to, NULL) && CUDA(cuEventSynchronize, error, b->to) &&
         CUDA(cuEventElapsedTime, error, &milliseconds, b->from, b->to);
  return good ? (double)milliseconds / w.launches : -1;
}

/* Whether the kernel's results are those of ours. Only of integers: CUB adds floats in another order. */
static bool agrees(const struct bench *b, CUfunction function, const struct timed *t, struct timed_work w,
                   unsigned char *expected, unsigned char *got, bool first, char **error) {
  size_t bytes = w.items * t->bytes;
  w.launches = 1;
  if (measure(b, function, t, w, error) < 0)
    return false;
  if (!strcmp(t->type, "float"))
    return true;
  if (!CUDA(cuMemcpyDtoH_v2, error, first ? expected : got, b->out, bytes))
    return false;
  return first || !memcmp(expected, got, bytes);
}

static int time_case(const struct bench *b, const struct timed *t, bool repeats, unsigned char *expected,
                     unsigned char *got) {
  double times[CONTENDERS][TIMED_RUNS], median[CONTENDERS] = {0};
  struct timed_work w = timed_work(t, repeats, (unsigned)run.gpu.processors, run.quick);
  unsigned runs = run.quick ? 1 : TIMED_RUNS;
  CUfunction function[CONTENDERS];
  char *error = NULL;
  const char *wrong = "";
  bool good = true;
  for (int which = 0; which < CONTENDERS; which++) {
    function[which] = kernel_of(b, which, t, repeats);
    /* This also warms up the GPU. */
    if (function[which] && which != COPY && !agrees(b, function[which], t, w, expected, got, which == OURS, &error))
      wrong = which == CUB ? " (CUB computes something else)" : " (size unknown computes something else)", good = false;
  }
  for (unsigned i = 0; i < runs && !error; i++)
    for (int which = 0; which < CONTENDERS && !error; which++)
      if (function[which])
        times[which][i] = measure(b, function[which], t, w, &error);
  if (error || !function[OURS]) {
    printf("| %s | %s | %u | %s |\n", t->function, t->type, t->size, error ? error : "not prepared");
    free(error);
    return 1;
  }
  for (int which = 0; which < CONTENDERS; which++)
    if (function[which])
      median[which] = timed_median(times[which], runs);
  printf("| %s | %s | %u", t->function, t->type, t->size);
  /* A call's time: what a work-group waits for, in a kernel of nothing but calls; else the bandwidth. */
  if (repeats)
    printf(" | %.1f ns", median[OURS] * 1e6 / w.rounds);
  else
    printf(" | %.0f GB/s", 2.0 * (double)w.items * t->bytes / median[OURS] / 1e6);
  for (int which = UNKNOWN; which < CONTENDERS - repeats; which++)
    if (function[which])
      printf(" | %.2f", median[which] / median[OURS]);
    else
      printf(" | -");
  printf("%s |\n", wrong);
  return !good;
}

static bool open_bench(struct bench *b, char **error) {
  for (unsigned i = 0; i < TIMED; i++)
    for (int repeats = 0; repeats < 2; repeats++) {
      struct timed t = timed_case(i);
      struct timed_work w = timed_work(&t, repeats, (unsigned)run.gpu.processors, run.quick);
      if (w.items * t.bytes > b->bytes)
        b->bytes = w.items * t.bytes;
    }
  b->ours = run_module(&run, "timings", error);
  int *data = allocate(b->bytes);
  for (size_t i = 0; i < b->bytes / sizeof *data; i++)
    data[i] = (int)(i % 1000);
  bool good = b->ours && CUDA(cuMemAlloc_v2, error, &b->in, b->bytes) &&
              CUDA(cuMemAlloc_v2, error, &b->out, b->bytes) && CUDA(cuMemcpyHtoD_v2, error, b->in, data, b->bytes) &&
              CUDA(cuEventCreate, error, &b->from, 0) && CUDA(cuEventCreate, error, &b->to, 0);
  free(data);
  return good;
}

/* What precedes the tables. */
static const char memory[] =
    "A call for each element of 64 MiB: memory is the limit of a good one. Ours in bytes read and written; the "
    "others'\n"
    "times in multiples of ours, so more than 1 is slower than ours.\n\n"
    "| function | type | size | ours | ours, size unknown | CUB | copy |\n|---|---|---|---|---|---|---|\n";
static const char calls[] =
    "\nCalls one after another, in registers: 512 in a kernel, and as many work-groups as run at once. Ours in time "
    "for one\n"
    "call of all these work-groups; the others in multiples of it, so more than 1 is slower than ours. CUB's have the\n"
    "barrier that its scratch needs before it is used again.\n\n"
    "| function | type | size | ours | ours, size unknown | CUB |\n|---|---|---|---|---|---|\n";

int section_timings(void) {
  struct bench b = {0};
  char *error = NULL, *no_cub = NULL;
  int status = 0;
  if (!run_open(&run, &error) || !open_bench(&b, &error)) {
    printf("Nothing was timed: %s\n", error);
    free(error);
    return 1;
  }
  if (run.quick)
    printf("The folder was prepared with --quick: these launches are too short to time anything.\n\n");
  b.cub = run_module(&run, "peers", &no_cub);
  if (!b.cub)
    printf("CUB was not timed: %s\n\n", no_cub);
  free(no_cub);
  unsigned char *expected = allocate(b.bytes), *got = allocate(b.bytes);
  for (int repeats = 0; repeats < 2; repeats++) {
    fputs(repeats ? calls : memory, stdout);
    for (unsigned i = 0; i < TIMED; i++) {
      struct timed t = timed_case(i);
      status |= time_case(&b, &t, repeats, expected, got);
    }
  }
  free(expected);
  free(got);
  gpu_close(&run.gpu);
  return status;
}
