#include "lower/order.h"

#include <stdlib.h>

#include <llvm-c/Core.h>

struct visit {
  LLVMBasicBlockRef block;
  unsigned next; /* the successor to look at next */
};

struct table {
  LLVMBasicBlockRef *slots; /* open addressing; a power of two, at most half full */
  size_t mask;
};

/* Adds a block; false if it is there already. */
static bool table_add(struct table *table, LLVMBasicBlockRef block) {
  size_t at = ((size_t)block >> 4) * 0x9e3779b1u & table->mask;
  for (; table->slots[at]; at = (at + 1) & table->mask)
    if (table->slots[at] == block)
      return false;
  table->slots[at] = block;
  return true;
}

static bool table_has(const struct table *table, LLVMBasicBlockRef block) {
  size_t at = ((size_t)block >> 4) * 0x9e3779b1u & table->mask;
  while (table->slots[at] && table->slots[at] != block)
    at = (at + 1) & table->mask;
  return table->slots[at];
}

static struct table table_new(size_t count) {
  size_t size = 4;
  while (size < 2 * count)
    size *= 2;
  return (struct table){calloc(size, sizeof(LLVMBasicBlockRef)), size - 1};
}

bool clgroup_put_in_order(LLVMValueRef function, bool *changed) {
  size_t count = LLVMCountBasicBlocks(function);
  if (count < 3)
    return true;
  struct table led_to = table_new(count);
  if (!led_to.slots)
    return false;
  /* Where each block has a predecessor before it, its dominators are before it too. */
  LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
  table_add(&led_to, block);
  for (; block && table_has(&led_to, block); block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); ++i)
      table_add(&led_to, LLVMGetSuccessor(end, i));
  }
  free(led_to.slots);
  *changed |= block != NULL;
  return !block || clgroup_order_blocks(function);
}

bool clgroup_order_blocks(LLVMValueRef function) {
  size_t count = LLVMCountBasicBlocks(function);
  if (count < 2)
    return true;
  struct visit *stack = malloc(count * sizeof *stack);
  LLVMBasicBlockRef *order = malloc(count * sizeof *order);
  struct table seen = table_new(count);
  bool ok = stack && order && seen.slots;
  if (ok) {
    size_t depth = 0, done = 0;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    table_add(&seen, entry);
    stack[depth++] = (struct visit){entry, 0};
    while (depth) {
      struct visit *top = &stack[depth - 1];
      LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
      if (top->next < LLVMGetNumSuccessors(end)) {
        LLVMBasicBlockRef block = LLVMGetSuccessor(end, top->next++);
        if (table_add(&seen, block))
          stack[depth++] = (struct visit){block, 0};
      } else {
        order[done++] = top->block;
        --depth;
      }
    }
    /* Post-order, so the last is the entry; blocks that nothing reaches stay behind. */
    for (size_t i = done - 1; i-- > 0;)
      LLVMMoveBasicBlockAfter(order[i], order[i + 1]);
  }
  free(stack);
  free(order);
  free(seen.slots);
  return ok;
}
