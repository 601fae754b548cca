/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts iterations. At an operation without a mask lanes meet only if they are in the same iteration of each loop, as
 * on a GPU, where the lanes of a loop come together before the next iteration.
 *
 * Each loop of a function has a counter in its frame, which is set to 0 in front of the loop and grows at its header.
 * An operation gives the executor the counters of the loops around it, from the outermost on. */
#include "rewrite.h"
#include "run.h"

/* Sets a loop's counter to 0 at the end of block number `b`. */
static void store_zero(struct rewriting *r, unsigned b, int loop) {
  LLVMPositionBuilderBefore(r->builder, LLVMGetBasicBlockTerminator(r->order_of_blocks.blocks[b]));
  LLVMBuildStore(r->builder, LLVMConstInt(r->i32, 0, 0), r->counters[loop]);
}

void simt_count_loops(struct rewriting *r, LLVMValueRef function) {
  const struct simt_order *order = &r->order_of_blocks;
  for (unsigned l = 0; l < order->loop_count; l++) {
    LLVMPositionBuilderBefore(r->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef counter = r->counters[l] = LLVMBuildAlloca(r->builder, r->i32, "");
    LLVMValueRef first = LLVMGetFirstInstruction(order->loops[l].header);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(r->builder, first);
    LLVMValueRef count = LLVMBuildLoad2(r->builder, r->i32, counter, "");
    LLVMBuildStore(r->builder, LLVMBuildAdd(r->builder, count, LLVMConstInt(r->i32, 1, 0), ""), counter);
  }
  for (unsigned b = 0; b < order->count; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(order->blocks[b]);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
      /* The loops that are entered here, from the innermost out. */
      int l = simt_loop_of(order, LLVMGetSuccessor(end, s));
      for (; l >= 0 && !simt_loop_in(order, order->loop_of[b], l); l = order->loops[l].outer)
        store_zero(r, b, l);
    }
  }
}

void simt_give_iterations(struct rewriting *r, LLVMValueRef call, struct simt_site *site) {
  const struct simt_order *order = &r->order_of_blocks;
  const int inner = simt_loop_of(order, LLVMGetInstructionParent(call));
  int depth = 0;
  for (int l = inner; l >= 0; l = order->loops[l].outer)
    depth++;
  /* If there are more loops than a site has room for, the outermost ones are kept. */
  site->loop_count = (unsigned char)(depth < SIMT_LOOPS ? depth : SIMT_LOOPS);
  for (int l = inner; l >= 0; l = order->loops[l].outer)
    if (--depth < SIMT_LOOPS) {
      LLVMValueRef at = LLVMConstInt(r->i64, (uintptr_t)&simt_now.iterations[depth], 0);
      LLVMValueRef iterations = LLVMBuildLoad2(r->builder, r->i32, r->counters[l], "");
      LLVMBuildStore(r->builder, iterations, LLVMConstIntToPtr(at, r->pointer));
      site->loops[depth] = r->first_loop + (unsigned)l;
    }
}
