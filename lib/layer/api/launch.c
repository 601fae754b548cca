/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose work-groups are sub-groups, and so no larger than those: in queries and launches. */
#include "layer/api/entries.h"
#include "layer/api/inside.h"
#include "layer/base/settings.h"
#include "layer/objects/device-list.h"
#include "layer/objects/objects.h"

#include <stdbool.h>
#include <stdlib.h>
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

/* What a launch without a local size gets: sizes of which the global ones are multiples, or sizes that leave smaller
 * work-groups at the end, of which there are as few as can be. The first dimensions get most. */
static size_t choose_sizes(cl_uint dimensions, const size_t *global, size_t most, bool divides, size_t local[3]) {
  size_t items = 1;
  for (cl_uint i = 0; i < dimensions; i++) {
    const size_t rest = most / items, groups = (global[i] - 1) / rest + 1;
    local[i] = divides && global[i] > rest ? rest : (global[i] - 1) / groups + 1;
    while (divides && global[i] % local[i])
      local[i]--;
    items *= local[i];
  }
  return items;
}

/* Is the driver to judge the sizes, which are not those of a launch? */
static bool is_odd(cl_uint dimensions, const size_t *global) {
  bool odd = !dimensions || dimensions > 3 || !global;
  for (cl_uint i = 0; !odd && i < dimensions; i++)
    odd = !global[i];
  return odd;
}

static void complain_once(cl_kernel kernel, size_t limit) {
  char *name = clgroup_kernel_name(kernel);
  clgroup_log_once(
      "kernel '%s': a launch with work-groups of more than %zu work-items is refused, since a work-group is one "
      "sub-group here: launch smaller ones, as CL_KERNEL_WORK_GROUP_SIZE says, or give the kernel a "
      "reqd_work_group_size",
      name ? name : "", limit);
  free(name);
}

/* The local sizes of a launch, each for when the driver refuses those before it. */
struct sizes {
  const size_t *local[2];
  unsigned count;
  size_t chosen[2][3];
};

/* Without a local size in a kernel that has a limit, the size may leave a remainder if the others are much smaller: the
 * number of work-items may be a prime. The driver refuses that in programs with -cl-uniform-work-group-size, and where
 * it has no smaller work-groups at the end. */
static void find_sizes(struct sizes *s, cl_kernel kernel, cl_uint dimensions, const size_t *global,
                       const size_t *local) {
  const size_t limit = clgroup_kernel_limit(kernel);
  size_t items = 1, most = limit;
  s->local[0] = local;
  s->count = 1;
  if (!limit || is_odd(dimensions, global))
    return;
  for (cl_uint i = 0; local && i < dimensions; i++)
    items = local[i] > limit ? limit + 1 : items * local[i];
  if (items > limit) {
    complain_once(kernel, limit);
    s->count = 0;
  }
  if (local)
    return;
  (void)clgroup_work_group_info(kernel, NULL, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL);
  most = most ? most : 1;
  const bool remainder = choose_sizes(dimensions, global, most, false, s->chosen[0]) >=
                         2 * choose_sizes(dimensions, global, most, true, s->chosen[1]);
  s->count = remainder ? 2 : 1;
  s->local[0] = s->chosen[!remainder];
  s->local[1] = s->chosen[1];
}

cl_int CL_API_CALL clgroup_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                  const size_t *global, const size_t *local, cl_uint count, const cl_event *wait,
                                  cl_event *event) {
  struct sizes s;
  cl_int error = CL_INVALID_WORK_GROUP_SIZE;
  find_sizes(&s, kernel, dimensions, global, local);
  for (unsigned i = 0; i < s.count && error == CL_INVALID_WORK_GROUP_SIZE; i++)
    error =
        clgroup_next.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, s.local[i], count, wait, event);
  return error;
}

/* The driver's function, which is in no dispatch table; each platform has its own. */
static clgroup_recorder *find_recorder(cl_kernel kernel) {
  cl_program program;
  cl_platform_id platform;
  cl_device_id *devices = NULL;
  cl_uint count;
  clgroup_recorder *found = NULL;
  if (clgroup_next.clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, NULL) == CL_SUCCESS &&
      clgroup_program_devices(program, &devices, &count) == CL_SUCCESS &&
      clgroup_next.clGetDeviceInfo(*devices, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS) {
    void *address = clgroup_next.clGetExtensionFunctionAddressForPlatform(platform, CLGROUP_RECORDER);
    memcpy(&found, &address, sizeof found);
  }
  free(devices);
  return found;
}

cl_int CL_API_CALL clgroup_record(void *buffer, cl_command_queue queue, const void *properties, cl_kernel kernel,
                                  cl_uint dimensions, const size_t *offset, const size_t *global, const size_t *local,
                                  cl_uint count, const cl_uint *wait, cl_uint *point, void **command) {
  const int cancellation = clgroup_enter();
  clgroup_recorder *drivers = find_recorder(kernel);
  struct sizes s;
  cl_int error = drivers ? CL_INVALID_WORK_GROUP_SIZE : CL_INVALID_KERNEL;
  find_sizes(&s, kernel, dimensions, global, local);
  for (unsigned i = 0; i < s.count && error == CL_INVALID_WORK_GROUP_SIZE; i++)
    error =
        drivers(buffer, queue, properties, kernel, dimensions, offset, global, s.local[i], count, wait, point, command);
  clgroup_leave(cancellation);
  return error;
}
