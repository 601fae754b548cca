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

/* What a launch owns. */
struct resources {
  cl_kernel kernel;
  cl_mem in, out, uniform;
  unsigned char *data;
};

static void release(struct resources *r) {
  if (r->kernel)
    clReleaseKernel(r->kernel);
  if (r->in)
    clReleaseMemObject(r->in);
  if (r->out)
    clReleaseMemObject(r->out);
  if (r->uniform)
    clReleaseMemObject(r->uniform);
  free(r->data);
}

static bool is_poison(const unsigned char *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (data[i] != LAUNCH_POISON)
      return false;
  return true;
}

static cl_mem buffer(const struct device *d, cl_mem_flags flags, size_t size, const void *data, cl_int *error) {
  return clCreateBuffer(d->context, flags | CL_MEM_COPY_HOST_PTR, size, (void *)data, error);
}

/* Runs one step of OpenCL; in an `&&` chain each failure names its step. */
static bool ok(cl_int status, const char *step, char **error) {
  if (status != CL_SUCCESS)
    text_add(error, "%s gives error %d", step, status);
  return status == CL_SUCCESS;
}

static bool set_arguments(const struct launch *l, struct resources *r, cl_uint items, char **error) {
  cl_uint index = 0;
  if (!l->in_place && !ok(clSetKernelArg(r->kernel, index++, sizeof r->in, &r->in), "clSetKernelArg in", error))
    return false;
  return ok(clSetKernelArg(r->kernel, index, sizeof r->out, &r->out), "clSetKernelArg out", error) &&
         ok(clSetKernelArg(r->kernel, index + 1, sizeof items, &items), "clSetKernelArg items", error) &&
         ok(clSetKernelArg(r->kernel, index + 2, sizeof r->uniform, &r->uniform), "clSetKernelArg uniform", error) &&
         (!l->local_bytes ||
          ok(clSetKernelArg(r->kernel, index + 3, l->local_bytes, NULL), "clSetKernelArg local", error));
}

void *launch_run(const struct device *d, cl_program program, const struct shape *shape, const struct launch *l,
                 char **error) {
  struct resources r = {0};
  size_t items = shape_items(shape), groups = shape_group_count(shape);
  size_t guard = LAUNCH_GUARD * l->out_bytes, payload = items * l->columns * l->out_bytes;
  size_t size = payload + 2 * guard;
  cl_int status;
  cl_uint *zeros = l->uniform ? NULL : allocate(groups * sizeof *zeros);
  unsigned char *result = NULL;
  cl_uint dimensions = shape->global[2] > 1 ? 3 : shape->global[1] > 1 ? 2 : 1;

  *error = NULL;
  r.data = allocate(size);
  memset(r.data, LAUNCH_POISON, size);
  if (l->start)
    memcpy(r.data + guard + items * l->start_column * l->out_bytes, l->start, l->start_bytes);
  if (l->in_place)
    memcpy(r.data + guard, l->in, items * l->in_bytes);
  r.kernel = clCreateKernel(program, l->kernel, &status);
  bool good = ok(status, "clCreateKernel", error);
  if (good) {
    r.in = buffer(d, CL_MEM_READ_ONLY, items * l->in_bytes, l->in, &status);
    good = ok(status, "clCreateBuffer in", error);
  }
  if (good) {
    r.out = buffer(d, CL_MEM_READ_WRITE, size, r.data, &status);
    good = ok(status, "clCreateBuffer out", error);
  }
  if (good) {
    r.uniform = buffer(d, CL_MEM_READ_ONLY, groups * sizeof(cl_uint), l->uniform ? l->uniform : zeros, &status);
    good = ok(status, "clCreateBuffer uniform", error);
  }
  good =
      good && set_arguments(l, &r, (cl_uint)items, error) &&
      ok(clEnqueueNDRangeKernel(d->queue, r.kernel, dimensions, NULL, shape->global,
                                l->without_local_size ? NULL : shape->local, 0, NULL, NULL),
         "clEnqueueNDRangeKernel", error) &&
      ok(clFinish(d->queue), "clFinish", error) &&
      ok(clEnqueueReadBuffer(d->queue, r.out, CL_TRUE, 0, size, r.data, 0, NULL, NULL), "clEnqueueReadBuffer", error);
  if (good && !(is_poison(r.data, guard) && is_poison(r.data + guard + payload, guard))) {
    text_add(error, "a store outside the output: its guard words changed");
    good = false;
  }
  if (good) {
    result = allocate(payload);
    memcpy(result, r.data + guard, payload);
  }
  release(&r);
  free(zeros);
  return result;
}
