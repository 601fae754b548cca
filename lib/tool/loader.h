/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For tools that use parts of the layer without being one. */
#ifndef CLGROUP_TOOL_LOADER_H
#define CLGROUP_TOOL_LOADER_H

#include "layer/base/cl.h"

/* This program's loader, as far as tools use it where the layer or a driver may stand as well. */
static const cl_icd_dispatch loader_functions = {.clGetDeviceInfo = clGetDeviceInfo,
                                                 .clGetPlatformInfo = clGetPlatformInfo,
                                                 .clCreateProgramWithSource = clCreateProgramWithSource,
                                                 .clCreateProgramWithIL = clCreateProgramWithIL,
                                                 .clBuildProgram = clBuildProgram,
                                                 .clCompileProgram = clCompileProgram,
                                                 .clLinkProgram = clLinkProgram,
                                                 .clGetProgramBuildInfo = clGetProgramBuildInfo,
                                                 .clReleaseProgram = clReleaseProgram,
                                                 .clCreateKernel = clCreateKernel,
                                                 .clReleaseKernel = clReleaseKernel};

/* Makes it the driver of the layer's parts. */
static inline void use_loader(void) {
  clgroup_next = loader_functions;
}

/* The driver's own functions: an OpenCL object begins with their table (cl_khr_icd). */
static inline const cl_icd_dispatch *driver_functions(cl_device_id device) {
  return *(const cl_icd_dispatch *const *)(const void *)device;
}

#endif
