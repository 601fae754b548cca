/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables that are never needed at a time become one, in kernels that get a single barrier (single-barrier.c). Each
 * section of such a kernel passes all variables on, so that with each call of a work-group function there would be more
 * of them and more sections: 16 calls in chunks took PoCL 76 s, and 64 did not end in ten minutes. */
#include "lower/passes/passes.h"

#include "lower/ir/flow.h"

#include <string.h>

/* Is it one that LLVM's reg2mem has made, which is only stored to and loaded from? A debugger shows the program's own.
 */
static bool is_made(LLVMValueRef variable) {
  return LLVMIsAAllocaInst(variable) && LLVMGetFirstUse(variable) && strstr(lower_name(variable), ".reg2mem");
}

/* Marks the blocks that use the variable, and those at whose end its value may still be loaded. */
static void mark_blocks(struct clgroup_flow *flow, LLVMValueRef variable, bool *marks) {
  bool *used = clgroup_allocate(flow->count, sizeof *used);
  size_t count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
    used[clgroup_flow_number(flow, LLVMGetInstructionParent(LLVMGetUser(use)))] = true;
  for (size_t b = 0; b < flow->count; ++b) {
    if (!used[b])
      continue;
    LLVMValueRef i = LLVMGetFirstInstruction(flow->blocks[b]);
    while (!(LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == variable) &&
           !(LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == variable))
      i = LLVMGetNextInstruction(i);
    flow->stops[b] = LLVMIsAStoreInst(i);
    if (LLVMIsALoadInst(i))
      flow->list[count++] = b;
  }
  clgroup_flow_spread(flow, count, true, flow->stops, marks);
  memset(flow->stops, 0, flow->count * sizeof *flow->stops);
  for (size_t b = 0; b < flow->count; ++b)
    marks[b] |= used[b];
  free(used);
}

static bool meet(const bool *a, const bool *b, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (a[i] && b[i])
      return true;
  return false;
}

void clgroup_share_variables(LLVMValueRef kernel) {
  struct clgroup_flow flow;
  clgroup_flow_read(&flow, kernel);
  LLVMValueRef first = clgroup_first_instruction(kernel);
  size_t count = 0, kept = 0;
  for (LLVMValueRef i = first; i; i = LLVMGetNextInstruction(i))
    count += LLVMIsAAllocaInst(i) != NULL;
  LLVMValueRef *variables = clgroup_allocate(count + 1, sizeof *variables);
  bool **marks = clgroup_allocate(count + 1, sizeof *marks), *own = clgroup_allocate(flow.count, sizeof *own);
  for (LLVMValueRef i = first, next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!is_made(i))
      continue;
    size_t k = 0;
    mark_blocks(&flow, i, own);
    while (k < kept &&
           (LLVMGetAllocatedType(variables[k]) != LLVMGetAllocatedType(i) || meet(marks[k], own, flow.count)))
      ++k;
    if (k == kept) {
      variables[kept] = i;
      marks[kept++] = clgroup_allocate(flow.count, sizeof **marks);
    } else {
      LLVMReplaceAllUsesWith(i, variables[k]);
      LLVMInstructionEraseFromParent(i);
    }
    for (size_t b = 0; b < flow.count; ++b)
      marks[k][b] |= own[b];
  }
  while (kept)
    free(marks[--kept]);
  free(own);
  free(marks);
  free(variables);
  clgroup_flow_free(&flow);
}
