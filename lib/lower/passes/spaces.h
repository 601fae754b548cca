/* Generic pointers.
 *
 * In C++ for OpenCL `this` is a generic pointer, and so is what copies an object. After inlining most are casts of a
 * pointer whose address space is known, such as that of a local variable. Devices without generic pointers (rusticl)
 * fail on them, and to LLVM the variable has to stay in memory. */
#ifndef CLGROUP_LOWER_SPACES_H
#define CLGROUP_LOWER_SPACES_H

#include <stdbool.h>

#include <llvm-c/Core.h>

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
