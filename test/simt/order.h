/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An order of a function's blocks, in which one comes before another that can follow it; and its loops. */
#ifndef CLGROUP_SIMT_ORDER_H
#define CLGROUP_SIMT_ORDER_H

#include <stdbool.h>

#include <llvm-c/Core.h>

struct simt_loop {
  LLVMBasicBlockRef header; /* by which it is entered */
  int outer;                /* the loop around it, or -1 */
};

struct simt_order {
  /* A loop's blocks come before those behind the loop, at each depth; unreachable blocks come last. */
  LLVMBasicBlockRef *blocks;
  unsigned count;
  int *loop_of; /* of each block: the innermost loop that it is in, or -1 */
  struct simt_loop *loops;
  unsigned loop_count;
};

struct simt_order simt_order_blocks(LLVMValueRef function);
void simt_order_free(struct simt_order *order);

/* The innermost loop that the block is in, or -1; and whether `inner` is the loop `outer` or in it. */
int simt_loop_of(const struct simt_order *order, LLVMBasicBlockRef block);
bool simt_loop_in(const struct simt_order *order, int inner, int outer);

#endif
