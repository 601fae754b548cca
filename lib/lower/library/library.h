/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library's part of the lowering: its modules, which functions come from which, what it learns of a kernel's
 * launches, and its memory. */
#ifndef CLGROUP_LOWER_LIBRARY_LIBRARY_H
#define CLGROUP_LOWER_LIBRARY_LIBRARY_H

#include "lower/ir/pass.h"

/* ---- library.c ---- */

LLVMModuleRef lower_read_library(LLVMContextRef context, const struct clgroup_llvm_options *options, const char *path);
#define LOWER_LIBCLC_ADVICE                                                                                            \
  "install the Debian package libclc-" TEXT(CLGROUP_LLVM_MAJOR) ", or say where it is by --libclc=FILE"
/* A pass of one work-item over all (generic/work_group/serial). */
bool lower_is_leader(LLVMValueRef function);
/* An index function (generic/rank.c); also by the name that it has in inputs that were lowered before. */
bool lower_is_index(LLVMValueRef function);
/* Makes the next always-inline pass inline each call of the function. */
void lower_inline_always(LLVMValueRef function);
/* The same, and makes the function internal, so that it is removed. */
void lower_inline_each_call(LLVMValueRef function);
/* Keeps calls of the function from being inlined; NULL: of none. */
void lower_keep_apart(LLVMValueRef function);
/* Lets undefined values be passed and returned. A work-item may set a variable in a branch and pass it, behind the
 * branch, to a function by which the others get its value. Because of noundef LLVM would take the branch for always
 * taken. */
void lower_allow_undefined(LLVMModuleRef module);
/* Links what the module declares of a library, and disposes of the rest. */
bool lower_link_declared(LLVMModuleRef module, const struct facts *facts, LLVMModuleRef library, const char *path);
bool lower_is_own_barrier(LLVMValueRef value);

/* ---- exceptions.c ---- */

/* Leaves in both libraries only the public functions that each of them makes: in `other` the exceptions, in `usual` all
 * else. Fails if an exception is not a function. */
void lower_divide(const struct facts *facts);

/* ---- launch.c ---- */

/* Is the call of a work-item function for a dimension in which the kernel's work-groups have one work-item? */
bool lower_is_single(LLVMValueRef query);
/* The size of sub-groups that a kernel asks for by intel_reqd_sub_group_size, or 0. */
unsigned lower_required_sub_group(LLVMValueRef kernel);
/* Makes the kernel ask for that size. */
void lower_require_sub_group(LLVMValueRef kernel, unsigned lanes);
/* Where a work-group is one sub-group: takes that demand off kernels whose reqd_work_group_size fulfils it; fails if
 * one has another, or none. */
bool lower_settle_sub_groups(LLVMModuleRef module);
/* Replaces the kernel's queries by their values in a launch with sub-groups of that size, which are filled row by row:
 * for the required sizes, or for one row of the most work-items. */
void lower_assume_lanes(const struct facts *facts, LLVMValueRef kernel, unsigned lanes);
/* May a work-group be larger than the kernel's scratch allows? */
bool lower_may_be_larger(const struct facts *facts, LLVMValueRef kernel);
/* The most work-items that a kernel's scratch must serve: its required size, or the limit. */
uint64_t lower_most_items(const struct facts *facts, LLVMValueRef kernel);
/* Replaces calls of get_local_size and get_local_id whose values follow from that attribute: in one kernel, or in those
 * that reach the library. */
void lower_answer_sizes_in(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel);
/* Writes a line of metadata for NVIDIA's code generator. */
void lower_annotate(LLVMValueRef kernel, const char *name, uint64_t value);
/* Writes what a GPU's code generator must know of the kernel's launches. */
void lower_write_launch(LLVMModuleRef module, const struct facts *facts, LLVMValueRef kernel);

/* ---- larger.c ---- */

/* Renames the functions of the library chunks, which is not linked yet, and declares the twins of the functions that
 * the module declares, so that they are linked. */
void clgroup_larger_declare(LLVMModuleRef module, LLVMModuleRef chunks);
/* The twin of one of the library's functions, or NULL. */
LLVMValueRef clgroup_larger_twin(LLVMModuleRef module, LLVMValueRef function);
/* Sets the linkage of all twins. External ones stay while nothing calls them. */
void clgroup_larger_set_linkage(LLVMModuleRef module, LLVMLinkage linkage);
/* Does the kernel call a function of the library whose memory depends on the work-group's size? */
bool clgroup_larger_depends_on_size(LLVMModuleRef module, LLVMValueRef kernel);
/* Makes a kernel that only calls its body call it in two places: in work-groups of up to `limit` work-items as before,
 * and in larger ones in the block that is returned. With `has_rank` that block sets a new variable to the rank. */
LLVMBasicBlockRef clgroup_larger_choose(LLVMModuleRef module, LLVMValueRef kernel, unsigned limit, bool has_rank);
/* Makes the blocks from `block` on call the twins and, with `has_rank`, load ids from variables of that kind. */
void clgroup_larger_call_twins(LLVMModuleRef module, LLVMBasicBlockRef block, bool has_rank);

/* ---- diverge.c ---- */

/* On AMD's GPUs: warns of a kernel in which a work-item, depending on its id, may leave before a call by the lanes of
 * its tile, or go around it, while others of the tile make it. Call it before the built-in functions are linked. */
void lower_warn_of_tiles(LLVMModuleRef module, const struct facts *facts);

#endif
