/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts, queues, buffers and events. A command is done when its call returns. */
#include "icd.h"

#include <stdlib.h>
#include <string.h>

cl_context icd_clCreateContext(const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                               stub_context_notify notify, void *user, cl_int *error) {
  (void)properties;
  for (cl_uint i = 0; i < count; i++)
    if (!icd_device(devices[i])) {
      stub_set(error, CL_INVALID_DEVICE);
      return NULL;
    }
  stub_set(error, CL_SUCCESS);
  struct icd_context *c = icd_make(sizeof *c);
  c->device = count ? icd_device(devices[0]) : NULL;
  c->notify = notify;
  c->user = user;
  return (cl_context)c;
}

static cl_command_queue make_queue(cl_context context, cl_device_id device, cl_int *error) {
  stub_set(error, icd_device(device) ? CL_SUCCESS : CL_INVALID_DEVICE);
  if (!icd_device(device))
    return NULL;
  struct icd_queue *q = icd_make(sizeof *q);
  q->context = icd_retain(context);
  return (cl_command_queue)q;
}

cl_command_queue icd_clCreateCommandQueue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties properties, cl_int *error) {
  (void)properties;
  return make_queue(context, device, error);
}

cl_command_queue icd_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                        const cl_queue_properties *properties, cl_int *error) {
  (void)properties;
  return make_queue(context, device, error);
}

cl_int icd_clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size, void *where,
                                 size_t *size_ret) {
  const struct icd_queue *q = (struct icd_queue *)queue;
  return what == CL_QUEUE_CONTEXT ? stub_answer(&q->context, sizeof q->context, size, where, size_ret)
                                  : CL_INVALID_VALUE;
}

#define RETAINED(Kind, type)                                                                                           \
  cl_int icd_clRetain##Kind(type object) {                                                                             \
    icd_retain(object);                                                                                                \
    return CL_SUCCESS;                                                                                                 \
  }
#define PLAIN_OBJECT(Kind, type)                                                                                       \
  RETAINED(Kind, type)                                                                                                 \
  cl_int icd_clRelease##Kind(type object) {                                                                            \
    if (icd_release(object))                                                                                           \
      free(object);                                                                                                    \
    return CL_SUCCESS;                                                                                                 \
  }
PLAIN_OBJECT(Context, cl_context)
PLAIN_OBJECT(Event, cl_event)
RETAINED(Program, cl_program)
RETAINED(Kernel, cl_kernel)

cl_int icd_clReleaseCommandQueue(cl_command_queue queue) {
  struct icd_queue *q = (struct icd_queue *)queue;
  if (icd_release(q)) {
    icd_clReleaseContext((cl_context)q->context);
    free(q);
  }
  return CL_SUCCESS;
}

cl_int icd_clFinish(cl_command_queue queue) {
  (void)queue;
  return CL_SUCCESS;
}

void icd_done(cl_event *event) {
  if (event)
    *event = icd_make(sizeof(struct icd_object));
}

cl_int icd_clWaitForEvents(cl_uint count, const cl_event *events) {
  (void)events;
  return count ? CL_SUCCESS : CL_INVALID_VALUE;
}

/* Nothing is measured here: each command takes a millisecond. */
cl_int icd_clGetEventProfilingInfo(cl_event event, cl_profiling_info what, size_t size, void *where, size_t *size_ret) {
  const cl_ulong time = what == CL_PROFILING_COMMAND_END ? 1000000 : 0;
  (void)event;
  return stub_answer(&time, sizeof time, size, where, size_ret);
}

cl_mem icd_clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *data, cl_int *error) {
  const bool given = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
  (void)context;
  if (!size || given != (data != NULL) || flags & CL_MEM_USE_HOST_PTR) {
    stub_set(error, !size                     ? CL_INVALID_BUFFER_SIZE
                    : given != (data != NULL) ? CL_INVALID_HOST_PTR
                                              : CL_INVALID_OPERATION);
    return NULL;
  }
  struct icd_memory *m = icd_make(sizeof *m);
  const size_t aligned = (size + 127) & ~(size_t)127;
  m->buffer = (struct simt_buffer){aligned_alloc(128, aligned), size, calloc(1, size)};
  if (!m->buffer.data || !m->buffer.written)
    abort();
  /* So that memory that nobody has written does not look like zeros. */
  memset(m->buffer.data, 0xa9, aligned);
  if (given) {
    memcpy(m->buffer.data, data, size);
    memset(m->buffer.written, 1, size);
  }
  stub_set(error, CL_SUCCESS);
  return (cl_mem)m;
}

cl_int icd_clReleaseMemObject(cl_mem memory) {
  struct icd_memory *m = (struct icd_memory *)memory;
  if (icd_release(m)) {
    free(m->buffer.data);
    free(m->buffer.written);
    free(m);
  }
  return CL_SUCCESS;
}

static bool is_inside(const struct icd_memory *m, size_t offset, size_t size) {
  return m && offset <= m->buffer.bytes && size <= m->buffer.bytes - offset;
}

cl_int icd_clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t size,
                               void *to, cl_uint count, const cl_event *events, cl_event *event) {
  const struct icd_memory *m = (struct icd_memory *)memory;
  (void)queue, (void)blocking, (void)count, (void)events;
  if (!is_inside(m, offset, size) || !to)
    return CL_INVALID_VALUE;
  memcpy(to, m->buffer.data + offset, size);
  icd_done(event);
  return CL_SUCCESS;
}

cl_int icd_clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset, size_t size,
                                const void *from, cl_uint count, const cl_event *events, cl_event *event) {
  struct icd_memory *m = (struct icd_memory *)memory;
  (void)queue, (void)blocking, (void)count, (void)events;
  if (!is_inside(m, offset, size) || !from)
    return CL_INVALID_VALUE;
  memcpy(m->buffer.data + offset, from, size);
  memset(m->buffer.written + offset, 1, size);
  icd_done(event);
  return CL_SUCCESS;
}
