/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries that the layer answers, entirely or in part. */
#ifndef CLGROUP_LAYER_INFO_H
#define CLGROUP_LAYER_INFO_H

#include "layer/objects/objects.h"

#include <stdatomic.h>

/* clGetKernelSubGroupInfo, or the extension's function. `drivers` is the driver's (NULL: it has none). */
typedef cl_int(CL_API_CALL clgroup_sub_group_query)(cl_kernel, cl_device_id, cl_kernel_sub_group_info, size_t,
                                                    const void *, size_t, void *, size_t *);
cl_int clgroup_sub_group_info(cl_kernel kernel, cl_device_id device, cl_kernel_sub_group_info what, size_t input_size,
                              const void *input, size_t size, void *value, size_t *size_ret,
                              clgroup_sub_group_query *drivers);
/* Has a program of clLinkProgram been described (objects.h)? If not, its kernels need no query. */
extern atomic_bool clgroup_links_described;

#endif
