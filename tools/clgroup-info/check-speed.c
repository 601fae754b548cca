/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer's speed beside the driver's, in one process: the driver's program is made by the driver's own table of
 * functions, which the layer does not see. Launches of both alternate, so that a busy machine delays both alike. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "names/names.h"
#include "tool/loader.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { SIZE = 64, LOOP = 8, PASSES = 3, SAMPLES = 6, MOST_LAUNCHES = 32 };
/* A sample is of as many launches as take so many seconds. */
static const double LEAST_SECONDS = 0.002;

/* With processor time the work of other programs does not count; on other devices it is not known. */
static double now(const struct check_open *d) {
  cl_device_type type = 0;
  struct timespec time;
  clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL);
  clock_gettime(type & CL_DEVICE_TYPE_CPU ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The time of a launch, over `launches`; negative on an error. */
static double sample(const struct check_open *d, cl_kernel kernel, size_t items, unsigned launches) {
  const size_t size = SIZE;
  cl_int error = CL_SUCCESS;
  double start = now(d);
  for (unsigned i = 0; i < launches && error == CL_SUCCESS; i++)
    error = clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &items, &size, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clFinish(d->queue);
  return error == CL_SUCCESS ? (now(d) - start) / launches : -1;
}

static int by_value(const void *left, const void *right) {
  const double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

/* The times of a function's launches by the driver and by the layer, in all passes. */
struct times {
  bool failed;
  double took[2][PASSES * SAMPLES];
};

static void take_samples(const struct check_open *d, const cl_kernel kernels[2], size_t items, unsigned pass,
                         struct times *t) {
  unsigned launches[2];
  for (int k = 0; k < 2; k++) {
    sample(d, kernels[k], items, 1); /* with many drivers the first launch also compiles */
    double once = sample(d, kernels[k], items, 1);
    double wanted = once > 0 ? LEAST_SECONDS / once : MOST_LAUNCHES;
    launches[k] = wanted < 1 ? 1 : wanted > MOST_LAUNCHES ? MOST_LAUNCHES : (unsigned)wanted;
  }
  for (unsigned i = 0; i < SAMPLES && !t->failed; i++)
    for (unsigned k = 0; k < 2; k++) { /* each is the first in turn */
      const unsigned which = (i + k) % 2;
      double took = sample(d, kernels[which], items, launches[which]);
      t->took[which][pass * SAMPLES + i] = took;
      t->failed |= !(took > 0);
    }
}

/* The driver's time by the layer's; 0 where a kernel cannot be launched. Of each the lower quartile: on a busy machine
 * it varies by a twentieth where the shortest time and the median vary by a fifth and more. */
static double ratio(struct times *t) {
  const size_t count = PASSES * SAMPLES;
  for (int k = 0; k < 2; k++)
    qsort(t->took[k], count, sizeof **t->took, by_value);
  return t->failed ? 0 : t->took[0][count / 4] / t->took[1][count / 4];
}

/* [0]: the driver, [1]: the layer. */
struct sides {
  const cl_icd_dispatch *cl[2];
  cl_program programs[2]; /* NULL where it does not build */
};

static void build_both(const struct check_open *d, const char *text, struct sides *s) {
  cl_int error;
  for (int k = 0; k < 2; k++) {
    cl_program program = s->cl[k]->clCreateProgramWithSource(d->context, 1, &text, NULL, &error);
    if (program && s->cl[k]->clBuildProgram(program, 1, &d->id, d->options, NULL, NULL) != CL_SUCCESS) {
      s->cl[k]->clReleaseProgram(program);
      program = NULL;
    }
    s->programs[k] = program;
  }
}

static void time_function(const struct check_open *d, const struct sides *s, unsigned name, unsigned calls,
                          unsigned pass, struct times *t) {
  char kernel_name[32];
  cl_kernel kernels[2];
  const cl_uint from = 21;
  cl_int error;
  snprintf(kernel_name, sizeof kernel_name, "k%u", name);
  for (int k = 0; k < 2; k++) {
    kernels[k] = s->cl[k]->clCreateKernel(s->programs[k], kernel_name, &error);
    t->failed |= !kernels[k];
  }
  for (int k = 0; k < 2 && !t->failed; k++) {
    clSetKernelArg(kernels[k], 0, sizeof d->in, &d->in);
    clSetKernelArg(kernels[k], 1, sizeof d->out, &d->out);
    clSetKernelArg(kernels[k], 2, sizeof calls, &calls);
    for (unsigned i = 3; i < 6; i++)
      clSetKernelArg(kernels[k], i, sizeof from, &from);
  }
  if (!t->failed)
    take_samples(d, kernels, CHECK_ITEMS / calls, pass, t);
  for (int k = 0; k < 2; k++)
    if (kernels[k])
      s->cl[k]->clReleaseKernel(kernels[k]);
}

static void tell(const struct check_open *d, unsigned name, unsigned calls, struct times *t) {
  char line[128];
  int length = snprintf(line, sizeof line, "\nspeed %u %u %u %.4f\n", (unsigned)d->type, name, calls, ratio(t));
  if (write(STDOUT_FILENO, line, (size_t)length) < 0)
    exit(2);
}

/* In passes, so that what disturbs a function's launches for a moment does not decide. */
static void time_all(const struct check_open *d, const struct sides *s, uint64_t names, unsigned calls) {
  struct times *all = calloc(clgroup_name_count, sizeof *all);
  for (unsigned pass = 0; pass < PASSES && all; pass++)
    for (unsigned n = 0; n < clgroup_name_count; n++) {
      if (!(names >> n & 1))
        continue;
      time_function(d, s, n, calls, pass, &all[n]);
      if (pass == PASSES - 1)
        tell(d, n, calls, &all[n]);
    }
  free(all);
}

void check_speed(const struct check_open *d, uint64_t names) {
  const cl_int zero = 0; /* no float function is slower with zeros than with other numbers */
  if (clEnqueueFillBuffer(d->queue, d->in, &zero, sizeof zero, 0, (size_t)CHECK_ITEMS * 8, 0, NULL, NULL) ||
      clFinish(d->queue))
    return;
  for (unsigned loop = 0; loop < (check_loops(d->type) ? 2 : 1); loop++) {
    struct clgroup_buffer source = {0};
    struct sides s = {.cl = {driver_functions(d->id), &loader_functions}};
    check_source(d->type, names, loop, &source);
    if (source.data && !source.failed)
      build_both(d, source.data, &s);
    if (s.programs[0] && s.programs[1])
      time_all(d, &s, names, loop ? LOOP : 1);
    for (int k = 0; k < 2; k++)
      if (s.programs[k])
        s.cl[k]->clReleaseProgram(s.programs[k]);
    clgroup_buffer_free(&source);
  }
}
