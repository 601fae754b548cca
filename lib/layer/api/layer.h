/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The OpenCL functions that the layer intercepts; the other entries are NULL. */
#ifndef CLGROUP_LAYER_LAYER_H
#define CLGROUP_LAYER_LAYER_H

#include "layer/base/cl.h"

extern const cl_icd_dispatch clgroup_intercepts;

#endif
