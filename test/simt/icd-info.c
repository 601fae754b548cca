/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries of programs and kernels. */
#include "icd.h"

#include "base/buffer.h"

cl_int icd_clGetProgramInfo(cl_program program, cl_program_info what, size_t size, void *where, size_t *size_ret) {
  const struct icd_program *p = (struct icd_program *)program;
  const cl_uint one = 1;
  const size_t binary_size = p->binary ? p->size : 0, count = p->module ? p->module->kernel_count : 0;
  void *const to = what == CL_PROGRAM_BINARIES && where && size >= sizeof to ? *(void **)where : NULL;
  struct clgroup_buffer names = {0};
  if (!p->module && (what == CL_PROGRAM_NUM_KERNELS || what == CL_PROGRAM_KERNEL_NAMES))
    return CL_INVALID_PROGRAM_EXECUTABLE;
  if (to && p->binary)
    memcpy(to, p->binary, p->size);
  for (unsigned i = 0; i < count; i++)
    clgroup_buffer_add(&names, i ? ";%s" : "%s", p->module->kernels[i].name);
  const cl_int status = STUB_ANSWER_OF(
      {CL_PROGRAM_REFERENCE_COUNT, STUB_VALUE(p->object.references)}, {CL_PROGRAM_CONTEXT, STUB_VALUE(p->context)},
      {CL_PROGRAM_NUM_DEVICES, STUB_VALUE(one)}, {CL_PROGRAM_DEVICES, STUB_VALUE(p->device)},
      {CL_PROGRAM_SOURCE, STUB_TEXT(p->source)}, {CL_PROGRAM_IL, "", 0},
      {CL_PROGRAM_BINARY_SIZES, STUB_VALUE(binary_size)}, {CL_PROGRAM_BINARIES, STUB_VALUE(to)},
      {CL_PROGRAM_NUM_KERNELS, STUB_VALUE(count)}, {CL_PROGRAM_KERNEL_NAMES, STUB_TEXT(names.data)});
  clgroup_buffer_free(&names);
  return status;
}

cl_int icd_clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t size,
                                 void *where, size_t *size_ret) {
  const struct icd_program *p = (struct icd_program *)program;
  const cl_build_status status = p->failed ? CL_BUILD_ERROR : p->type ? CL_BUILD_SUCCESS : CL_BUILD_NONE;
  (void)device;
  return STUB_ANSWER_OF({CL_PROGRAM_BUILD_STATUS, STUB_VALUE(status)}, {CL_PROGRAM_BUILD_LOG, STUB_TEXT(p->log)},
                        {CL_PROGRAM_BUILD_OPTIONS, STUB_TEXT(p->options)},
                        {CL_PROGRAM_BINARY_TYPE, STUB_VALUE(p->type)});
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

cl_int icd_clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size, void *where, size_t *size_ret) {
  const struct icd_kernel *k = (struct icd_kernel *)kernel;
  const cl_uint count = k->kernel->count;
  return STUB_ANSWER_OF({CL_KERNEL_FUNCTION_NAME, STUB_TEXT(k->kernel->name)}, {CL_KERNEL_NUM_ARGS, STUB_VALUE(count)},
                        {CL_KERNEL_REFERENCE_COUNT, STUB_VALUE(k->object.references)},
                        {CL_KERNEL_PROGRAM, STUB_VALUE(k->program)},
                        {CL_KERNEL_CONTEXT, STUB_VALUE(k->program->context)});
}

cl_int icd_clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                    void *where, size_t *size_ret) {
  const struct simt_kernel *k = ((struct icd_kernel *)kernel)->kernel;
  const size_t required[] = {k->required[0], k->required[1], k->required[2]};
  const size_t most = *required ? required[0] * required[1] * required[2] : k->most;
  (void)device;
  return STUB_ANSWER_OF({CL_KERNEL_WORK_GROUP_SIZE, STUB_VALUE(most)},
                        {CL_KERNEL_COMPILE_WORK_GROUP_SIZE, STUB_VALUE(required)});
}

cl_int icd_clUnloadPlatformCompiler(cl_platform_id platform) {
  (void)platform;
  return CL_SUCCESS;
}
