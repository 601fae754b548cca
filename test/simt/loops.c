/* Counts iterations, so that lanes meet at an operation without a mask in the same one alone, as on a GPU: there the
 * lanes of a loop come together before the next.
 *
 * Each loop of a function has a counter in its frame, which is set to 0 in front of the loop and grows at its header.
 * An operation gives the executor the counters of the loops around it, from the outermost on. */
#include "rewrite.h"
#include "run.h"

void simt_count_loops(struct rewriting *r, LLVMValueRef function) {
  const struct simt_order *order = &r->order_of_blocks;
  LLVMValueRef zero = LLVMConstInt(r->i32, 0, 0), one = LLVMConstInt(r->i32, 1, 0);
  for (unsigned l = 0; l < order->loop_count; l++) {
    LLVMBasicBlockRef header = order->loops[l].header;
    LLVMPositionBuilderBefore(r->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    LLVMValueRef counter = r->counters[l] = LLVMBuildAlloca(r->builder, r->i32, "");
    LLVMValueRef first = LLVMGetFirstInstruction(header);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(r->builder, first);
    LLVMValueRef count = LLVMBuildLoad2(r->builder, r->i32, counter, "");
    LLVMBuildStore(r->builder, LLVMBuildAdd(r->builder, count, one, ""), counter);
    for (unsigned b = 0; b < order->count; b++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(order->blocks[b]);
      if (simt_loop_in(order, order->loop_of[b], (int)l))
        continue;
      for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        if (simt_loop_in(order, simt_loop_of(order, LLVMGetSuccessor(end, s)), (int)l)) {
          LLVMPositionBuilderBefore(r->builder, end);
          LLVMBuildStore(r->builder, zero, counter);
        }
    }
  }
}

void simt_give_iterations(struct rewriting *r, LLVMValueRef call, struct simt_site *site) {
  const struct simt_order *order = &r->order_of_blocks;
  int loops[SIMT_LOOPS], count = 0;
  for (int l = simt_loop_of(order, LLVMGetInstructionParent(call)); l >= 0; l = order->loops[l].outer) {
    /* Of more loops than there is room for, the outermost count. */
    for (int i = count < SIMT_LOOPS ? count : SIMT_LOOPS - 1; i > 0; i--)
      loops[i] = loops[i - 1];
    loops[0] = l;
    count += count < SIMT_LOOPS;
  }
  for (int i = 0; i < count; i++) {
    LLVMValueRef at = LLVMConstInt(r->i64, (uintptr_t)&simt_now.iterations[i], 0);
    LLVMValueRef iterations = LLVMBuildLoad2(r->builder, r->i32, r->counters[loops[i]], "");
    LLVMBuildStore(r->builder, iterations, LLVMConstIntToPtr(at, r->pointer));
    site->loops[i] = r->first_loop + (unsigned)loops[i];
  }
  site->loop_count = (unsigned char)count;
}
