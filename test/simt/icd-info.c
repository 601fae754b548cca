/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries of programs and kernels. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

static cl_int kernel_names(const struct simt_module *m, size_t size, void *where, size_t *size_ret) {
  size_t length = 1;
  for (unsigned i = 0; i < m->kernel_count; i++)
    length += strlen(m->kernels[i].name) + 1;
  char *names = calloc(1, length);
  if (!names)
    return CL_OUT_OF_HOST_MEMORY;
  for (unsigned i = 0; i < m->kernel_count; i++) {
    strcat(names, i ? ";" : "");
    strcat(names, m->kernels[i].name);
  }
  const cl_int status = stub_answer_text(names, size, where, size_ret);
  free(names);
  return status;
}

cl_int icd_clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  const struct icd_program *p = (struct icd_program *)program;
  const cl_uint one = 1;
  const size_t binary_size = p->binary ? p->size : 0, count = p->module ? p->module->kernel_count : 0;
  switch (what) {
  case CL_PROGRAM_REFERENCE_COUNT:
    return stub_answer(&p->object.references, sizeof p->object.references, size, where, size_ret);
  case CL_PROGRAM_CONTEXT:
    return stub_answer(&p->context, sizeof p->context, size, where, size_ret);
  case CL_PROGRAM_NUM_DEVICES:
    return stub_answer(&one, sizeof one, size, where, size_ret);
  case CL_PROGRAM_DEVICES:
    return stub_answer(&p->device, sizeof p->device, size, where, size_ret);
  case CL_PROGRAM_SOURCE:
    return stub_answer_text(p->source ? p->source : "", size, where, size_ret);
  case CL_PROGRAM_IL:
    return stub_answer("", 0, size, where, size_ret);
  case CL_PROGRAM_BINARY_SIZES:
    return stub_answer(&binary_size, sizeof binary_size, size, where, size_ret);
  case CL_PROGRAM_BINARIES:
    if (where && size >= sizeof(void *) && *(void **)where && p->binary)
      memcpy(*(void **)where, p->binary, p->size);
    if (size_ret)
      *size_ret = sizeof(void *);
    return CL_SUCCESS;
  case CL_PROGRAM_NUM_KERNELS:
    return p->module ? stub_answer(&count, sizeof count, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  case CL_PROGRAM_KERNEL_NAMES:
    return p->module ? kernel_names(p->module, size, where, size_ret) : CL_INVALID_PROGRAM_EXECUTABLE;
  default:
    return CL_INVALID_VALUE;
  }
}

cl_int icd_clCreateKernelsInProgram(cl_program program, cl_uint count, cl_kernel *kernels, cl_uint *all) {
  const struct icd_program *p = (struct icd_program *)program;
  if (!p->module)
    return CL_INVALID_PROGRAM_EXECUTABLE;
  if (kernels && count < p->module->kernel_count)
    return CL_INVALID_VALUE;
  if (all)
    *all = p->module->kernel_count;
  cl_int status = CL_SUCCESS;
  for (unsigned i = 0; kernels && i < p->module->kernel_count; i++)
    kernels[i] = icd_clCreateKernel(program, p->module->kernels[i].name, &status);
  return status;
}

cl_int icd_clUnloadPlatformCompiler(cl_platform_id platform) {
  (void)platform;
  return CL_SUCCESS;
}
