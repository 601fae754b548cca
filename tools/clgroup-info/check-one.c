/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A child process of --check: builds and runs kernels of a type, and reports each result in a line on
 * standard output. Results that are not reported count as crashes. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "check.h"

#include "layer/base/presence.h"
#include "names/names.h"
#include "base/buffer.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GROUPS = 256 };

/* A single write, so that drivers' output does not come in between. */
static void tell(const struct check_open *d, unsigned name, enum check_outcome outcome, const char *detail) {
  char line[512];
  int length = snprintf(line, sizeof line, "\ncheck %u %u %d %.*s\n", (unsigned)d->type, name, (int)outcome,
                        (int)strcspn(detail, "\n"), detail);
  if (length > 0 && write(STDOUT_FILENO, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1) < 0)
    exit(2);
}

static cl_program build(const struct check_open *d, uint64_t names, char *why, size_t size) {
  struct clgroup_buffer source = {0};
  cl_int error;
  check_source(d->type, names, false, &source);
  const char *text = source.data;
  cl_program program = text ? clCreateProgramWithSource(d->context, 1, &text, NULL, &error) : NULL;
  error = program ? clBuildProgram(program, 1, &d->id, d->options, NULL, NULL) : CL_OUT_OF_HOST_MEMORY;
  clgroup_buffer_free(&source);
  if (error == CL_SUCCESS)
    return program;
  char *log = calloc(1, 65536);
  if (program && log)
    clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, 65535, log, NULL);
  const char *line = log ? strstr(log, "error") : NULL;
  snprintf(why, size, "does not build: %d %.*s", error, line ? (int)strcspn(line, "\n") : 0, line ? line : "");
  free(log);
  if (program)
    clReleaseProgram(program);
  return NULL;
}

/* A broadcast reads by three coordinates, `at`, or by one index: in one dimension any, in others that of the first
 * work-item. */
static enum check_outcome run_shape(const struct check_open *d, unsigned name, cl_program program,
                                    const size_t local[3], bool at, char *why, size_t size) {
  static unsigned char operands[GROUPS * CHECK_LARGEST * 8], results[GROUPS * CHECK_LARGEST * 8];
  const unsigned items = (unsigned)(local[0] * local[1] * local[2]);
  const size_t global[3] = {local[0] * GROUPS, local[1], local[2]};
  const cl_uint once = 1;
  size_t from[3];
  char kernel_name[32];
  cl_int error;
  const size_t group_bytes = items * ref_bytes(d->type), bytes = GROUPS * group_bytes;
  for (unsigned g = 0; g < GROUPS; g++)
    check_operands(name, d->type, g, items, operands + g * group_bytes);
  memset(results, 0x5a, sizeof results);
  snprintf(kernel_name, sizeof kernel_name, "k%u%s", name, at ? "at" : "");
  cl_kernel kernel = clCreateKernel(program, kernel_name, &error);
  if (!kernel) {
    snprintf(why, size, "clCreateKernel returned %d", error);
    return CHECK_MISSING;
  }
  clSetKernelArg(kernel, 0, sizeof d->in, &d->in);
  clSetKernelArg(kernel, 1, sizeof d->out, &d->out);
  clSetKernelArg(kernel, 2, sizeof once, &once);
  for (unsigned axis = 0; axis < 3; axis++) {
    from[axis] = at || items == local[0] ? local[axis] * 2 / 3 : 0;
    clSetKernelArg(kernel, 3 + axis, sizeof(cl_uint), &(cl_uint){(cl_uint)from[axis]});
  }
  error = clEnqueueWriteBuffer(d->queue, d->in, CL_TRUE, 0, bytes, operands, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueWriteBuffer(d->queue, d->out, CL_TRUE, 0, bytes, results, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(d->queue, kernel, 3, NULL, global, local, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueReadBuffer(d->queue, d->out, CL_TRUE, 0, bytes, results, 0, NULL, NULL);
  clReleaseKernel(kernel);
  if (error != CL_SUCCESS) {
    snprintf(why, size, "cannot be launched: %d", error);
    return CHECK_WRONG;
  }
  for (unsigned g = 0; g < GROUPS; g++)
    if (!check_results(name, d->type, local, ref_rank(local, from[0], from[1], from[2]), operands + g * group_bytes,
                       results + g * group_bytes, why, size))
      return CHECK_WRONG;
  return CHECK_RIGHT;
}

static void run(const struct check_open *d, unsigned name, cl_program program) {
  enum check_outcome outcome = CHECK_RIGHT;
  char why[256] = "";
  const bool broadcast = !strcmp(clgroup_names[name].text, "work_group_broadcast");
  const char *list = shapes_few;
  struct suite_shape shape;
  /* Drivers compile for each shape, which takes time: two types are enough to test all shapes. */
  do {
    list = shapes_next(list, &shape);
    outcome = run_shape(d, name, program, shape.local, false, why, sizeof why);
    if (outcome == CHECK_RIGHT && broadcast && shape.local[1] > 1)
      outcome = run_shape(d, name, program, shape.local, true, why, sizeof why);
  } while (*list && outcome == CHECK_RIGHT && check_loops(d->type));
  tell(d, name, outcome, why);
}

static cl_int open_device(struct check_open *d, unsigned platform, unsigned device) {
  cl_platform_id platforms[64];
  cl_device_id devices[64];
  cl_uint count = 0;
  cl_int error = clGetPlatformIDs(64, platforms, &count);
  if (error != CL_SUCCESS || platform >= count || platform >= 64)
    return CL_INVALID_PLATFORM;
  d->platform = platforms[platform];
  error = clGetDeviceIDs(d->platform, CL_DEVICE_TYPE_ALL, 64, devices, &count);
  if (error != CL_SUCCESS || device >= count || device >= 64)
    return CL_INVALID_DEVICE;
  d->id = devices[device];
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)d->platform, 0};
  d->context = clCreateContext(properties, 1, &d->id, NULL, NULL, &error);
  if (error == CL_SUCCESS)
    d->queue = clCreateCommandQueue(d->context, d->id, 0, &error);
  if (error == CL_SUCCESS)
    d->in = clCreateBuffer(d->context, CL_MEM_READ_ONLY, (size_t)CHECK_ITEMS * 8, NULL, &error);
  if (error == CL_SUCCESS)
    d->out = clCreateBuffer(d->context, CL_MEM_READ_WRITE, (size_t)CHECK_ITEMS * 8, NULL, &error);
  return error;
}

static void run_type(const struct check_open *d, uint64_t names) {
  char why[256] = "";
  cl_program program = build(d, names, why, sizeof why);
  for (unsigned n = 0; n < clgroup_name_count; n++) {
    if (!(names >> n & 1))
      continue;
    /* If the program does not build, each function gets a program, so that one failure does not hide the others. */
    cl_program single = program ? program : build(d, UINT64_C(1) << n, why, sizeof why);
    if (single)
      run(d, n, single);
    else
      tell(d, n, CHECK_MISSING, why);
    if (single && !program)
      clReleaseProgram(single);
  }
  if (program)
    clReleaseProgram(program);
}

int check_one(char **arguments) {
  struct check_open d = {.type = (enum ref_type)strtoul(arguments[2], NULL, 10), .options = arguments[4]};
  /* The loader reads it in the first OpenCL call. */
  if (setenv("OPENCL_LAYERS", arguments[5], 1))
    return 2;
  cl_int error = open_device(&d, (unsigned)strtoul(arguments[0], NULL, 10), (unsigned)strtoul(arguments[1], NULL, 10));
  if (error != CL_SUCCESS) {
    printf("the device cannot be opened: %d\n", error);
    return 1;
  }
  char why[256];
  if (strcmp(getenv("CLGROUP_MODE"), "off") && !clgroup_layer_is_loaded()) {
    (void)clgroup_layer_absence(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"), why, sizeof why);
    printf("\nabsent %s\n", why);
    return 1;
  }
  const uint64_t names = strtoull(arguments[3], NULL, 16);
  if (!strcmp(arguments[6], "speed"))
    check_speed(&d, names);
  else
    run_type(&d, names);
  return 0;
}
