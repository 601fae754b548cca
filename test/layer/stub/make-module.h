/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V modules with one kernel, `group`. */
#ifndef CLGROUP_STUB_MAKE_MODULE_H
#define CLGROUP_STUB_MAKE_MODULE_H

#include "spirv/words.h"

enum module_kind {
  MODULE_PLAIN,
  MODULE_GROUP_ADD,     /* with an OpGroupIAdd of Workgroup scope */
  MODULE_GROUP_ALL,     /* with an OpGroupAll */
  MODULE_SUB_GROUP_ADD, /* with an OpGroupIAdd of Subgroup scope */
  MODULE_SHUFFLE,       /* with an OpGroupNonUniformShuffle */
  MODULE_REVERSE,       /* with an OpBitReverse */
  MODULE_ROTATE,        /* with an OpGroupNonUniformRotateKHR, beside an OpGroupIAdd of Workgroup scope */
  MODULE_GROUP_BAD,     /* with an OpGroupIAdd that is no instruction of OpenCL's: of a scope that is no constant */
};

/* Frees nothing: w->data is the caller's. */
void make_module(struct spirv_words *w, enum module_kind kind, unsigned address_bits, uint32_t version);

#endif
