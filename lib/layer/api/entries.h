/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the layer intercepts (entries.inc), and their table, whose other entries are NULL. */
#ifndef CLGROUP_LAYER_ENTRIES_H
#define CLGROUP_LAYER_ENTRIES_H

#include "layer/decide/plan.h"

typedef void(CL_CALLBACK *clgroup_context_notify)(const char *, const void *, size_t, void *);

#define ENTRY(type, name, function, parameters, arguments) type CL_API_CALL function parameters;
#include "layer/api/entries.inc"

extern const cl_icd_dispatch clgroup_intercepts;

#endif
