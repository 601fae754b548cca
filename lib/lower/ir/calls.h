/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls: the calling conventions of kernels and functions; walks over instructions, in which the current one may be
 * erased once the next one is known; and replacements of calls. */
#ifndef CLGROUP_LOWER_CALLS_H
#define CLGROUP_LOWER_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>

/* How far to follow an address to what it is computed from: in a block that nothing reaches it may be itself. */
enum { CLGROUP_MOST_STEPS = 1000 };

/* Does the function, or declaration, have a kernel's convention? */
bool clgroup_is_kernel(LLVMValueRef function);

/* The convention of functions that are not kernels. */
unsigned clgroup_function_convention(LLVMModuleRef module);

/* Calls the function of that name with these arguments, at most 8; declares the function if the module lacks it. */
LLVMValueRef clgroup_build_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count);

/* A vector with the value in each element. */
LLVMValueRef clgroup_build_splat(LLVMBuilderRef builder, LLVMValueRef value, unsigned count);

/* Replaces a value by another, and removes its instruction. */
static inline void clgroup_replace(LLVMValueRef instruction, LLVMValueRef value) {
  LLVMReplaceAllUsesWith(instruction, value);
  LLVMInstructionEraseFromParent(instruction);
}

/* Sets an operand: of a phi for all edges from the same block, which must bring one value. */
void clgroup_set_operand(LLVMValueRef user, unsigned operand, LLVMValueRef value);

/* Removes a call that has been replaced, casts of its arguments that nothing else uses, and its function if nothing
 * else calls that. */
void clgroup_drop_call(LLVMValueRef call);

/* The first instruction of this block or of those after it; NULL: there is none. */
static inline LLVMValueRef clgroup_first_instruction_from(LLVMBasicBlockRef block) {
  while (block && !LLVMGetFirstInstruction(block))
    block = LLVMGetNextBasicBlock(block);
  return block ? LLVMGetFirstInstruction(block) : NULL;
}

/* The function's next instruction. */
static inline LLVMValueRef clgroup_next_instruction(LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  return next ? next : clgroup_first_instruction_from(LLVMGetNextBasicBlock(LLVMGetInstructionParent(i)));
}

/* The function's first instruction; NULL for a declaration. */
static inline LLVMValueRef clgroup_first_instruction(LLVMValueRef function) {
  return clgroup_first_instruction_from(LLVMGetFirstBasicBlock(function));
}

/* The function that has a kernel's convention and a body, from this one on; NULL: there is none. */
static inline LLVMValueRef clgroup_kernel_from(LLVMValueRef function) {
  while (function && (LLVMIsDeclaration(function) || !clgroup_is_kernel(function)))
    function = LLVMGetNextFunction(function);
  return function;
}

/* The module's first kernel that has a body, and the next one; NULL: there is none. */
static inline LLVMValueRef clgroup_first_kernel(LLVMModuleRef module) {
  return clgroup_kernel_from(LLVMGetFirstFunction(module));
}
static inline LLVMValueRef clgroup_next_kernel(LLVMValueRef kernel) {
  return clgroup_kernel_from(LLVMGetNextFunction(kernel));
}

/* The call of the function in this use of it; NULL: the use is not a call of it. */
static inline LLVMValueRef clgroup_call_by(LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function ? user : NULL;
}

#endif
