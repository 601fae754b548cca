/* Takes out of a module what LLVM has and SPIR-V, or llvm-spirv, has not. */
#ifndef CLGROUP_LOWER_LEGALIZE_H
#define CLGROUP_LOWER_LEGALIZE_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Blocks stand behind their dominators; a switch on a bool or on an integer of an odd width becomes one on 32 or 64
 * bits, and llvm.bitreverse becomes shifts; a select between vectors gets a bool for each element; where several edges
 * lead from one block to the phis of another they are led through a block of their own; variables come first; freeze
 * goes. What needs none of
 * this stays as it is, else *changed is set. Returns false when memory runs out. */
bool clgroup_legalize(LLVMModuleRef module, bool *changed);

/* llvm-spirv 15 refuses freeze, which SPIR-V has no word for; later versions write its operand in its place, as here.
 */
bool clgroup_drop_freeze(LLVMModuleRef module);

/* Makes llvm-spirv write no OpLoopMerge and leave the loops of all functions as they are, in an order that has each
 * block behind its dominators: what it makes of loops' metadata is not always valid. Returns false when out of memory.
 */
bool clgroup_plain_loops(LLVMModuleRef module);

/* Takes the metadata of a function's loops away; where `all` is false, not from loops that it asks something of. */
void clgroup_drop_loop_metadata(LLVMValueRef function, bool all);

#endif
