/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels for work-groups of any size.
 *
 * A kernel's scratch is sized for a maximum number of work-items (--max-work-group-size). Unless reqd_work_group_size
 * or the device rules out larger work-groups, the kernel has its body twice: once as usual, and once with the functions
 * of the library chunks, called twins, which need the same memory for any number of work-items. The kernel begins with
 * a uniform branch to one of the two. It is one branch for the whole kernel, since PoCL's compile work doubles with
 * each that has barriers.
 *
 * In SPIR-V the second body keeps the work-item's ids and its rank in volatile variables; each twin takes the rank from
 * there. Where a value of the ids is live across barriers, Intel's CPU compiler computes it again in each block behind
 * them that uses it, and corrupts its memory once it has done so in 48 blocks of a function (docs/drivers.md). What is
 * loaded from memory it keeps. */
#ifndef CLGROUP_LARGER_H
#define CLGROUP_LARGER_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Renames the functions of the library chunks, which is not linked yet, and declares the twins of the functions that
 * the module declares, so that they are linked. */
void clgroup_larger_declare(LLVMModuleRef module, LLVMModuleRef chunks);

/* The twin of one of the library's functions, or NULL. */
LLVMValueRef clgroup_larger_twin(LLVMModuleRef module, LLVMValueRef function);

/* Sets the linkage of all twins. External ones stay while nothing calls them. */
void clgroup_larger_set_linkage(LLVMModuleRef module, LLVMLinkage linkage);

/* Does one of the library's functions, or a function that it calls, request memory proportional to the number of
 * work-items through any of these request functions, which may be NULL? */
bool clgroup_larger_needs_twin(LLVMValueRef function, const LLVMValueRef *functions, size_t function_count);

/* Makes a kernel that only calls its body call it in two places: in work-groups of up to `limit` work-items as before,
 * and in larger ones in the block that is returned. With `has_rank` that block sets a new variable to the rank. */
LLVMBasicBlockRef clgroup_larger_choose(LLVMModuleRef module, LLVMValueRef kernel, unsigned limit, bool has_rank);

/* Makes the twins, which have been inlined into the kernel, load the rank from that variable, if there is one. */
void clgroup_larger_pass_rank(LLVMValueRef kernel);

/* Is it a loop over chunks? Then arguments that all its calls have in common become constants in it, such as the only
 * operator of a module. */
bool clgroup_larger_specialize(LLVMValueRef function);

/* Makes the blocks from `block` on call the twins and, with `has_rank`, load ids from variables of that kind. */
void clgroup_larger_call_twins(LLVMModuleRef module, LLVMBasicBlockRef block, bool has_rank);

#endif
