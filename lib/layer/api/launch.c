/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/launch.h"

#include "layer/objects/objects.h"

#include <string.h>

cl_int CL_API_CALL clgroup_work_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what,
                                           size_t size, void *value, size_t *size_ret) {
  const cl_int error = clgroup_next.clGetKernelWorkGroupInfo(kernel, device, what, size, value, size_ret);
  const size_t limit = what == CL_KERNEL_WORK_GROUP_SIZE && error == CL_SUCCESS ? clgroup_kernel_limit(kernel) : 0;
  size_t own;
  if (limit && value) {
    memcpy(&own, value, sizeof own);
    memcpy(value, own > limit ? &limit : &own, sizeof own);
  }
  return error;
}

static size_t largest_divisor(size_t number, size_t limit) {
  size_t divisor = number < limit ? number : limit;
  while (number % divisor)
    divisor--;
  return divisor;
}

/* A local size for a launch without one: the first dimensions get most. */
static void choose_size(cl_kernel kernel, cl_uint dimensions, const size_t *global, size_t limit, size_t local[3]) {
  size_t own = limit;
  (void)clgroup_next.clGetKernelWorkGroupInfo(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof own, &own, NULL);
  for (cl_uint i = 0, rest = (cl_uint)(own < limit && own ? own : limit); i < dimensions; i++) {
    local[i] = largest_divisor(global[i], rest);
    rest /= (cl_uint)local[i];
  }
}

/* Is the driver to judge the sizes, which are not those of a launch? */
static bool is_odd(cl_uint dimensions, const size_t *global) {
  bool odd = !dimensions || dimensions > 3 || !global;
  for (cl_uint i = 0; !odd && i < dimensions; i++)
    odd = !global[i];
  return odd;
}

cl_int CL_API_CALL clgroup_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                  const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                                  cl_event *event) {
  const size_t limit = clgroup_kernel_limit(kernel);
  size_t chosen[3] = {1, 1, 1}, items = 1;
  if (limit && !is_odd(dimensions, global)) {
    for (cl_uint i = 0; local && i < dimensions; i++)
      items = local[i] > limit ? limit + 1 : items * local[i];
    if (items > limit)
      return CL_INVALID_WORK_GROUP_SIZE;
    if (!local)
      choose_size(kernel, dimensions, global, limit, chosen);
    local = local ? local : chosen;
  }
  return clgroup_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, count, wait, event);
}
