/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Eight work-items, ranks 0 to 7, hold a number each; their reduce and scans are computed on an OpenCL device. */
#include "common/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 8 };
static const cl_int numbers[RANKS] = {3, 1, 7, 0, 4, 1, 6, 3};

const char *program_name = "worked-example";

static void print(const char *name, const cl_int *values, int count) {
  printf("%-10s", name);
  for (int i = 0; i < count; i++)
    printf(" %d", values[i]);
  putchar('\n');
}

int main(int argc, char **argv) {
  struct wish wish = {"", "", "", ""};
  for (int i = 1; i < argc; i++)
    if (!wish_option(&wish, argv, &i))
      wrong_usage("unknown argument '%s': usage: worked-example [--platform NAME] [--device NAME] [--strategy S] "
                  "[--module FILE]",
                  argv[i]);

  struct device device;
  device_open(&device, &wish);
  cl_program program = device_load(&device, EXAMPLES_MODULES, "worked-example");

  cl_int status;
  cl_kernel kernel = clCreateKernel(program, "worked_example", &status);
  check(status, "clCreateKernel");
  /* The numbers, then the three results, in the order of the kernel's arguments. */
  cl_mem buffers[4];
  for (cl_uint i = 0; i < 4; i++) {
    buffers[i] = clCreateBuffer(device.context, CL_MEM_READ_WRITE, sizeof numbers, NULL, &status);
    check(status, "clCreateBuffer");
    check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  }
  check(clEnqueueWriteBuffer(device.queue, buffers[0], CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL),
        "clEnqueueWriteBuffer");
  const size_t size = RANKS;
  check(clEnqueueNDRangeKernel(device.queue, kernel, 1, NULL, &size, &size, 0, NULL, NULL), "clEnqueueNDRangeKernel");

  printf("%s (%s), strategy %s\n", device.name, device.platform, device.strategy);
  print("numbers", numbers, RANKS);
  const char *const names[] = {"reduce", "inclusive", "exclusive"};
  for (int i = 0; i < 3; i++) {
    cl_int results[RANKS];
    check(clEnqueueReadBuffer(device.queue, buffers[1 + i], CL_TRUE, 0, sizeof results, results, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    if (i == 0)
      for (int rank = 1; rank < RANKS; rank++)
        if (results[rank] != results[0])
          die("ranks 0 and %d hold different sums: %d and %d", rank, results[0], results[rank]);
    print(names[i], results, i == 0 ? 1 : RANKS);
  }

  for (int i = 0; i < 4; i++)
    clReleaseMemObject(buffers[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  device_close(&device);
  if (fflush(stdout) || ferror(stdout))
    die("cannot write standard output");
  return EXIT_SUCCESS;
}
