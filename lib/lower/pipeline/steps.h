/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What reads and writes modules. */
#ifndef CLGROUP_LOWER_PIPELINE_STEPS_H
#define CLGROUP_LOWER_PIPELINE_STEPS_H

#include "lower/ir/pass.h"

/* ---- lower.c ---- */

/* clgroup_llvm_lower_files. With LLVM 15 the inputs may need a context with opaque pointers. */
int lower_files(const char *const *inputs, size_t input_count, const char *output,
                const struct clgroup_llvm_options *options, bool needs_opaque_pointers, char *error, size_t error_size);

/* ---- inputs.c ---- */

/* For GPUs, converts SPIR's modules to the target of the library. `inline` functions that nothing calls are removed, as
 * clang does by C99's rules. */
struct lower_read {
  LLVMModuleRef module; /* NULL: after an error */
  bool changed;
  bool cpp;        /* an input was C++ */
  bool retargeted; /* an input was SPIR-V, and the target is a GPU */
};
struct lower_read lower_read_inputs(LLVMContextRef context, const struct facts *facts);

/* ---- retarget.c ---- */

/* Converts a module for SPIR to one for a GPU, as the library is, and disposes of it. Returns NULL after an error. */
LLVMModuleRef lower_retarget(const struct facts *facts, LLVMModuleRef module, const char *path);

/* ---- output.c ---- */

/* Copies the input as it is, if it is one file of bitcode, and so is the output to be. Returns whether it did. */
bool lower_copy_input(LLVMModuleRef module, const struct facts *facts);
void lower_write(LLVMModuleRef module, const struct facts *facts);

#endif
