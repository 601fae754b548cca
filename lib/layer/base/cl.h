/* OpenCL as the layer sees it: the functions of the driver, or of the layer below. */
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

/* A loader's table may be shorter than this header's or longer: calls beyond its end are NULL here. */
struct clgroup_cl {
  cl_icd_dispatch call;
};

#endif
