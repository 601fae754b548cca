/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose work-groups are sub-groups, and so no larger than those: in queries and launches. */
#ifndef CLGROUP_LAYER_LAUNCH_H
#define CLGROUP_LAYER_LAUNCH_H

#include "layer/base/cl.h"

/* cl_khr_command_buffer's function, whose types differ between its versions, by name alone. */
#define CLGROUP_RECORDER "clCommandNDRangeKernelKHR"
typedef cl_int(CL_API_CALL clgroup_recorder)(void *buffer, cl_command_queue queue, const void *properties,
                                             cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                             const size_t *global, const size_t *local, cl_uint count,
                                             const cl_uint *wait, cl_uint *point, void **command);
clgroup_recorder clgroup_record;

#endif
