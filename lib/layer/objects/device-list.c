/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/device-list.h"

#include "clgroup/clgroup.h"

#include <stdlib.h>
#include <string.h>

cl_icd_dispatch clgroup_next;

/* What is asked of the driver: of the context, the kernel, the device, the program's build for the device, or the
 * program. */
struct question {
  cl_context context;
  cl_kernel kernel;
  cl_program program;
  cl_device_id device;
  cl_uint what;
};

static cl_int ask(const struct question *q, size_t size, void *value, size_t *size_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  return q->context   ? cl->clGetContextInfo(q->context, q->what, size, value, size_ret)
         : q->kernel  ? cl->clGetKernelInfo(q->kernel, q->what, size, value, size_ret)
         : !q->device ? cl->clGetProgramInfo(q->program, q->what, size, value, size_ret)
         : q->program ? cl->clGetProgramBuildInfo(q->program, q->device, q->what, size, value, size_ret)
                      : cl->clGetDeviceInfo(q->device, q->what, size, value, size_ret);
}

/* The answer and a zero byte, for free(); NULL on an error. */
static void *answer(struct question q, size_t *size, cl_int *error) {
  void *value = NULL;
  *size = 0;
  *error = ask(&q, 0, NULL, size);
  if (*error == CL_SUCCESS && !(value = calloc(1, *size + 1)))
    *error = CL_OUT_OF_HOST_MEMORY;
  if (*error == CL_SUCCESS && (*error = ask(&q, *size, value, NULL)) == CL_SUCCESS)
    return value;
  free(value);
  return NULL;
}

static char *text_of(struct question q) {
  size_t size;
  cl_int error;
  return answer(q, &size, &error);
}

void *clgroup_device_query(cl_device_id id, cl_device_info what, size_t *size) {
  cl_int error;
  return answer((struct question){.device = id, .what = what}, size, &error);
}

char *clgroup_device_text(cl_device_id id, cl_device_info what) {
  return text_of((struct question){.device = id, .what = what});
}

/* `none`: the error if there is no device. */
static cl_int devices_of(struct question q, cl_int none, cl_device_id **devices, cl_uint *count) {
  size_t size;
  cl_int error;
  *devices = answer(q, &size, &error);
  *count = *devices ? (cl_uint)(size / sizeof **devices) : 0;
  if (error != CL_SUCCESS || *count)
    return error;
  free(*devices);
  *devices = NULL;
  return none;
}

cl_int clgroup_program_devices(cl_program program, cl_device_id **devices, cl_uint *count) {
  return devices_of((struct question){.program = program, .what = CL_PROGRAM_DEVICES}, CL_INVALID_PROGRAM, devices,
                    count);
}

bool clgroup_program_has(cl_program program, cl_uint count, const cl_device_id *devices) {
  cl_build_status status;
  bool has = true;
  for (cl_uint i = 0; i < count && has; i++)
    has = clgroup_next.clGetProgramBuildInfo(program, devices[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                             NULL) != CL_INVALID_DEVICE;
  return has;
}

cl_int clgroup_context_devices(cl_context context, cl_device_id **devices, cl_uint *count) {
  return devices_of((struct question){.context = context, .what = CL_CONTEXT_DEVICES}, CL_INVALID_CONTEXT, devices,
                    count);
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
