/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/device-list.h"

#include "layer/objects/objects.h"
#include "names/names.h"

#include <stdlib.h>
#include <string.h>

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

/* What is asked of the driver: of the kernel, or of the program's build for the device, or of the program. */
struct question {
  cl_kernel kernel;
  cl_program program;
  cl_device_id device;
  cl_uint what;
};

static cl_int ask(const struct question *q, size_t size, char *text, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  return q->kernel   ? cl->clGetKernelInfo(q->kernel, q->what, size, text, size_ret)
         : q->device ? cl->clGetProgramBuildInfo(q->program, q->device, q->what, size, text, size_ret)
                     : cl->clGetProgramInfo(q->program, q->what, size, text, size_ret);
}

static char *text_of(struct question q) {
  size_t size = 0;
  char *text = NULL;
  if (ask(&q, 0, NULL, &size) == CL_SUCCESS && (text = calloc(1, size + 1)) && ask(&q, size, text, NULL) == CL_SUCCESS)
    return text;
  free(text);
  return NULL;
}

char *clgroup_kernel_name(cl_kernel kernel) {
  return text_of((struct question){.kernel = kernel, .what = CL_KERNEL_FUNCTION_NAME});
}

bool clgroup_kernels_are_renamed(cl_program program) {
  char *names = text_of((struct question){.program = program, .what = CL_PROGRAM_KERNEL_NAMES});
  const bool renamed = names && strstr(names, CLGROUP_NAME_PREFIX);
  free(names);
  return renamed;
}

char *clgroup_build_text(cl_program program, cl_device_id device, cl_program_build_info what) {
  return text_of((struct question){.program = program, .device = device, .what = what});
}
