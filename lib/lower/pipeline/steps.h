/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The passes of this folder, which return whether they changed the module, and what reads and writes it (lower.c is the
 * table of all). */
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
/* Runs clang's passes, which have not run on code from SPIR-V. */
bool lower_optimise_retargeted(LLVMModuleRef module, const struct facts *facts);

/* ---- gpu.c ---- */

bool lower_link_builtins(LLVMModuleRef module, const struct facts *facts);
/* In place of the passes of output.c. */
bool lower_finish_gpu(LLVMModuleRef module, const struct facts *facts);

/* ---- output.c ---- */

/* Optimizes what has become possible by inlining the library: folds its constants, the alternation of double-buffered
 * halves in straight-line code, and ids that the kernel has queried too. Functions that did not change stay as clang
 * made them. */
bool lower_optimise(LLVMModuleRef module, const struct facts *facts);
/* Fails if a call passes or returns a vector of more bytes than options->leave_vectors. */
bool lower_check_vectors(LLVMModuleRef module, const struct facts *facts);
/* Asks for a second attempt if there is an integer of an odd width, or a debug expression of several values, on which
 * llvm-spirv (at least 19) would abort. */
bool lower_check_integers(LLVMModuleRef module, const struct facts *facts);
bool lower_check_debug_lists(LLVMModuleRef module, const struct facts *facts);
/* Copies the input as it is, if it is one file of bitcode, and so is the output to be. Returns whether it did. */
bool lower_copy_input(LLVMModuleRef module, const struct facts *facts);
void lower_write(LLVMModuleRef module, const struct facts *facts);

#endif
