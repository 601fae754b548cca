/* The process with the layer that builds programs for the peers link:STRATEGY and compile:STRATEGY of `run`. A request
 * is a line on standard input, SOURCE<tab>BINARY, two file names: it builds the first file's OpenCL C and writes the
 * device's binary to the second file. The answer, also the first one after the start, is a line on the original
 * standard output: ok, or error REASON. */
#define _GNU_SOURCE /* RTLD_NOLOAD */
#include "bench/device.h"
#include "base/files.h"
#include "bench/worker.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_binary(const struct device *device, cl_program program, const char *path, char *why,
                         size_t why_size) {
  size_t size = 0;
  cl_int status = clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
  unsigned char *binary = malloc(size ? size : 1);
  if (!binary)
    die("out of memory");
  if (!status && size)
    status = clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
  bool good = false;
  if (status || !size)
    snprintf(why, why_size, "%s returned no binary of a program (error %d)", device->platform, status);
  else if (!(good = clgroup_file_write(path, binary, size)))
    snprintf(why, why_size, "cannot write %.400s", path);
  free(binary);
  return good;
}

/* Builds by the compile route. If the layer uses the link route instead, it does not fail, but prints a line on
 * standard error: `why` is this line, or "". Standard error is captured, and printed after the build. */
static cl_int build_compiled(const struct device *device, cl_program program, char *why, size_t why_size) {
  FILE *file = tmpfile();
  char line[4096], *instead;
  int own = dup(STDERR_FILENO);
  fflush(stderr);
  if (!file || own < 0 || dup2(fileno(file), STDERR_FILENO) < 0)
    die("cannot capture standard error: %s", strerror(errno));
  cl_int status = clBuildProgram(program, 1, &device->id, device->standard, NULL, NULL);
  fflush(stderr);
  if (dup2(own, STDERR_FILENO) < 0)
    exit(EXIT_FAILURE);
  rewind(file);
  *why = 0;
  while (fgets(line, sizeof line, file)) {
    fputs(line, stderr);
    if ((instead = strstr(line, "route link, since compile failed")))
      snprintf(why, why_size, "%.*s", (int)strcspn(instead, "\n"), instead);
  }
  fclose(file);
  close(own);
  return status;
}

static bool build(const struct device *device, cl_context context, const char *source, const char *binary, char *why,
                  size_t why_size) {
  char *text = clgroup_file_read(source, NULL);
  const char *route = getenv("CLGROUP_ROUTE");
  bool compiled = route && !strcmp(route, "compile"), good = false;
  cl_int status;
  if (!text) {
    snprintf(why, why_size, "cannot read %.400s", source);
    return false;
  }
  cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &status);
  if (program)
    status = compiled ? build_compiled(device, program, why, why_size)
                      : clBuildProgram(program, 1, &device->id, device->standard, NULL, NULL);
  if (status)
    describe_build(device, program, status, why, why_size);
  else if (!compiled || !*why)
    good = write_binary(device, program, binary, why, why_size);
  if (program)
    clReleaseProgram(program);
  free(text);
  return good;
}

int bench_link_one(int count, char **arguments) {
  struct wish wish = {"", ""};
  struct device device = {0};
  const char *layer = NULL;
  char line[8192], why[512];
  cl_uint platforms;
  FILE *answers = worker_answers("link-one");
  const struct argument own = {"--layer", .text = &layer};
  bench_options(count, arguments, &wish, &own, 1);
  clGetPlatformIDs(0, NULL, &platforms);
  if (layer && !dlopen(layer, RTLD_LAZY | RTLD_NOLOAD)) {
    fprintf(answers,
            "error the OpenCL loader did not load the layer %s: is it a layer, and does the loader read "
            "OPENCL_LAYERS?\n",
            layer);
    return EXIT_FAILURE;
  }
  device_find(&device, &wish);
  cl_context context = device_context(&device);
  fprintf(answers, "ok\n");
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    char *binary = strchr(line, '\t');
    if (!binary)
      die("link-one is only for clgroup-bench run");
    *binary++ = 0;
    if (build(&device, context, line, binary, why, sizeof why))
      fprintf(answers, "ok\n");
    else
      fprintf(answers, "error %s\n", why);
  }
  clReleaseContext(context);
  return EXIT_SUCCESS;
}
