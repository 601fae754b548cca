/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks FOLDER: runs README's first kernel, FOLDER/ranks.serial.spv or .bc, and prints what each of eight work-items
 * gets. */
#include "common/device.h"

#include <stdio.h>

const char *program_name = "ranks";

int main(int argc, char **argv) {
  enum { RANKS = 8 };
  if (argc != 2)
    wrong_usage("usage: ranks FOLDER");
  struct device device;
  const struct wish wish = {"", "", "serial", ""};
  device_open(&device, &wish);
  cl_program program = device_load(&device, argv[1], "ranks");
  cl_int status, values[RANKS] = {3, 1, 7, 0, 4, 1, 6, 3};
  cl_kernel kernel = clCreateKernel(program, "ranks", &status);
  check(status, "clCreateKernel");
  cl_mem buffers[2];
  for (cl_uint i = 0; i < 2; i++) {
    buffers[i] =
        clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof values, values, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  }
  const size_t size = RANKS;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL), "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(device.queue, buffers[1], CL_TRUE, 0, sizeof values, values, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  for (int i = 0; i < RANKS; i++)
    printf("%d%c", values[i], i + 1 < RANKS ? ' ' : '\n');
  clReleaseMemObject(buffers[0]);
  clReleaseMemObject(buffers[1]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  device_close(&device);
  return 0;
}
