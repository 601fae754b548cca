/* The process with the layer that builds a program for the peers link:STRATEGY of `run`: OpenCL C in one file, of which
 * it writes the device's binary to another. */
#include "bench/device.h"
#include "base/files.h"
#include "bench/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void write_binary(const struct clgroup_device *device, cl_program program, const char *path) {
  size_t size = 0;
  cl_int status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  unsigned char *binary = malloc(size ? size : 1);
  if (!binary)
    die("out of memory");
  if (!status && size)
    status = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
  if (status || !size)
    die("%s returned no binary of a program (error %d)", device->platform, status);
  if (!clgroup_file_write(path, binary, size))
    die("cannot write %s: %s", path, strerror(errno));
  free(binary);
}

int bench_link_one(int count, char **arguments) {
  struct worker worker;
  struct clgroup_device device = {0};
  const char *source = NULL, *binary = NULL;
  char why[512];
  cl_int status;
  const struct argument own[] = {{"--source", .text = &source}, {"--binary", .text = &binary}};
  worker_begin(&worker, count, arguments, own, sizeof own / sizeof *own, &(bool){false});
  device_find(&device, &worker.wish);
  char *text = source ? clgroup_file_read(source, NULL) : NULL;
  if (!text || !binary)
    die("link-one is only for clgroup-bench run");
  cl_context context = device_context(&device);
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &status);
  if (program)
    status = clBuildProgram(program, 1, &device.id, device_standard(&device), NULL, NULL);
  if (status) {
    describe_build(&device, program, status, why, sizeof why);
    die("%s", why);
  }
  write_binary(&device, program, binary);
  clReleaseProgram(program);
  clReleaseContext(context);
  free(text);
  return EXIT_SUCCESS;
}
