/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* strcasestr */
#include "bench/bench.h"
#include "tool/devices.h"
#include "tool/loader.h"

#include <string.h>

struct search {
  const struct wish *wish;
  cl_device_id id;
};

static bool matches(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct search *s = argument;
  char platform_name[128] = "", name[128] = "";
  (void)index;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  s->id = id;
  return strcasestr(platform_name, s->wish->platform) && strcasestr(name, s->wish->device);
}

/* The device's sub-groups; of a kernel's size, since they may be whole work-groups. */
static size_t sub_group_width(const struct device *d) {
  static const size_t sizes[] = {64, 128};
  size_t width[] = {0, 1};
  char why[64];
  cl_program program =
      device_build(d, NULL, "kernel void k(global int *x) { x[get_global_id(0)]++; }", why, sizeof why);
  cl_kernel kernel = program ? clCreateKernel(program, "k", NULL) : NULL;
  for (int i = 0; kernel && i < 2; i++)
    clGetKernelSubGroupInfo(kernel, d->facts.id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes[i], &sizes[i],
                            sizeof width[i], &width[i], NULL);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  return width[0] == width[1] ? width[0] : 0;
}

void device_open(struct device *d, const struct wish *wish) {
  struct search search = {wish, NULL};
  struct clgroup_device *facts = &d->facts;
  cl_uint sub_groups = 0;
  cl_int status;
  if (!each_device(matches, &search))
    die("no OpenCL device matches --platform '%s' --device '%s': see clgroup-info", wish->platform, wish->device);
  use_loader();
  clgroup_device_ask(search.id, facts);
  snprintf(d->text, sizeof d->text, "%s: %s driver %s", facts->platform, facts->name, facts->driver);
  for (char *at = d->text; (at = strpbrk(at, ",\"\n"));) /* it is to be a field of CSV */
    memmove(at, at + 1, strlen(at));
  d->context = clCreateContext(NULL, 1, &facts->id, NULL, NULL, &status);
  if (!d->context)
    die("%s: clCreateContext returned error %d", d->text, status);
  if (facts->opencl >= 210)
    clGetDeviceInfo(facts->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups, NULL);
  d->width = sub_groups ? sub_group_width(d) : 0;
}

cl_command_queue device_queue(const struct device *d, cl_command_queue_properties properties) {
  cl_int status;
  cl_command_queue queue = clCreateCommandQueue(d->context, d->facts.id, properties, &status);
  if (!queue)
    die("%s: clCreateCommandQueue returned error %d", d->text, status);
  return queue;
}

cl_program device_build(const struct device *d, const cl_icd_dispatch *cl, const char *text, char *why,
                        size_t why_size) {
  char log[8192] = "";
  cl_int status = CL_SUCCESS;
  cl = cl ? cl : &loader_functions;
  cl_program program = cl->clCreateProgramWithSource(d->context, 1, &text, NULL, &status);
  if (program) {
    const char *options = d->facts.opencl >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
    status = cl->clBuildProgram(program, 1, &d->facts.id, options, NULL, NULL);
    if (!status)
      return program;
    cl->clGetProgramBuildInfo(program, d->facts.id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    cl->clReleaseProgram(program);
  }
  snprintf(why, why_size, "clBuildProgram returned %d: %.300s", status, error_line(log));
  return NULL;
}

bool build_kernels(const struct device *d, const cl_icd_dispatch *cl, const char *text, cl_kernel kernels[SHAPES],
                   char *why, size_t why_size) {
  cl = cl ? cl : &loader_functions;
  cl_program program = device_build(d, cl, text, why, why_size);
  cl_int status = CL_SUCCESS;
  for (unsigned s = 0; program && s < SHAPES && !status; s++)
    kernels[s] = cl->clCreateKernel(program, shapes[s].kernel, &status);
  if (status)
    snprintf(why, why_size, "clCreateKernel returned error %d", status);
  if (program)
    cl->clReleaseProgram(program);
  return program && !status;
}
