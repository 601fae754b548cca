/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builds that are repeated or fail; programs, kernels and contexts that come and go. */
#include "app.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char text[] = "#ifndef K\n#define K 1\n#endif\n" KERNEL("K * work_group_reduce_add(in[i])");

/* ---- builds repeated ---- */

/* With, without and again with a work-group function: whether the layer touches a program changes with the options. */
CASE(rebuild_with_and_without) {
  cl_program program = app_source(a, "#ifdef PLAIN\n#define SUM(x) (x)\n#endif\n" KERNEL("SUM(in[i])"));
  for (int turn = 0; turn < 3; turn++) {
    app_build(a, program, app_options(a, "-D PLAIN"));
    app_right(a, program, "k", app_same);
    app_build(a, program, app_options(a, "-D SUM=work_group_reduce_add"));
    app_right(a, program, "k", app_sum);
  }
}

CASE(rebuild_while_kernels_exist) {
  cl_program program = app_program(a, text, a->standard);
  cl_kernel kernel = app_kernel(a, program, "k");
  app_gives(a, clBuildProgram(program, 0, NULL, app_options(a, "-D K=2"), NULL, NULL), CL_INVALID_OPERATION,
            "clBuildProgram while a kernel exists");
  app_gives(a, clCompileProgram(program, 0, NULL, a->standard, 0, NULL, NULL, NULL, NULL), CL_INVALID_OPERATION,
            "clCompileProgram while a kernel exists");
  app_expect(a, kernel, app_sum, 1);
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
  app_build(a, program, app_options(a, "-D K=2"));
  app_expect(a, app_kernel(a, program, "k"), app_sum, 2);
}

CASE(rebuild_after_error) {
  cl_program program = app_source(a, text);
  for (int turn = 0; turn < 2; turn++) {
    app_gives(a, clBuildProgram(program, 0, NULL, app_options(a, "-D K=nonsense"), NULL, NULL),
              CL_BUILD_PROGRAM_FAILURE, "clBuildProgram of a kernel with an error");
    app_build(a, program, a->standard);
    app_status(a, program, CL_BUILD_SUCCESS);
    app_right(a, program, "k", app_sum);
  }
}

CASE(unload_compiler) {
  cl_int error = clUnloadPlatformCompiler(a->platform);
  app_must(a, error, "clUnloadPlatformCompiler");
  app_text(a, text, a->standard, app_sum);
}

/* ---- lifetimes ---- */

/* As long as its kernel exists the program works: it returns its source, and makes kernels. */
CASE(program_lives_with_its_kernel) {
  cl_program program = app_program(a, text, a->standard);
  cl_kernel kernel = app_kernel(a, program, "k");
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  char *source = ask_program(program, CL_PROGRAM_SOURCE, NULL);
  if (strcmp(source, text))
    app_fail(a, "CL_PROGRAM_SOURCE gives another text");
  free(source);
  app_right(a, program, "k", app_sum);
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
}

CASE(kernel_released_while_it_runs) {
  cl_program program = app_program(a, text, a->standard);
  const size_t items = APP_ITEMS, local = APP_LOCAL;
  cl_int out[APP_ITEMS];
  cl_mem from = app_buffer(a, sizeof out, NULL), to = app_buffer(a, sizeof out, NULL);
  cl_kernel kernel = app_kernel(a, program, "k");
  clSetKernelArg(kernel, 0, sizeof from, &from);
  clSetKernelArg(kernel, 1, sizeof to, &to);
  app_must(a, clEnqueueNDRangeKernel(a->queue, kernel, 1, NULL, &items, &local, 0, NULL, NULL), "the launch");
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  app_must(a, clEnqueueReadBuffer(a->queue, to, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "clEnqueueReadBuffer");
  for (int i = 0; i < APP_ITEMS; i++)
    if (out[i])
      app_fail(a, "a sum of zeros is %d", out[i]);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

CASE(kernels_at_once) {
  enum { MOST = 8 };
  cl_program program = app_program(a,
                                   "kernel void sum(global const int *in, global int *out) {\n"
                                   "  out[get_global_id(0)] = work_group_reduce_add(in[get_global_id(0)]); }\n"
                                   "kernel void same(global const int *in, global int *out) {\n"
                                   "  out[get_global_id(0)] = in[get_global_id(0)]; }\n"
                                   "kernel void largest(global const int *in, global int *out) {\n"
                                   "  out[get_global_id(0)] = work_group_reduce_max(in[get_global_id(0)]); }\n",
                                   a->standard);
  cl_kernel kernels[MOST];
  cl_uint count = 0;
  unsigned seen = 0;
  app_must(a, clCreateKernelsInProgram(program, 0, NULL, &count), "clCreateKernelsInProgram");
  if (count != 3)
    app_fail(a, "clCreateKernelsInProgram counts %u kernels, not 3", (unsigned)count);
  if (clCreateKernelsInProgram(program, 2, kernels, NULL) != CL_INVALID_VALUE)
    app_fail(a, "clCreateKernelsInProgram puts 3 kernels into room for 2");
  app_must(a, clCreateKernelsInProgram(program, MOST, kernels, &count), "clCreateKernelsInProgram");
  for (cl_uint i = 0; i < count; i++) {
    char *name = ask_kernel(kernels[i], CL_KERNEL_FUNCTION_NAME, NULL);
    if (!ask_is_of(kernels[i], program))
      app_fail(a, "CL_KERNEL_PROGRAM of %s gives another program", name);
    seen |= !strcmp(name, "sum") ? 1 : !strcmp(name, "same") ? 2 : !strcmp(name, "largest") ? 4 : 8;
    app_expect(a, kernels[i], !strcmp(name, "sum") ? app_sum : !strcmp(name, "same") ? app_same : app_largest, 1);
    free(name);
  }
  if (seen != 7 || count != 3)
    app_fail(a, "other kernels than the program's three");
  for (cl_uint i = 0; i < count; i++)
    app_must(a, clReleaseKernel(kernels[i]), "clReleaseKernel");
  app_build(a, program, a->standard);
}

CASE(clone) {
  app_needs_version(a, 210, "clCloneKernel");
  cl_program program = app_program(a, text, a->standard);
  cl_kernel kernel = app_kernel(a, program, "k");
  app_expect(a, kernel, app_sum, 1);
  cl_int error;
  cl_kernel copy = clCloneKernel(kernel, &error);
  app_must(a, error, "clCloneKernel");
  if (!ask_is_of(copy, program))
    app_fail(a, "CL_KERNEL_PROGRAM of a clone gives another program than the application's");
  app_must(a, clReleaseKernel(kernel), "clReleaseKernel");
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  app_expect(a, copy, app_sum, 1);
  app_must(a, clReleaseKernel(copy), "clReleaseKernel");
}

static void CL_CALLBACK on_context(cl_context context, void *argument) {
  (void)context;
  ++*(volatile int *)argument;
}

/* What the layer keeps for a context is freed with it. */
CASE(context_goes) {
  app_needs_version(a, 300, "clSetContextDestructorCallback");
  for (int turn = 0; turn < 3; turn++) {
    volatile int gone = 0;
    struct app other = app_elsewhere(a, 1, &a->device);
    app_must(a, clSetContextDestructorCallback(other.context, on_context, (void *)&gone),
             "clSetContextDestructorCallback");
    app_text(&other, text, a->standard, app_sum);
    app_must(a, clReleaseCommandQueue(other.queue), "clReleaseCommandQueue");
    app_must(a, clReleaseContext(other.context), "clReleaseContext");
    const struct timespec pause = {.tv_nsec = 10000000};
    for (int i = 0; i < 6000 && !gone; i++)
      nanosleep(&pause, NULL);
    if (gone != 1)
      app_fail(a, "a context that nobody holds is not destroyed");
  }
}

/* Devices that the application did not get by clGetDeviceIDs, so that the layer has not seen them. */
CASE(sub_devices) {
  enum { MOST = 64 };
  const cl_device_partition_property by[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[MOST];
  cl_uint count = 0;
  if (clCreateSubDevices(a->device, by, MOST, parts, &count) || count < 2)
    app_skip(a, "the device cannot be split into two");
  struct app other = app_elsewhere(a, 2, parts);
  cl_program program = app_program(&other, text, a->standard);
  for (int i = 0; i < 2; i++) {
    clReleaseCommandQueue(other.queue);
    other.device = parts[i];
    other.queue = app_queue(a, other.context, parts[i]);
    app_right(&other, program, "k", app_sum);
  }
  clReleaseCommandQueue(other.queue);
  app_must(a, clReleaseProgram(program), "clReleaseProgram");
  app_must(a, clReleaseContext(other.context), "clReleaseContext");
  for (cl_uint i = 0; i < count; i++)
    clReleaseDevice(parts[i]);
}

CASE(exit_with_all_alive) {
  cl_program program = app_program(a, text, a->standard);
  app_right(a, program, "k", app_sum);
  app_kernel(a, program, "k");
  app_source(a, text);
  app_object(a, text, a->standard);
  exit(APP_PASSED);
}
