/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the layer calls: the driver's, or those of the next layer. */
#ifndef CLGROUP_LAYER_CL_H
#define CLGROUP_LAYER_CL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl_icd.h>

/* The functions of the driver, or of the next layer. A loader's table may be shorter than this header's: functions
 * beyond its end are NULL here. */
extern cl_icd_dispatch clgroup_next;

#endif
