/* Calls: the conventions of OpenCL C's kernels and functions; walks over instructions, of which the current one may be
 * erased once the next one is known; and calls in the place of others. */
#ifndef CLGROUP_LOWER_CALLS_H
#define CLGROUP_LOWER_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>

/* Does the function, or declaration, have a kernel's convention? */
bool clgroup_is_kernel(LLVMValueRef function);

/* The convention of functions that are not kernels. */
unsigned clgroup_function_convention(LLVMModuleRef module);

/* Calls the function of that name, which it declares where there is none: of these arguments, at most 8. */
LLVMValueRef clgroup_build_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count);

/* Drops a call that another has replaced, the casts of its arguments that nothing else uses, and its function where
 * nothing else calls that. */
void clgroup_drop_call(LLVMValueRef call);

/* The first instruction of this block or of those after it; NULL: there is none. */
static inline LLVMValueRef clgroup_first_from(LLVMBasicBlockRef block) {
  while (block && !LLVMGetFirstInstruction(block))
    block = LLVMGetNextBasicBlock(block);
  return block ? LLVMGetFirstInstruction(block) : NULL;
}

/* The function's next instruction. */
static inline LLVMValueRef clgroup_next(LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  return next ? next : clgroup_first_from(LLVMGetNextBasicBlock(LLVMGetInstructionParent(i)));
}

/* The function's first instruction; NULL for a declaration. */
static inline LLVMValueRef clgroup_first(LLVMValueRef function) {
  return clgroup_first_from(LLVMGetFirstBasicBlock(function));
}

/* The call of the function by this use of it; NULL: it is another use. */
static inline LLVMValueRef clgroup_call_by(LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef user = LLVMGetUser(use);
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function ? user : NULL;
}

#endif
