#include "bench/device.h"

#include "base/list.h"
#include "tool/devices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void describe(struct device *d) {
  char version[128] = "";
  unsigned major = 0, minor = 0;
  cl_bool flag = CL_FALSE;
  cl_uint sub_groups = 0;
  clGetDeviceInfo(d->id, CL_DRIVER_VERSION, sizeof d->driver - 1, d->driver, NULL);
  clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL);
  if (sscanf(version, "OpenCL %u.%u", &major, &minor) != 2)
    major = 0;
  d->standard = major >= 3 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
  d->has_functions = major == 2;
  if (major >= 3 &&
      clGetDeviceInfo(d->id, CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof flag, &flag, NULL) == CL_SUCCESS)
    d->has_functions = flag != CL_FALSE;
  if (major >= 3 || (major == 2 && minor >= 1))
    clGetDeviceInfo(d->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof sub_groups, &sub_groups, NULL);
  d->has_sub_groups = sub_groups != 0;
}

static void name(struct device *d, cl_platform_id platform, cl_device_id id) {
  *d = (struct device){.id = id};
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof d->platform - 1, d->platform, NULL);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof d->name - 1, d->name, NULL);
}

struct search {
  const struct wish *wish;
  struct device *found;
};

static bool matches(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct search *s = argument;
  (void)index;
  name(s->found, platform, id);
  return text_contains(s->found->platform, s->wish->platform) && text_contains(s->found->name, s->wish->device);
}

void device_find(struct device *device, const struct wish *wish) {
  struct search search = {wish, device};
  if (!each_device(matches, &search))
    die("no OpenCL device matches --platform '%s' --device '%s': see clgroup-info", wish->platform, wish->device);
  describe(device);
}

bool device_has(const struct device *device, const char *extension) {
  char list[8192] = "";
  clGetDeviceInfo(device->id, CL_DEVICE_EXTENSIONS, sizeof list - 1, list, NULL);
  return clgroup_list_has(list, extension);
}

cl_context device_context(const struct device *device) {
  cl_int status;
  cl_context context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &status);
  if (!context)
    die("%s: clCreateContext returned error %d", device->name, status);
  return context;
}

cl_command_queue device_queue(const struct device *device, cl_context context, cl_command_queue_properties properties) {
  cl_int status;
  /* OpenCL 1.2's function, which every driver has. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  cl_command_queue queue = clCreateCommandQueue(context, device->id, properties, &status);
#pragma GCC diagnostic pop
  if (!queue)
    die("%s: clCreateCommandQueue returned error %d", device->name, status);
  return queue;
}

void describe_build(const struct device *device, cl_program program, cl_int status, char *text, size_t size) {
  char log[8192] = "";
  if (program)
    clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  snprintf(text, size, "clBuildProgram returned %d: %.300s", status, error_line(log));
}
