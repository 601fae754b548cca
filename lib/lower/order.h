/* The order of basic blocks, which SPIR-V has a rule for and LLVM has not. */
#ifndef CLGROUP_ORDER_H
#define CLGROUP_ORDER_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Puts a function's blocks into reverse post-order, so that each comes behind its dominator, as SPIR-V demands and
 * llvm-spirv, which writes blocks as they come, does not see to. Returns false when out of memory. */
bool clgroup_order_blocks(LLVMValueRef function);

/* Does so where a block may stand before one of its dominators, as loops that LLVM has rotated do, and sets *changed
 * then. Returns false when memory runs out. */
bool clgroup_put_in_order(LLVMValueRef function, bool *changed);

#endif
