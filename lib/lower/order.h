/* The order of basic blocks, which SPIR-V has a rule for and LLVM has not. */
#ifndef CLGROUP_ORDER_H
#define CLGROUP_ORDER_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Puts a function's blocks into reverse post-order, so that each comes behind its dominator, as SPIR-V demands and
 * llvm-spirv, which writes blocks as they come, does not see to. Returns false when out of memory. */
bool clgroup_order_blocks(LLVMValueRef function);

#endif
