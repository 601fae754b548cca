/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "common/trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_REPEATS = 1000 };

static void print_usage(const char *what, const char *more_help) {
  printf("usage: %s [options]\n%s\nThe results are compared with the CPU's at many sizes.\n\n"
         "  --platform NAME, --device NAME  choose a device by a part of a name (the first one)\n"
         "  --strategy S                    the library's: subgroup, vector, tree or serial (what suits the device)\n"
         "  --module FILE                   what clgroup-cc made for the device, such as PTX\n"
         "  --count N                       the largest size (1000000)\n"
         "  --repeat N                      times the largest size N times and gives the median (5)\n",
         program_name, what);
  if (more_help)
    puts(more_help);
}

static size_t number(const char *option, const char *text, size_t most) {
  char *end = "";
  const unsigned long n = text ? strtoul(text, &end, 10) : 0;
  if (!text || !*text || *end || n < 1 || n > most)
    wrong_usage("%s needs a number from 1 to %zu", option, most);
  return n;
}

void trial_begin(struct trial *t, int argc, char **argv, const char *what, const char *more_help, const char *modules) {
  struct wish wish = {"", "", "", ""};
  *t = (struct trial){.count = 1000000, .repeats = 5, .passes = 2};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      print_usage(what, more_help);
      exit(EXIT_SUCCESS);
    } else if (wish_option(&wish, argv, &i)) {
      continue;
    } else if (!strcmp(argv[i], "--count")) {
      t->count = number("--count", argv[++i], 1 << 26);
    } else if (!strcmp(argv[i], "--repeat")) {
      t->repeats = (int)number("--repeat", argv[++i], MAX_REPEATS);
    } else if (more_help && !strcmp(argv[i], "--passes") && strstr(more_help, argv[i])) {
      t->passes = (int)number("--passes", argv[++i], 2);
    } else if (more_help && !strcmp(argv[i], "--input") && strstr(more_help, argv[i])) {
      if (!argv[i + 1])
        wrong_usage("--input needs a value");
      t->input = argv[++i];
    } else {
      wrong_usage("unknown argument '%s': --help lists what there is", argv[i]);
    }
  }
  device_open(&t->device, &wish);
  t->program = device_load(&t->device, modules, program_name);
}

void trial_end(struct trial *t) {
  clReleaseProgram(t->program);
  device_close(&t->device);
  if (fflush(stdout) || ferror(stdout))
    die("cannot write standard output");
}

static int compare_seconds(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double trial_median(double *seconds, int count) {
  qsort(seconds, (size_t)count, sizeof *seconds, compare_seconds);
  return (seconds[(count - 1) / 2] + seconds[count / 2]) / 2;
}

void trial_run(struct trial *t, double (*one)(struct trial *t, size_t n), size_t bytes) {
  static double seconds[MAX_REPEATS];
  static const int around[] = {-1, 0, 1, 37};
  size_t sizes = 1;
  one(t, 0);
  for (size_t power = 1; power <= t->count; power *= power < 64 ? 4 : 2)
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
      const size_t n = power + (size_t)around[i];
      if (n && n <= t->count) {
        one(t, n);
        sizes++;
      }
    }
  for (int i = -1; i < t->repeats; i++) { /* one run before those that count */
    const double taken = one(t, t->count);
    if (i >= 0)
      seconds[i] = taken;
  }
  const double median = trial_median(seconds, t->repeats);
  printf("%s: %zu sizes up to %zu: the device and the CPU agree\n", program_name, sizes + 1, t->count);
  printf("  %s (%s), strategy %s: %.1f million elements in a second, %.3f GB/s (median of %d: %.3f ms)\n",
         t->device.name, t->device.platform, t->device.strategy, (double)t->count / median * 1e-6,
         (double)t->count * (double)bytes / median * 1e-9, t->repeats, median * 1e3);
}

cl_mem trial_buffer(const struct trial *t, size_t size, const void *data) {
  cl_int status;
  cl_mem buffer = clCreateBuffer(t->device.context, CL_MEM_READ_WRITE, size ? size : 1, NULL, &status);
  check(status, "clCreateBuffer");
  if (data && size)
    check(clEnqueueWriteBuffer(t->device.queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL), "clEnqueueWriteBuffer");
  return buffer;
}

void trial_read(const struct trial *t, cl_mem buffer, size_t size, void *data) {
  if (size)
    check(clEnqueueReadBuffer(t->device.queue, buffer, CL_TRUE, 0, size, data, 0, NULL, NULL), "clEnqueueReadBuffer");
}

void trial_launch(const struct trial *t, const char *name, size_t groups, size_t work_group,
                  const struct argument *arguments, cl_uint count) {
  if (!groups)
    return;
  cl_int status;
  const size_t global = groups * work_group;
  cl_kernel kernel = clCreateKernel(t->program, name, &status);
  check(status, "clCreateKernel");
  for (cl_uint i = 0; i < count; i++)
    check(clSetKernelArg(kernel, i, arguments[i].size, arguments[i].value), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(t->device.queue, kernel, 1, NULL, &global, &work_group, 0, NULL, NULL),
        "clEnqueueNDRangeKernel");
  clReleaseKernel(kernel);
}

double trial_clock(const struct trial *t) {
  struct timespec now;
  check(clFinish(t->device.queue), "clFinish");
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void *trial_memory(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory)
    die("out of memory for %zu bytes", size);
  return memory;
}

cl_uint trial_random(void) {
  static cl_ulong state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (cl_uint)(state >> 33) ^ (cl_uint)state << 8;
}
