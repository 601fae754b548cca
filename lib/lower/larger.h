/* Kernels for work-groups of any size.
 *
 * A kernel's scratch serves a number of work-items. Where more may come, which the caller asks for
 * (--max-work-group-size) and reqd_work_group_size does not rule out, its body is there twice: as ever, and with the
 * functions of the library chunks, its twins, which need no more memory however many there are. The kernel begins with
 * the choice between the two, which is the same for all work-items of a group: one branch, since PoCL's work doubles
 * with each that holds barriers. */
#ifndef CLGROUP_LARGER_H
#define CLGROUP_LARGER_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Gives the functions of the library chunks, which is not linked yet, names of their own, and declares the twins of
 * what the module declares, so that they are linked. Returns false when out of memory. */
bool clgroup_larger_declare(LLVMModuleRef module, LLVMModuleRef chunks);

/* The twin of one of the library's functions, or NULL. */
LLVMValueRef clgroup_larger_twin(LLVMModuleRef module, LLVMValueRef function);

/* All twins: external, they stay while nothing calls them. */
void clgroup_larger_set_linkage(LLVMModuleRef module, LLVMLinkage linkage);

/* Does one of the library's functions, or one that it calls, ask any of these, which give memory or are NULL, for as
 * much as there are work-items? */
bool clgroup_larger_needs_twin(LLVMValueRef function, const LLVMValueRef *functions, size_t function_count);

/* Has a kernel that does no more than call its body call it twice: as ever in work-groups of up to `limit` work-items,
 * and for larger ones in the block that is returned. */
LLVMBasicBlockRef clgroup_larger_choose(LLVMModuleRef module, LLVMValueRef kernel, unsigned limit);

/* Has the blocks from `block` on call the twins. Returns false when out of memory. */
bool clgroup_larger_call_twins(LLVMModuleRef module, LLVMBasicBlockRef block);

/* Puts a kernel's variables, also those of bodies that were inlined into it, at the start of its entry block, and takes
 * away what saves the stack around them: SPIR-V has no other place for them. */
void clgroup_larger_hoist_variables(LLVMValueRef kernel);

#endif
