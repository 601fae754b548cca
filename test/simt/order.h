/* An order of a function's blocks, in which one comes before another that can follow it. */
#ifndef CLGROUP_SIMT_ORDER_H
#define CLGROUP_SIMT_ORDER_H

#include <llvm-c/Core.h>

/* The blocks, to be freed by the caller. A loop's blocks come before those behind the loop, at each depth; unreachable
 * blocks come last. */
LLVMBasicBlockRef *simt_order_blocks(LLVMValueRef function, unsigned *count);

#endif
