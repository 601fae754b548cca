/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the layer intercepts (entries.inc), their table, whose other entries are NULL, and what
 * they share. */
#ifndef CLGROUP_LAYER_ENTRIES_H
#define CLGROUP_LAYER_ENTRIES_H

#include "layer/decide/plan.h"

#include <stdatomic.h>

typedef void(CL_CALLBACK *clgroup_context_notify)(const char *, const void *, size_t, void *);

#define ENTRY(type, name, function, parameters, arguments) type CL_API_CALL function parameters;
#include "layer/api/entries.inc"

extern const cl_icd_dispatch clgroup_intercepts;

/* Has a program of clLinkProgram been described (objects.h)? If not, its kernels need no query. */
extern atomic_bool clgroup_links_described;

/* cl_khr_command_buffer's function, whose types differ between its versions, by name alone. */
#define CLGROUP_RECORDER "clCommandNDRangeKernelKHR"
typedef cl_int(CL_API_CALL clgroup_recorder)(void *buffer, cl_command_queue queue, const void *properties,
                                             cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                                             const size_t *global, const size_t *local, cl_uint count,
                                             const cl_uint *wait, cl_uint *point, void **command);
clgroup_recorder clgroup_record;

#endif
