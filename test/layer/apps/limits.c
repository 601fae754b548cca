/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Too little local memory: an error that says so, or the right result; never a wrong one. */
#include "app.h"

#include <stdlib.h>
#include <string.h>

/* A kernel that uses `OWN` ints of local memory, `mine`, beside a scan. */
#define TEXT(parameters, declarations)                                                                                 \
  "kernel void k(global const int *in, global int *out" parameters ") {\n" declarations                                \
  "  size_t i = get_global_id(0);\n"                                                                                   \
  "  for (uint j = get_local_id(0); j < OWN; j += get_local_size(0)) mine[j] = j + in[i];\n"                           \
  "  int x = work_group_scan_inclusive_add(in[i]), wrong = 0;\n"                                                       \
  "  for (uint j = get_local_id(0); j < OWN; j += get_local_size(0)) wrong += mine[j] != j + in[i];\n"                 \
  "  out[i] = wrong ? -1000 : x; }\n"

static void with_own(struct app *a, cl_ulong own) {
  cl_program program = app_source(a, TEXT("", "  local int mine[OWN];\n"));
  cl_int out[APP_ITEMS], error;
  error = clBuildProgram(program, 0, NULL, app_options(a, "-D OWN=%llu", (unsigned long long)own), NULL, NULL);
  if (error == CL_BUILD_PROGRAM_FAILURE) {
    if (strlen(app_log(a, program)) < 8)
      app_fail(a, "a build failure with an empty log, %llu bytes of local memory in use", (unsigned long long)own * 4);
    return;
  }
  if (!error) {
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    if (kernel) {
      error = app_launch(a, kernel, out);
      clReleaseKernel(kernel);
    }
    if (!error)
      app_judge(a, out, app_scan, 1);
  }
  if (error && error != CL_OUT_OF_RESOURCES && error != CL_INVALID_WORK_GROUP_SIZE && error != CL_OUT_OF_HOST_MEMORY &&
      error != CL_MEM_OBJECT_ALLOCATION_FAILURE)
    app_fail(a, "error %d, which does not speak of memory, %llu bytes of local memory in use", error,
             (unsigned long long)own * 4);
  clReleaseProgram(program);
}

CASE(little_local_memory_left) {
  const cl_ulong all = app_device_number(a, CL_DEVICE_LOCAL_MEM_SIZE);
  const cl_ulong left[] = {65536, 32768, 16384, 8192, 4096, 1024, 512, 256, 128, 64, 16, 0};
  for (unsigned i = 0; i < sizeof left / sizeof *left; i++)
    if (left[i] < all)
      with_own(a, (all - left[i]) / 4);
}

CASE(more_local_memory_than_there_is) {
  const cl_ulong all = app_device_number(a, CL_DEVICE_LOCAL_MEM_SIZE);
  with_own(a, all / 4 + 16);
}

/* The same for memory that is a local argument, whose size is known only at the launch. */
CASE(local_argument) {
  cl_program program = app_program(a, TEXT(", local int *mine, uint OWN", ""), a->standard);
  const cl_ulong all = app_device_number(a, CL_DEVICE_LOCAL_MEM_SIZE);
  const cl_ulong left[] = {16384, 8192, 4096, 1024, 256, 64, 0};
  cl_kernel kernel = app_kernel(a, program, "k");
  for (unsigned i = 0; i < sizeof left / sizeof *left; i++) {
    cl_uint own = (cl_uint)((all - left[i]) / 4);
    cl_int out[APP_ITEMS], error = clSetKernelArg(kernel, 2, own * sizeof(cl_int), NULL);
    error = error ? error : clSetKernelArg(kernel, 3, sizeof own, &own);
    error = error ? error : app_launch(a, kernel, out);
    if (!error)
      app_judge(a, out, app_scan, 1);
    else if (error == CL_INVALID_KERNEL_ARGS || error == CL_INVALID_KERNEL)
      app_fail(a, "error %d, which does not speak of memory, %u bytes of local memory in use", error,
               (unsigned)own * 4);
  }
}

enum { GROUPS = 3 };

/* Launches work-groups of `size`, and judges the results. Returns the launch's error. */
static cl_int count_up(struct app *a, cl_kernel kernel, size_t size) {
  const size_t items = size * GROUPS;
  cl_int *out = app_allocate(items * sizeof *out);
  const cl_int error = app_fill(a, kernel, items, &size, out);
  for (size_t i = 0; i < items && !error; i++)
    if (out[i] != (cl_int)(i % size) + 1)
      app_fail(a, "wrong result: expected %zu, got %d in a work-group of %zu", i % size + 1, out[i], size);
  free(out);
  return error;
}

/* The largest work-group size that the kernel reports is right; a larger one is refused, or right too (on NVIDIA's,
 * which reports fewer than it launches). */
CASE(largest_work_group) {
  cl_program program = app_program(a,
                                   "kernel void k(global int *out) {\n"
                                   "  out[get_global_id(0)] = work_group_scan_inclusive_add(1u); }\n",
                                   a->standard);
  cl_kernel kernel = app_kernel(a, program, "k");
  size_t most = 0;
  ASK(most, clGetKernelWorkGroupInfo, kernel, a->device, CL_KERNEL_WORK_GROUP_SIZE);
  app_must(a, count_up(a, kernel, most), "the launch");
  const cl_int error = count_up(a, kernel, 2 * most);
  if (error && error != CL_INVALID_WORK_GROUP_SIZE && error != CL_INVALID_WORK_ITEM_SIZE)
    app_fail(a, "work-groups of %zu, twice the largest, give error %d", 2 * most, error);
}
