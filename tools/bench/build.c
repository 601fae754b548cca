/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `build`: measures what building programs costs, in this process. Every source is new: a constant makes it so, and the
 * constants are the same in each process, so that a second process finds what the first one left in caches. */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 64, LINE = 96, MOST_REPEATS = 1000, MOST_CALLS = 1000 }; /* LINE: more than a line of a program needs */

static const struct call {
  const char *text; /* with the argument in the place of %s */
  enum form form;
  enum ref_op op;
} calls[] = {{"work_group_scan_inclusive_add(%s)", SCAN_INCLUSIVE, REF_ADD},
             {"work_group_reduce_add(%s)", REDUCE, REF_ADD},
             {"work_group_scan_exclusive_add(%s)", SCAN_EXCLUSIVE, REF_ADD},
             {"work_group_reduce_max(%s)", REDUCE, REF_MAX},
             {"work_group_broadcast(%s, 32)", BROADCAST, REF_ADD},
             {"work_group_scan_inclusive_min(%s)", SCAN_INCLUSIVE, REF_MIN},
             {"(work_group_all(%s != 7) != 0)", ALL, REF_LOGICAL_AND},
             {"(work_group_any(%s == 7) != 0)", ANY, REF_LOGICAL_OR}};
enum { CALLS = sizeof calls / sizeof *calls };

static const unsigned kinds[] = {1, 8, 64}; /* calls of a program */
enum { KINDS = sizeof kinds / sizeof *kinds };

/* One kernel for a work-group of ITEMS, in which the work-group functions are called one after the other; `plain`: each
 * call replaced by its argument. Its text, for free(), and its results. */
static char *make_program(unsigned count, bool plain, unsigned salt, cl_uint out[ITEMS]) {
  uint64_t x[ITEMS], argument[ITEMS], result[ITEMS];
  const size_t room = (count + 5) * LINE;
  char *text = take(room);
  size_t used = (size_t)snprintf(text, room,
                                 "kernel void k(global const uint *in, global uint *out) {\n"
                                 "  size_t i = get_global_id(0);\n"
                                 "  uint x = in[i] + %uu;\n",
                                 salt);
  for (unsigned i = 0; i < ITEMS; i++)
    x[i] = (cl_uint)(i + salt);
  for (unsigned c = 0; c < count; c++) {
    const struct call *call = &calls[c % CALLS];
    char value[32];
    snprintf(value, sizeof value, "(x + %uu)", c);
    used += (size_t)snprintf(text + used, room - used, "  x = x * 3u + ");
    used += (size_t)snprintf(text + used, room - used, plain ? "%s" : call->text, value);
    used += (size_t)snprintf(text + used, room - used, ";\n");
    for (unsigned i = 0; i < ITEMS; i++)
      result[i] = argument[i] = (cl_uint)(x[i] + c);
    for (unsigned i = 0; i < ITEMS && call->form >= ALL; i++)
      argument[i] = (argument[i] == 7) == (call->form == ANY);
    if (!plain)
      group_results(call->form, call->op, REF_UINT, ITEMS, argument, result);
    for (unsigned i = 0; i < ITEMS; i++)
      x[i] = (cl_uint)(x[i] * 3 + result[i]);
  }
  snprintf(text + used, room - used, "  out[i] = x;\n}\n");
  for (unsigned i = 0; i < ITEMS; i++)
    out[i] = (cl_uint)x[i];
  return text;
}

struct build {
  struct device device;
  double (*clock)(void);
  bool failed;
};

static cl_int run(const struct device *d, cl_kernel kernel, cl_uint got[ITEMS]) {
  const size_t size = ITEMS;
  cl_uint in[ITEMS];
  cl_int status;
  cl_command_queue queue = device_queue(d, 0);
  for (unsigned i = 0; i < ITEMS; i++)
    in[i] = i;
  cl_mem from = clCreateBuffer(d->context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &status),
         to = clCreateBuffer(d->context, CL_MEM_READ_WRITE, sizeof in, NULL, &status);
  status = clSetKernelArg(kernel, 0, sizeof from, &from);
  status = status ? status : clSetKernelArg(kernel, 1, sizeof to, &to);
  status = status ? status : clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL);
  status = status ? status : clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof in, got, 0, NULL, NULL);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseCommandQueue(queue);
  return status;
}

/* Builds a program and runs it once. `times`: from the source to the kernel, and to the end of its launch, since some
 * drivers compile only then. Returns whether it is right. */
static bool sample(struct build *b, unsigned count, bool plain, unsigned salt, double times[2]) {
  cl_uint got[ITEMS] = {0}, wanted[ITEMS];
  char why[512] = "WRONG VALUES", *text = make_program(count, plain, salt, wanted);
  cl_kernel kernel = NULL;
  cl_int status = CL_SUCCESS;
  const double start = b->clock();
  cl_program program = device_build(&b->device, NULL, text, why, sizeof why);
  if (program)
    kernel = clCreateKernel(program, "k", &status);
  times[0] = b->clock() - start;
  if (kernel)
    status = run(&b->device, kernel, got);
  times[1] = b->clock() - start;
  const bool good = kernel && !status && !memcmp(got, wanted, sizeof got);
  if (program && status)
    snprintf(why, sizeof why, "OpenCL error %d", status);
  if (!good)
    fprintf(stderr, "failed: %u calls%s: %s\n", count, plain ? ", replaced by the argument" : "", why);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  free(text);
  return good;
}

/* The medians of the programs of a kind that are right. */
static void measure(struct build *b, unsigned k, bool plain, unsigned long repeats) {
  double times[2][MOST_REPEATS], one[2];
  size_t count = 0;
  for (unsigned r = 0; r < repeats; r++)
    if (sample(b, kinds[k], plain, k * MOST_REPEATS + r + 1, one)) {
      times[0][count] = one[0];
      times[1][count++] = one[1];
    } else {
      b->failed |=
          plain || getenv("OPENCL_LAYERS"); /* without the layer, faults of the driver's functions are not ours */
    }
  printf("%u call%s,%s,%zu,", kinds[k], kinds[k] == 1 ? "" : "s", plain ? "plain" : "calls", count);
  if (count)
    printf("%.2f,%.2f", median(times[0], count), median(times[1], count));
  printf("%s,%s\n", count ? "" : ",", b->device.text);
  fflush(stdout);
}

int bench_build(int count, char **arguments) {
  static struct build b;
  struct wish wish = {"", ""};
  unsigned long repeats = 5, print = MOST_CALLS + 1;
  bool cpu = false;
  double first[2];
  cl_uint platforms, out[ITEMS];
  const struct argument own[] = {{"--repeats", .number = &repeats, .least = 1, .most = MOST_REPEATS},
                                 {"--print", .number = &print, .most = MOST_CALLS},
                                 {"--cpu", .flag = &cpu}};
  bench_options(count, arguments, &wish, own, sizeof own / sizeof *own);
  if (print <= MOST_CALLS) {
    char *text = make_program((unsigned)print, false, 0, out);
    fputs(text, stdout);
    free(text);
    return EXIT_SUCCESS;
  }
  b.clock = cpu ? cpu_ms : now_ms;
  const double start = b.clock();
  clGetPlatformIDs(0, NULL, &platforms);
  const double loading = b.clock() - start;
  device_open(&b.device, &wish);
  printf("program,with,n,kernel_ms,run_ms,device\nloading OpenCL,,1,%.2f,,%s\n", loading, b.device.text);
  /* The first builds load the driver's compiler, and have the layer try the driver: they do not belong to any kind. */
  sample(&b, 1, true, 0, first);
  if (b.device.facts.has_functions)
    sample(&b, 1, false, 0, first);
  for (unsigned k = 0; k < KINDS; k++) {
    measure(&b, k, true, repeats);
    if (b.device.facts.has_functions)
      measure(&b, k, false, repeats);
  }
  return b.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
