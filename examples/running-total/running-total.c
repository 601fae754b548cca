/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A plain OpenCL application, which knows nothing of clgroup: running totals of 1024 numbers, in work-groups of 256,
 * and a vote on what they are below, by functions of OpenCL C 3.0. Where the driver lacks them, the build fails; PoCL 6
 * has them, and counts the vote wrong. Under clgroup-run it works. */
#include "common/device.h"

#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 1024, GROUP = 256, LIMIT = 101 };

const char *program_name = "running-total";

static const char *const source = "kernel void running_total(global const int *in, global int *out, int limit) {\n"
                                  "  size_t i = get_global_id(0);\n"
                                  "  out[i] = work_group_scan_inclusive_add(in[i]);\n"
                                  "  if (!work_group_all(in[i] < limit))\n"
                                  "    out[i] = -1;\n"
                                  "}\n";

/* Ends the program with what the driver says. */
static void report(cl_program program, cl_device_id device, cl_int status) {
  static char log[2048];
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL) == CL_SUCCESS)
    fputs(log, stderr);
  die("the driver does not build the kernel: error %d", status);
}

int main(int argc, char **argv) {
  struct wish wish = {"", "", "", ""};
  for (int i = 1; i < argc; i++)
    if (!wish_option(&wish, argv, &i))
      wrong_usage("unknown argument '%s': usage: running-total [--platform NAME] [--device NAME]", argv[i]);
  struct device device;
  device_open(&device, &wish);

  cl_int status, in[NUMBERS], out[NUMBERS], total = 0;
  const cl_int limit = LIMIT;
  for (int i = 0; i < NUMBERS; i++)
    in[i] = (i * 37) % LIMIT;
  const char *text = source;
  cl_program program = clCreateProgramWithSource(device.context, 1, &text, NULL, &status);
  check(status, "clCreateProgramWithSource");
  status = clBuildProgram(program, 1, &device.id, "-cl-std=CL3.0", NULL, NULL);
  if (status != CL_SUCCESS)
    report(program, device.id, status);
  cl_kernel kernel = clCreateKernel(program, "running_total", &status);
  check(status, "clCreateKernel");
  cl_mem buffers[2];
  for (cl_uint i = 0; i < 2; i++) {
    buffers[i] = clCreateBuffer(device.context, CL_MEM_COPY_HOST_PTR, sizeof in, in, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  }
  check(clSetKernelArg(kernel, 2, sizeof limit, &limit), "clSetKernelArg");
  const size_t size = NUMBERS, group = GROUP;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, NULL, &size, &group, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(device.queue, buffers[1], CL_TRUE, 0, sizeof out, out, 0, NULL, NULL),
        "clEnqueueReadBuffer");

  for (int i = 0; i < NUMBERS; i++) {
    if (out[i] < 0)
      die("number %d: work_group_all is 0, though all numbers are below %d", i, LIMIT);
    total = i % GROUP ? total + in[i] : in[i];
    if (out[i] != total)
      die("number %d: the device says %d, the CPU %d", i, out[i], total);
  }
  printf("%s (%s): %d running totals, as on the CPU\n", device.name, device.platform, NUMBERS);

  for (int i = 0; i < 2; i++)
    clReleaseMemObject(buffers[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  device_close(&device);
  if (fflush(stdout) || ferror(stdout))
    die("cannot write standard output");
  return EXIT_SUCCESS;
}
