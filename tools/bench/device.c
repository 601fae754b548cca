#include "bench/device.h"

#include "tool/devices.h"
#include "tool/loader.h"

#include <stdio.h>
#include <string.h>

struct search {
  const struct wish *wish;
  cl_device_id found;
};

static bool matches(cl_platform_id platform, cl_device_id id, unsigned index, void *argument) {
  struct search *s = argument;
  char platform_name[128] = "", name[128] = "";
  (void)index;
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof platform_name - 1, platform_name, NULL);
  clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof name - 1, name, NULL);
  s->found = id;
  return text_contains(platform_name, s->wish->platform) && text_contains(name, s->wish->device);
}

void device_find(struct clgroup_device *device, const struct wish *wish) {
  struct search search = {wish, NULL};
  size_t sizes[8] = {0};
  if (!each_device(matches, &search))
    die("no OpenCL device matches --platform '%s' --device '%s': see clgroup-info", wish->platform, wish->device);
  clgroup_settings.mode = CLGROUP_MODE_OFF; /* then it does not try clgroup-cc */
  use_loader();
  clgroup_device_describe(search.found, device);
  clGetDeviceInfo(device->id, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
  if (sizes[0] && sizes[0] < device->max_size)
    device->max_size = sizes[0];
}

const char *device_standard(const struct clgroup_device *device) {
  return device->opencl >= 300 ? "-cl-std=CL3.0" : "-cl-std=CL2.0";
}

bool device_has_sub_groups(const struct clgroup_device *device) {
  cl_uint most = 0;
  if (device->opencl >= 210)
    clGetDeviceInfo(device->id, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof most, &most, NULL);
  return most;
}

cl_context device_context(const struct clgroup_device *device) {
  cl_int status;
  cl_context context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &status);
  if (!context)
    die("%s: clCreateContext returned error %d", device->name, status);
  return context;
}

cl_command_queue device_queue(const struct clgroup_device *device, cl_context context,
                              cl_command_queue_properties properties) {
  cl_int status;
  /* OpenCL 1.2's function, which every driver has. */
  cl_command_queue queue = clCreateCommandQueue(context, device->id, properties, &status);
  if (!queue)
    die("%s: clCreateCommandQueue returned error %d", device->name, status);
  return queue;
}

void describe_build(const struct clgroup_device *device, cl_program program, cl_int status, char *text, size_t size) {
  char log[8192] = "";
  if (program)
    clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
  snprintf(text, size, "clBuildProgram returned %d: %.300s", status, error_line(log));
}
