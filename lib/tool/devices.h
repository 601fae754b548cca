/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For programs that search for an OpenCL device. */
#ifndef CLGROUP_TOOL_DEVICES_H
#define CLGROUP_TOOL_DEVICES_H

#include <CL/cl.h>
#include <stdbool.h>

/* Calls visit() for each device of each platform until it returns true, which each_device() then returns too. `index`
 * counts the devices of one platform. */
typedef bool device_visitor(cl_platform_id platform, cl_device_id device, unsigned index, void *argument);

static inline bool each_device(device_visitor *visit, void *argument) {
  enum { MAX_PLATFORMS = 64, MAX_DEVICES = 64 };
  cl_platform_id platforms[MAX_PLATFORMS];
  cl_device_id devices[MAX_DEVICES];
  cl_uint platform_count = 0, count;
  if (clGetPlatformIDs(MAX_PLATFORMS, platforms, &platform_count) != CL_SUCCESS)
    return false;
  for (cl_uint p = 0; p < platform_count && p < MAX_PLATFORMS; p++) {
    if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MAX_DEVICES, devices, &count) != CL_SUCCESS)
      continue;
    for (cl_uint i = 0; i < count && i < MAX_DEVICES; i++)
      if (visit(platforms[p], devices[i], i, argument))
        return true;
  }
  return false;
}

#endif
