/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What makes of LLVM's code what a driver's compiler takes, or takes well. The head of each file says more. */
#ifndef CLGROUP_LOWER_PASSES_H
#define CLGROUP_LOWER_PASSES_H

#include "lower/ir/flow.h"
#include "lower/ir/pass.h"

/* Of an integer or a floating-point number; 0 for other types. */
unsigned clgroup_scalar_bits(LLVMTypeRef type);

/* ---- locals.c ---- */

/* The bytes of the kernel's own local variables, and of those that functions use. */
uint64_t lower_bytes_of_locals(LLVMModuleRef module, LLVMValueRef kernel);

/* ---- legalize.c ---- */

/* Moves a function's variables, including those of inlined bodies, to the start of its entry block, the only place that
 * SPIR-V has for them, and removes the instructions that save and restore the stack around them. Returns whether it
 * changed anything. */
bool clgroup_hoist_variables(LLVMValueRef function);

/* Makes one of variables that are never needed at a time (share-variables.c). */
void clgroup_share_variables(LLVMValueRef kernel);

/* ---- lifetime.c ---- */

/* The pointer by which a load, or a call of vload, loads; NULL: it is neither. */
LLVMValueRef clgroup_load_pointer(LLVMValueRef i);
bool clgroup_may_load_again(const struct clgroup_flow *flow, LLVMValueRef load);

/* ---- regular.c ---- */

bool clgroup_is_regular(LLVMValueRef kernel, bool calls_library);

/* ---- spaces.c ---- */

/* Is it the type of a generic pointer? */
bool clgroup_is_generic(LLVMTypeRef type);
/* The type of a pointer to the type that `like` points to, in an address space. */
LLVMTypeRef clgroup_pointer_type_in(LLVMTypeRef like, unsigned space);
/* The pointer of which a generic one is a cast; or, for a constant, the same constant in its own address space. NULL:
 * unknown. */
LLVMValueRef clgroup_known_pointer(LLVMValueRef value);
/* Does a function other than a kernel take or return a generic pointer? */
bool clgroup_spaces_are_passed(LLVMModuleRef module);
/* Replaces accesses through `old` by accesses through `pointer`, an equal pointer in another address space. */
void clgroup_spaces_replace(LLVMValueRef old, LLVMValueRef pointer);
/* Replaces accesses through a generic pointer that is a cast by accesses through the pointer that was cast. Returns
 * whether it changed the function. */
bool clgroup_spaces_infer(LLVMValueRef function);

#endif
