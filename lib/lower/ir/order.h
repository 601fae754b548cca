/* The order of basic blocks, for which SPIR-V has a rule and LLVM IR does not. */
#ifndef CLGROUP_ORDER_H
#define CLGROUP_ORDER_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Puts a function's blocks into reverse post-order, so that each comes after its dominators. SPIR-V requires that, and
 * llvm-spirv writes blocks in the order that it finds. Returns false when out of memory. */
bool clgroup_order_blocks(LLVMValueRef function);

/* Does so if a block may come before one of its dominators, as in loops that LLVM has rotated, and then sets *changed.
 * Returns false when out of memory. */
bool clgroup_put_in_order(LLVMValueRef function, bool *changed);

#endif
