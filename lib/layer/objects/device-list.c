/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/device-list.h"

#include "layer/objects/objects.h"

#include <stdlib.h>

static cl_int ended(cl_int error, cl_device_id **devices, cl_uint *count) {
  if (error == CL_SUCCESS)
    return error;
  free(*devices);
  *devices = NULL;
  *count = 0;
  return error;
}

cl_int clgroup_program_devices(cl_program program, cl_device_id **devices, cl_uint *count) {
  const cl_icd_dispatch *cl = &clgroup_next;
  *devices = NULL;
  *count = 0;
  cl_int error = cl->clGetProgramInfo(program, CL_PROGRAM_NUM_DEVICES, sizeof *count, count, NULL);
  if (error == CL_SUCCESS && !*count)
    error = CL_INVALID_PROGRAM;
  if (error == CL_SUCCESS && !(*devices = calloc(*count, sizeof **devices)))
    error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS)
    error = cl->clGetProgramInfo(program, CL_PROGRAM_DEVICES, *count * sizeof **devices, *devices, NULL);
  return ended(error, devices, count);
}

cl_int clgroup_context_devices(cl_context context, cl_device_id **devices, cl_uint *count) {
  const cl_icd_dispatch *cl = &clgroup_next;
  size_t size = 0;
  *devices = NULL;
  cl_int error = cl->clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, NULL, &size);
  *count = (cl_uint)(size / sizeof **devices);
  if (error == CL_SUCCESS && !*count)
    error = CL_INVALID_CONTEXT;
  if (error == CL_SUCCESS && !(*devices = calloc(1, size)))
    error = CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS)
    error = cl->clGetContextInfo(context, CL_CONTEXT_DEVICES, size, *devices, NULL);
  return ended(error, devices, count);
}

char *clgroup_kernel_name(cl_kernel kernel) {
  const cl_icd_dispatch *cl = &clgroup_next;
  size_t size = 0;
  char *text = NULL;
  if (cl->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, 0, NULL, &size) == CL_SUCCESS &&
      (text = calloc(1, size + 1)) &&
      cl->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, size, text, NULL) == CL_SUCCESS)
    return text;
  free(text);
  return NULL;
}

char *clgroup_kernel_names(cl_program program) {
  const cl_icd_dispatch *cl = &clgroup_next;
  size_t size = 0;
  char *text = NULL;
  if (cl->clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, 0, NULL, &size) == CL_SUCCESS &&
      (text = calloc(1, size + 1)) &&
      cl->clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, text, NULL) == CL_SUCCESS)
    return text;
  free(text);
  return NULL;
}

char *clgroup_build_text(cl_program program, cl_device_id device, cl_program_build_info what) {
  const cl_icd_dispatch *cl = &clgroup_next;
  size_t size = 0;
  char *text = NULL;
  if (cl->clGetProgramBuildInfo(program, device, what, 0, NULL, &size) == CL_SUCCESS && (text = calloc(1, size + 1)) &&
      cl->clGetProgramBuildInfo(program, device, what, size, text, NULL) == CL_SUCCESS)
    return text;
  free(text);
  return NULL;
}
