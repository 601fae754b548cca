/* Replaces what LLVM IR has but SPIR-V or llvm-spirv does not. */
#ifndef CLGROUP_LOWER_LEGALIZE_H
#define CLGROUP_LOWER_LEGALIZE_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Orders blocks after their dominators; widens a switch on a bool or on an integer of an odd width to 32 or 64 bits;
 * replaces llvm.bitreverse by shifts; gives a select between vectors a bool for each element; leads several edges
 * between the same two blocks through a new block; puts variables first; removes freeze. Returns whether it changed
 * anything. */
bool clgroup_legalize(LLVMModuleRef module);

/* llvm-spirv 15 rejects freeze, which SPIR-V does not have; later versions write its operand instead, as here. */
bool clgroup_drop_freeze(LLVMModuleRef module);

/* Removes the loops' metadata, from which llvm-spirv makes OpLoopMerge instructions that are not always valid, and
 * orders the blocks of all functions after their dominators. Returns true. */
bool clgroup_plain_loops(LLVMModuleRef module);

/* Removes the metadata of a function's loops; where `all` is false, only if it requests nothing. */
void clgroup_drop_loop_metadata(LLVMValueRef function, bool all);

/* Moves a kernel's variables, including those of inlined bodies, to the start of its entry block, the only place that
 * SPIR-V has for them, and removes the instructions that save and restore the stack around them. */
void clgroup_hoist_variables(LLVMValueRef kernel);

#endif
