/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/list.h"
#include "bench/bench.h"
#include "tool/devices.h"

#include <stdio.h>

struct search {
  const struct wish *wish;
  struct device *device;
};

static bool matches(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct search *s = argument;
  char platform_name[128] = "", name[128] = "", driver[128] = "";
  (void)index;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  if (!text_contains(platform_name, s->wish->platform) || !text_contains(name, s->wish->device))
    return false;
  clGetDeviceInfo(id, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
  snprintf(s->device->text, sizeof s->device->text, "%s: %s driver %s", platform_name, name, driver);
  for (char *at = s->device->text; (at = strpbrk(at, ",\"\n"));) /* it is to be a field of CSV */
    memmove(at, at + 1, strlen(at));
  s->device->id = id;
  return true;
}

/* The device's sub-groups; of a kernel's size, since they may be whole work-groups. */
static size_t sub_group_width(const struct device *d) {
  static const size_t sizes[] = {64, 128};
  size_t width[] = {0, 1};
  char why[64];
  cl_program program = device_build(d, "kernel void k(global int *x) { x[get_global_id(0)]++; }", why, sizeof why);
  cl_kernel kernel = program ? clCreateKernel(program, "k", NULL) : NULL;
  for (int i = 0; kernel && i < 2; i++)
    clGetKernelSubGroupInfo(kernel, d->id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof sizes[i], &sizes[i],
                            sizeof width[i], &width[i], NULL);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  return width[0] == width[1] ? width[0] : 0;
}

void device_open(struct device *d, const struct wish *wish) {
  struct search search = {wish, d};
  char version[128] = "", il[256] = "";
  unsigned major = 0, minor = 0;
  size_t sizes[8] = {0};
  cl_int status;
  *d = (struct device){0};
  if (!each_device(matches, &search))
    die("no OpenCL device matches --platform '%s' --device '%s': see clgroup-info", wish->platform, wish->device);
  clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof d->most, &d->most, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
  sscanf(version, "OpenCL %u.%u", &major, &minor);
  d->opencl = major * 100 + minor * 10;
  d->functions = d->opencl >= 200;
  if (d->opencl >= 300)
    clGetDeviceInfo(d->id, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof d->functions, &d->functions, NULL);
  if (d->opencl >= 210)
    clGetDeviceInfo(d->id, CL_DEVICE_IL_VERSION, sizeof il - 1, il, NULL);
  d->spirv = strstr(il, "SPIR-V");
  if (sizes[0] && sizes[0] < d->most)
    d->most = sizes[0];
  d->context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &status);
  if (!d->context)
    die("%s: clCreateContext returned error %d", d->text, status);
  cl_uint sub_groups = 0;
  if (d->opencl >= 210)
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups, NULL);
  d->width = sub_groups ? sub_group_width(d) : 0;
}

bool device_has(const struct device *d, const char *extension) {
  char text[8192] = "";
  cl_uint sub_groups = 0;
  if (!strcmp(extension, "cl_khr_subgroups")) /* rusticl 25 has the functions without the name */
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_EXTENSIONS, sizeof text - 1, text, NULL);
  return sub_groups || clgroup_list_has(text, extension);
}

cl_command_queue device_queue(const struct device *d, cl_command_queue_properties properties) {
  cl_int status;
  cl_command_queue queue = clCreateCommandQueue(d->context, d->id, properties, &status);
  if (!queue)
    die("%s: clCreateCommandQueue returned error %d", d->text, status);
  return queue;
}

cl_program device_built(const struct device *d, cl_program program, cl_int status, const char *options, char *why,
                        size_t why_size) {
  char log[8192] = "";
  options = options ? options : d->opencl >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
  if (program && !status) {
    status = clBuildProgram(program, 1, &d->id, options, NULL, NULL);
    if (!status)
      return program;
    clGetProgramBuildInfo(program, d->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  }
  snprintf(why, why_size, "%s %d: %.300s", *log ? "clBuildProgram returned" : "the driver rejects it: error", status,
           error_line(log));
  if (program)
    clReleaseProgram(program);
  return NULL;
}

cl_program device_build(const struct device *d, const char *text, char *why, size_t why_size) {
  cl_int status = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(d->context, 1, &text, NULL, &status);
  return device_built(d, program, status, NULL, why, why_size);
}
