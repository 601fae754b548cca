/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "launch.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

size_t launch_limit(const struct device *d, cl_program program, const char *name) {
  cl_int error;
  size_t limit = 0;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  if (!kernel)
    return 0;
  clGetKernelWorkGroupInfo(kernel, d->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof limit, &limit, NULL);
  clReleaseKernel(kernel);
  return limit;
}

size_t launch_lanes(const struct device *d, cl_program program, const char *name, const size_t local[3]) {
  cl_int error;
  size_t lanes = 0;
  cl_kernel kernel =
      d->opencl >= 210 && d->max_sub_groups && !*d->target ? clCreateKernel(program, name, &error) : NULL;
  if (!kernel)
    return 0;
  if (clGetKernelSubGroupInfo(kernel, d->id, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 3 * sizeof *local, local,
                              sizeof lanes, &lanes, NULL) != CL_SUCCESS)
    lanes = 0;
  clReleaseKernel(kernel);
  return lanes;
}

cl_int launch_kernel(const struct device *d, cl_program program, const char *name, const struct launch_range *range,
                     const struct launch_argument *arguments, size_t count, const char **step) {
  cl_mem buffers[LAUNCH_ARGUMENTS] = {NULL};
  cl_int status;
  *step = "clCreateKernel";
  cl_kernel kernel = clCreateKernel(program, name, &status);
  for (cl_uint i = 0; !status && i < count; i++) {
    const struct launch_argument *a = &arguments[i];
    *step = "clCreateBuffer";
    if (a->is_buffer)
      buffers[i] = clCreateBuffer(d->context, CL_MEM_READ_WRITE | (a->before ? CL_MEM_COPY_HOST_PTR : 0), a->bytes,
                                  (void *)a->before, &status);
    if (!status) {
      *step = "clSetKernelArg";
      status =
          clSetKernelArg(kernel, i, a->is_buffer ? sizeof *buffers : a->bytes, a->is_buffer ? &buffers[i] : a->before);
    }
  }
  if (!status) {
    *step = "clEnqueueNDRangeKernel";
    status = clEnqueueNDRangeKernel(d->queue, kernel, range->dimensions, range->offset, range->global, range->local, 0,
                                    NULL, NULL);
  }
  if (!status) {
    *step = "clFinish";
    status = clFinish(d->queue);
  }
  for (size_t i = 0; i < count; i++) {
    if (!status && arguments[i].after) {
      *step = "clEnqueueReadBuffer";
      status =
          clEnqueueReadBuffer(d->queue, buffers[i], CL_TRUE, 0, arguments[i].bytes, arguments[i].after, 0, NULL, NULL);
    }
    if (buffers[i])
      clReleaseMemObject(buffers[i]);
  }
  if (kernel)
    clReleaseKernel(kernel);
  return status;
}

static bool is_poison(const unsigned char *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (data[i] != LAUNCH_POISON)
      return false;
  return true;
}

void *launch_run(const struct device *d, cl_program program, const struct shape *shape, const struct launch *l,
                 char **error) {
  const size_t items = shape_items(shape), groups = shape_group_count(shape);
  const size_t guard = LAUNCH_GUARD * l->out_bytes, payload = items * l->columns * l->out_bytes;
  const cl_uint count = (cl_uint)items;
  cl_uint *zeros = allocate(groups * sizeof *zeros);
  unsigned char *data = allocate(payload + 2 * guard);
  const char *step;
  memset(data, LAUNCH_POISON, payload + 2 * guard);
  if (l->start)
    memcpy(data + guard + items * l->start_column * l->out_bytes, l->start, l->start_bytes);
  if (l->in_place)
    memcpy(data + guard, l->in, items * l->in_bytes);
  const struct launch_argument arguments[] = {
      {.is_buffer = true, .bytes = items * l->in_bytes, .before = l->in},
      {.is_buffer = true, .bytes = payload + 2 * guard, .before = data, .after = data},
      {.bytes = sizeof count, .before = &count},
      {.is_buffer = true, .bytes = groups * sizeof *zeros, .before = l->uniform ? l->uniform : zeros},
      {.bytes = l->local_bytes}};
  const struct launch_range range = {.dimensions = shape->global[2] > 1   ? 3
                                                   : shape->global[1] > 1 ? 2
                                                                          : 1,
                                     .global = shape->global,
                                     .local = l->without_local_size ? NULL : shape->local};
  const cl_int status = launch_kernel(d, program, l->kernel, &range, arguments + l->in_place,
                                      4 + (l->local_bytes != 0) - l->in_place, &step);
  *error = NULL;
  if (status)
    text_add(error, "%s gives error %d", step, status);
  else if (!is_poison(data, guard) || !is_poison(data + guard + payload, guard))
    text_add(error, "a store outside the output: its guard words changed");
  else
    memmove(data, data + guard, payload);
  free(zeros);
  if (!*error)
    return data;
  free(data);
  return NULL;
}
