/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the driver says of a device, a program, a context or a kernel: its devices, its builds, its name. */
#ifndef CLGROUP_LAYER_DEVICE_LIST_H
#define CLGROUP_LAYER_DEVICE_LIST_H

#include "layer/base/cl.h"

#include <stdbool.h>

/* The result of a query of unknown size, for free(), with a zero after its *size bytes; NULL on an error. */
void *clgroup_device_query(cl_device_id id, cl_device_info what, size_t *size);
/* The same for a text. */
char *clgroup_device_text(cl_device_id id, cl_device_info what);

/* *devices is for free(), with at least one device. After an error of the driver it is NULL and *count is 0. */
cl_int clgroup_program_devices(cl_program program, cl_device_id **devices, cl_uint *count);
cl_int clgroup_context_devices(cl_context context, cl_device_id **devices, cl_uint *count);

/* Does the driver take the devices for the program's? PoCL does so with sub-devices of those in its list. */
bool clgroup_program_has(cl_program program, cl_uint count, const cl_device_id *devices);

/* The driver's log or options of a build, for free(); NULL on an error. */
char *clgroup_build_text(cl_program program, cl_device_id device, cl_program_build_info what);

/* For free(); NULL on an error. */
char *clgroup_kernel_name(cl_kernel kernel);

/* Has a kernel of the executable the name of a function that the layer writes before a source? There the name is a
 * macro, so the kernel has another one, by which the application does not find it. */
bool clgroup_kernels_are_renamed(cl_program program);
#define CLGROUP_KERNEL_RENAMED                                                                                         \
  "a kernel has the name of a function that the layer writes before the source: give the kernel another name"

#endif
