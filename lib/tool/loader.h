/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For tools that use parts of the layer without being one. */
#ifndef CLGROUP_TOOL_LOADER_H
#define CLGROUP_TOOL_LOADER_H

#include "layer/base/cl.h"

/* Makes this program's loader the driver of the layer's parts. */
static inline void use_loader(void) {
  clgroup_next = (cl_icd_dispatch){.clGetDeviceInfo = clGetDeviceInfo,
                                   .clGetPlatformInfo = clGetPlatformInfo,
                                   .clCreateProgramWithIL = clCreateProgramWithIL,
                                   .clCompileProgram = clCompileProgram,
                                   .clLinkProgram = clLinkProgram};
}

#endif
