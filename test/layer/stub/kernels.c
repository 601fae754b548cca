/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels. */
#include "programs.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kernel {
  struct stub_object object;
  struct program *program;
  char *name;
};

static struct kernel *make_kernel(struct program *p, const char *name, size_t length) {
  struct kernel *k = stub_make(STUB_KERNEL, sizeof *k);
  k->program = p;
  k->name = strndup(name, length);
  p->object.references++;
  p->kernels++;
  return k;
}

cl_kernel stub_clCreateKernel(cl_program handle, const char *name, cl_int *error) {
  struct program *p = stub_find(STUB_PROGRAM, handle);
  const struct stub_unit *unit = p ? stub_executable(p) : NULL;
  const cl_int result = !p                                             ? CL_INVALID_PROGRAM
                        : !name                                        ? CL_INVALID_VALUE
                        : !unit                                        ? CL_INVALID_PROGRAM_EXECUTABLE
                        : !stub_has_name(unit, 'K', STUB_LENGTH(name)) ? CL_INVALID_KERNEL_NAME
                                                                       : CL_SUCCESS;
  stub_set(error, result);
  return result ? NULL : (cl_kernel)make_kernel(p, STUB_LENGTH(name));
}

cl_int stub_clCreateKernelsInProgram(cl_program handle, cl_uint count, cl_kernel *kernels, cl_uint *count_ret) {
  struct program *p = stub_find(STUB_PROGRAM, handle);
  const struct stub_unit *unit = p ? stub_executable(p) : NULL;
  if (!unit)
    return p ? CL_INVALID_PROGRAM_EXECUTABLE : CL_INVALID_PROGRAM;
  cl_uint all = 0;
  for (STUB_EACH_NAME(at, unit, 'K'))
    all++;
  if (kernels && count < all)
    return CL_INVALID_VALUE;
  if (kernels)
    for (STUB_EACH_NAME(at, unit, 'K'))
      *kernels++ = (cl_kernel)make_kernel(p, STUB_LENGTH(at));
  if (count_ret)
    *count_ret = all;
  return CL_SUCCESS;
}

cl_kernel stub_clCloneKernel(cl_kernel handle, cl_int *error) {
  struct kernel *k = stub_find(STUB_KERNEL, handle);
  stub_set(error, k ? CL_SUCCESS : CL_INVALID_KERNEL);
  return k ? (cl_kernel)make_kernel(k->program, STUB_LENGTH(k->name)) : NULL;
}

cl_int stub_clRetainKernel(cl_kernel handle) {
  return stub_retain(STUB_KERNEL, handle, CL_INVALID_KERNEL);
}

cl_int stub_clReleaseKernel(cl_kernel handle) {
  struct kernel *k = stub_find(STUB_KERNEL, handle);
  if (k && stub_drop(&k->object)) {
    free(k->name);
    k->name = NULL;
    k->program->kernels--;
    stub_drop_program(k->program, false);
  }
  return k ? CL_SUCCESS : CL_INVALID_KERNEL;
}

static cl_int check_kernel(cl_kernel handle) {
  return stub_check(STUB_KERNEL, handle, CL_INVALID_KERNEL);
}

cl_int stub_clSetKernelArg(cl_kernel handle, cl_uint index, size_t size, const void *value) {
  (void)index, (void)size, (void)value;
  return check_kernel(handle);
}

cl_int stub_clGetKernelInfo(cl_kernel handle, cl_kernel_info what, size_t size, void *where, size_t *size_ret) {
  const struct kernel *k = stub_find(STUB_KERNEL, handle);
  const cl_uint number = 1;
  if (!k)
    return CL_INVALID_KERNEL;
  return STUB_ANSWER_OF({CL_KERNEL_FUNCTION_NAME, STUB_TEXT(k->name)}, {CL_KERNEL_NUM_ARGS, STUB_VALUE(number)},
                        {CL_KERNEL_REFERENCE_COUNT, STUB_VALUE(k->object.references)},
                        {CL_KERNEL_PROGRAM, STUB_VALUE(k->program)});
}

cl_int stub_clGetKernelWorkGroupInfo(cl_kernel handle, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                     void *where, size_t *size_ret) {
  const cl_int result = check_kernel(handle);
  const int index = device ? stub_device_index(device) : 0;
  if (result || index < 0)
    return result ? result : CL_INVALID_DEVICE;
  const struct stub_device *d = &stub_settings.device[index];
  const size_t required[3] = {d->required_size, d->required_size != 0, d->required_size != 0};
  return STUB_ANSWER_OF({CL_KERNEL_COMPILE_WORK_GROUP_SIZE, STUB_VALUE(required)},
                        {CL_KERNEL_WORK_GROUP_SIZE, STUB_VALUE(d->max_work_group_size)},
                        {CL_KERNEL_LOCAL_MEM_SIZE, STUB_VALUE(d->kernel_memory)});
}

cl_int stub_clGetKernelArgInfo(cl_kernel handle, cl_uint index, cl_kernel_arg_info what, size_t size, void *where,
                               size_t *size_ret) {
  const cl_int result = check_kernel(handle);
  if (result || index)
    return result ? result : CL_INVALID_ARG_INDEX;
  if (((struct kernel *)handle)->program->il)
    return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
  return what == CL_KERNEL_ARG_NAME ? stub_answer_text("out", size, where, size_ret) : CL_INVALID_VALUE;
}

/* STUB_LAUNCH says what becomes of launches, in the processes that the layer starts too. */
static bool launches(const char *how) {
  const char *launch = getenv("STUB_LAUNCH");
  return launch && !strcmp(launch, how);
}

cl_int stub_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel handle, cl_uint dimensions, const size_t *offset,
                                   const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                                   cl_event *event) {
  (void)offset, (void)global, (void)count, (void)wait, (void)event;
  if (local && dimensions <= 3)
    stub_note(local, dimensions * sizeof *local);
  cl_int result = stub_check(STUB_QUEUE, queue, CL_INVALID_COMMAND_QUEUE);
  result = result ? result : check_kernel(handle);
  /* Once: while there is this file. */
  const char *once = getenv("STUB_LAUNCH_ONCE");
  if (once && unlink(once))
    return CL_SUCCESS;
  if (launches("to crash"))
    raise(SIGSEGV);
  if (launches("to fail"))
    return CL_OUT_OF_RESOURCES;
  return result ? result : dimensions >= 1 && dimensions <= 3 ? CL_SUCCESS : CL_INVALID_WORK_DIMENSION;
}

cl_int stub_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size,
                                 const void *from, cl_uint count, const cl_event *wait, cl_event *event) {
  (void)queue, (void)buffer, (void)waits, (void)offset, (void)size, (void)from, (void)count, (void)wait, (void)event;
  return CL_SUCCESS;
}

/* A buffer holds the results of the kernel of tools/clgroup-try: 15 for each work-item, unless one of the functions is
 * wrong. */
cl_int stub_clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool waits, size_t offset, size_t size,
                                void *to, cl_uint count, const cl_event *wait, cl_event *event) {
  (void)queue, (void)buffer, (void)waits, (void)offset, (void)count, (void)wait, (void)event;
  const cl_int word = launches("to compute wrong sums") ? 13 : 15;
  for (size_t i = 0; i + sizeof word <= size; i += sizeof word)
    memcpy((char *)to + i, &word, sizeof word);
  return CL_SUCCESS;
}
