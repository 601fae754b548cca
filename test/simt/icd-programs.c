/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs and kernels. */
#include "icd.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct icd_program *icd_make_program(cl_context context, const struct icd_device *device) {
  struct icd_program *p = icd_make(sizeof *p);
  p->context = icd_retain(context);
  p->device = device;
  return p;
}

cl_program icd_clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
                                         const size_t *sizes, const unsigned char **binaries, cl_int *status,
                                         cl_int *error) {
  const struct icd_device *device = count == 1 ? icd_device(devices[0]) : NULL;
  if (!device || !sizes[0]) {
    stub_set(error, device ? CL_INVALID_VALUE : CL_INVALID_DEVICE);
    return NULL;
  }
  struct icd_program *p = icd_make_program(context, device);
  p->size = sizes[0];
  p->binary = icd_copy(binaries[0], p->size);
  stub_set(status, CL_SUCCESS);
  stub_set(error, CL_SUCCESS);
  return (cl_program)p;
}

cl_int icd_clReleaseProgram(cl_program program) {
  struct icd_program *p = (struct icd_program *)program;
  if (icd_release(p)) {
    icd_clReleaseContext((cl_context)p->context);
    simt_module_free(p->module);
    free(p->source);
    free(p->options);
    free(p->binary);
    free(p->log);
    free(p);
  }
  return CL_SUCCESS;
}

bool icd_load(struct icd_program *p) {
  char *log;
  if (!p->module && (p->module = simt_module_load(&p->device->target, p->binary, p->size, &log)) == NULL) {
    free(p->log);
    p->log = log;
  }
  if (p->module)
    p->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return p->module;
}

cl_int icd_clBuildProgram(cl_program program, cl_uint count, const cl_device_id *devices, const char *options,
                          stub_program_notify notify, void *user) {
  struct icd_program *p = (struct icd_program *)program;
  if (!count != !devices || (user && !notify))
    return CL_INVALID_VALUE;
  if (p->kernels)
    return CL_INVALID_OPERATION;
  p->failed = !((!p->source || icd_build_source(p, options)) && icd_load(p));
  if (notify)
    notify(program, user);
  return p->failed ? CL_BUILD_PROGRAM_FAILURE : CL_SUCCESS;
}

cl_kernel icd_clCreateKernel(cl_program program, const char *name, cl_int *error) {
  struct icd_program *p = (struct icd_program *)program;
  for (unsigned i = 0; p->module && i < p->module->kernel_count; i++)
    if (!strcmp(p->module->kernels[i].name, name)) {
      struct icd_kernel *k = icd_make(sizeof *k);
      k->program = icd_retain(p);
      __atomic_add_fetch(&p->kernels, 1, __ATOMIC_SEQ_CST);
      k->kernel = &p->module->kernels[i];
      stub_set(error, CL_SUCCESS);
      return (cl_kernel)k;
    }
  stub_set(error, p->module ? CL_INVALID_KERNEL_NAME : CL_INVALID_PROGRAM_EXECUTABLE);
  return NULL;
}

cl_int icd_clReleaseKernel(cl_kernel kernel) {
  struct icd_kernel *k = (struct icd_kernel *)kernel;
  if (!icd_release(k))
    return CL_SUCCESS;
  for (unsigned i = 0; i < k->kernel->count; i++)
    free(k->arguments[i].value);
  __atomic_sub_fetch(&k->program->kernels, 1, __ATOMIC_SEQ_CST);
  icd_clReleaseProgram((cl_program)k->program);
  free(k);
  return CL_SUCCESS;
}

cl_int icd_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
  struct icd_kernel *k = (struct icd_kernel *)kernel;
  if (index >= k->kernel->count)
    return CL_INVALID_ARG_INDEX;
  const enum simt_argument_kind kind = k->kernel->arguments[index].kind;
  const size_t bytes = k->kernel->arguments[index].bytes;
  /* A vector of three elements is as large as one of four. */
  if (kind == SIMT_LOCAL ? value || !size : size != (kind == SIMT_BUFFER ? sizeof(cl_mem) : bytes))
    return kind == SIMT_LOCAL && value ? CL_INVALID_ARG_VALUE : CL_INVALID_ARG_SIZE;
  k->arguments[index].set = true;
  switch (kind) {
  case SIMT_LOCAL:
    k->arguments[index].bytes = size;
    break;
  case SIMT_BUFFER:
    k->arguments[index].memory = value ? *(struct icd_memory *const *)value : NULL;
    break;
  case SIMT_VALUE:
    if (!value)
      return CL_INVALID_ARG_VALUE;
    free(k->arguments[index].value);
    k->arguments[index].value = icd_copy(value, size);
  }
  return CL_SUCCESS;
}

/* The size of the work-groups: the given one, or else the largest that fits, along the first dimension. */
static cl_int choose_size(const struct icd_kernel *k, cl_uint dimensions, const size_t *global, const size_t *local,
                          struct simt_launch *l) {
  const unsigned *required = k->kernel->required;
  size_t total = 1;
  for (unsigned d = 0; d < 3; d++) {
    const size_t extent = d < dimensions ? global[d] : 1;
    l->size[d] = 1;
    if (local && d < dimensions)
      l->size[d] = local[d];
    else if (!local && *required)
      l->size[d] = required[d];
    else if (!local && !d)
      for (l->size[0] = extent < 256 ? extent : 256; l->size[0] > 1 && extent % l->size[0];)
        l->size[0]--;
    if (!l->size[d] || !extent || (k->kernel->uniform && extent % l->size[d]) ||
        (*required && l->size[d] != required[d]))
      return CL_INVALID_WORK_GROUP_SIZE;
    l->items[d] = extent;
    l->groups[d] = (extent + l->size[d] - 1) / l->size[d];
    total *= l->size[d];
  }
  return total <= k->kernel->most ? CL_SUCCESS : CL_INVALID_WORK_GROUP_SIZE;
}

static void complain(const struct icd_context *context, const char *device, const char *wrong) {
  char text[800];
  snprintf(text, sizeof text, "clgroup executor: error: %s: %s", device, wrong);
  if (context->notify)
    context->notify(text, NULL, 0, context->user);
  else
    fprintf(stderr, "%s\n", text);
}

static unsigned number(const char *variable) {
  const char *text = getenv(variable);
  return text ? (unsigned)strtoul(text, NULL, 0) : 0;
}

cl_int icd_clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                  const size_t *global, const size_t *local, cl_uint count, const cl_event *events,
                                  cl_event *event) {
  static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
  static unsigned launches;
  const struct icd_kernel *k = (struct icd_kernel *)kernel;
  struct simt_launch l = {.module = k->program->module, .kernel = k->kernel};
  (void)count, (void)events;
  if (!dimensions || dimensions > 3 || !global)
    return CL_INVALID_WORK_DIMENSION;
  for (unsigned d = 0; d < dimensions && offset; d++) {
    l.offset[d] = offset[d];
    if (offset[d] && !k->program->device->target.gfx)
      return CL_INVALID_GLOBAL_OFFSET;
  }
  const cl_int wrong_size = choose_size(k, dimensions, global, local, &l);
  if (wrong_size)
    return wrong_size;
  for (unsigned i = 0; i < k->kernel->count; i++) {
    if (!k->arguments[i].set)
      return CL_INVALID_KERNEL_ARGS;
    l.arguments[i].buffer = k->arguments[i].memory ? &k->arguments[i].memory->buffer : NULL;
    l.arguments[i].bytes = k->arguments[i].bytes;
    l.arguments[i].value = k->arguments[i].value;
  }
  l.strict = number("CLGROUP_SIMT_STRICT");
  pthread_mutex_lock(&one_at_a_time);
  l.seed = number("CLGROUP_SIMT_SEED") + launches++;
  const char *wrong = simt_run(&l);
  if (wrong)
    complain(((struct icd_queue *)queue)->context, k->program->device->target.name, wrong);
  pthread_mutex_unlock(&one_at_a_time);
  if (wrong)
    return CL_OUT_OF_RESOURCES;
  icd_done(event);
  return CL_SUCCESS;
}
