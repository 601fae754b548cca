/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V modules with one kernel, `group`. Those with instructions that need it are of version 1.3, others of 1.0. */
#ifndef CLGROUP_STUB_MAKE_MODULE_H
#define CLGROUP_STUB_MAKE_MODULE_H

#include "harness.h"

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

/* The last one, for the stub's first device. */
extern struct spirv_words module;
void make_module(enum module_kind kind);
/* A program of this module, or of a new one. */
cl_program make_of_module(void);
cl_program make_il(enum module_kind kind);

#endif
