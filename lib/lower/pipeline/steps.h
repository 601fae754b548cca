/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The passes of this folder (lower.c is the table of all). */
#ifndef CLGROUP_LOWER_PIPELINE_STEPS_H
#define CLGROUP_LOWER_PIPELINE_STEPS_H

#include "lower/ir/state.h"

/* ---- lower.c ---- */

/* clgroup_llvm_lower_files. With LLVM 15 the inputs may need a context with opaque pointers. */
int lower_files(const char *const *inputs, size_t input_count, const char *output,
                const struct clgroup_llvm_options *options, bool needs_opaque_pointers, char *error, size_t error_size);

/* ---- inputs.c ---- */

/* For GPUs, converts SPIR's modules to the target of the library. `inline` functions that nothing calls are removed, as
 * clang does by C99's rules. */
void lower_read_inputs(struct lower *lower);

/* ---- retarget.c ---- */

/* Converts a module for SPIR to one for the library's GPU, and disposes of it. Returns NULL after an error. */
LLVMModuleRef lower_retarget(struct lower *lower, LLVMModuleRef module, const char *path);
/* Runs clang's passes, which have not run on code from SPIR-V. */
void lower_optimise_retargeted(struct lower *lower);

/* ---- gpu.c ---- */

void lower_link_builtins(struct lower *lower);
/* In place of the passes of output.c. */
void lower_finish_gpu(struct lower *lower);

/* ---- output.c ---- */

/* Optimizes what has become possible by inlining the library: folds its constants, the alternation of double-buffered
 * halves in straight-line code, and ids that the kernel has queried too. Functions that did not change stay as clang
 * made them. */
void lower_optimise(struct lower *lower);
/* Marks kernels that do not reach the library as those that get a single barrier, where their own are not in
 * straight-line code, nor for PoCL from 6 on in regular loops (regular.c): PoCL is right with these as its own compiler
 * leaves them, and not with some that clang has optimized, such as, on 3.1, an early return before an unrolled loop. */
void lower_list_branching(struct lower *lower);
/* Gives kernels whose barriers are neither in straight-line code nor in regular loops (regular.c) a single one
 * (single-barrier.c). */
void lower_make_single_barriers(struct lower *lower);
/* After that, when no pass moves ids any more: makes regular loops fit PoCL 3.1 (loop-barriers.c). */
void lower_add_loop_barriers(struct lower *lower);
/* For every kernel, also those that call no library function: PoCL's own clang would not have merged these queries. */
bool lower_hoist_queries(LLVMModuleRef module);
/* Fails if a call passes or returns a vector of more bytes than options->leave_vectors. */
void lower_check_vectors(struct lower *lower);
/* Asks for a second attempt if there is an integer of an odd width, or a debug expression of several values, on which
 * llvm-spirv (at least 19) would abort. */
void lower_check_integers(struct lower *lower);
void lower_check_debug_lists(struct lower *lower);
/* If nothing has changed an input, it is copied as it is. */
void lower_copy_input(struct lower *lower);
void lower_write(struct lower *lower);

#endif
