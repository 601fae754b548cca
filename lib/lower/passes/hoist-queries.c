/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Queries of ids and sizes, for PoCL.
 *
 * Leaves one of the calls of such a function that have the same result in a block between barriers, and of a local size
 * one in the kernel, since drivers make eight instructions of a call in SPIR-V. If both arms of a branch call such a
 * function for different dimensions, moves the calls to the kernel's entry. LLVM would merge them into one call with a
 * variable dimension, for which PoCL 7.1 has no function; it then never runs the kernel. For every kernel, also those
 * that call no library function: PoCL's own clang would not have merged these queries. Returns whether any call was
 * moved or left out. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

/* The successor of a block that ends in an unconditional branch, past empty blocks; NULL for other blocks. */
static LLVMBasicBlockRef join_of(LLVMBasicBlockRef block) {
  enum { MOST_PASSED = 16 };
  LLVMBasicBlockRef join = NULL;
  for (unsigned passed = 0; passed < MOST_PASSED; ++passed) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || LLVMIsConditional(end))
      return join;
    join = LLVMGetSuccessor(end, 0);
    LLVMValueRef first = LLVMGetFirstInstruction(join);
    while (LLVMIsAPHINode(first))
      first = LLVMGetNextInstruction(first);
    if (first != LLVMGetBasicBlockTerminator(join))
      return join;
    block = join;
  }
  return join;
}

/* Calls that differ only in the dimension. An id is not moved unless it is near the ends of both blocks, where LLVM
 * merges calls: if it is live from the kernel's entry across a barrier, it costs memory for each work-item. */
static bool may_merge(LLVMValueRef one, unsigned behind_one, LLVMValueRef other, unsigned behind_other) {
  enum { NEAR = 12 };
  enum clgroup_query query = clgroup_query_of(one);
  return query != CLGROUP_NO_QUERY && LLVMIsACallInst(other) && LLVMGetCalledValue(one) == LLVMGetCalledValue(other) &&
         clgroup_query_of(other) == query && LLVMGetOperand(one, 0) != LLVMGetOperand(other, 0) &&
         (query == CLGROUP_UNIFORM_QUERY || (behind_one <= NEAR && behind_other <= NEAR));
}

static bool hold_such(LLVMBasicBlockRef one, LLVMBasicBlockRef other) {
  unsigned behind_one = 0;
  for (LLVMValueRef i = LLVMGetLastInstruction(one); i; i = LLVMGetPreviousInstruction(i), ++behind_one) {
    unsigned behind_other = 0;
    if (clgroup_query_of(i) != CLGROUP_NO_QUERY)
      for (LLVMValueRef k = LLVMGetLastInstruction(other); k; k = LLVMGetPreviousInstruction(k), ++behind_other)
        if (may_merge(i, behind_one, k, behind_other))
          return true;
  }
  return false;
}

static void hoist_from(LLVMBuilderRef builder, LLVMBasicBlockRef block, LLVMBasicBlockRef entry) {
  if (block == entry)
    return;
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(entry));
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (clgroup_query_of(i) != CLGROUP_NO_QUERY) {
      LLVMInstructionRemoveFromParent(i);
      LLVMInsertIntoBuilder(builder, i);
    }
  }
}

enum { MOST_QUERIES = 24 }; /* the functions, for each dimension; more are for dimensions that there are not */

struct queries {
  LLVMValueRef all[MOST_QUERIES];
  unsigned count;
};

/* Is there a call with the same result? It then takes the place of this one; otherwise this one is listed. */
static bool is_replaced(struct queries *known, LLVMValueRef call) {
  for (unsigned i = 0; i < known->count; ++i)
    if (LLVMGetCalledValue(known->all[i]) == LLVMGetCalledValue(call) &&
        LLVMGetOperand(known->all[i], 0) == LLVMGetOperand(call, 0)) {
      clgroup_replace(call, known->all[i]);
      return true;
    }
  if (known->count < MOST_QUERIES)
    known->all[known->count++] = call;
  return false;
}

/* Leaves one of the calls with the same result in a block between barriers, and in the kernel one of a local size's, at
 * its start: PoCL knows that size when it compiles, so that it costs nothing across a barrier. */
static bool merge_queries(LLVMBuilderRef builder, LLVMBasicBlockRef entry) {
  struct queries sizes = {.count = 0};
  LLVMValueRef start = LLVMGetFirstInstruction(entry);
  bool changed = false;
  while (LLVMIsAAllocaInst(start)) /* SPIR-V's variables come first */
    start = LLVMGetNextInstruction(start);
  LLVMPositionBuilderBefore(builder, start);
  for (LLVMBasicBlockRef block = entry; block; block = LLVMGetNextBasicBlock(block)) {
    struct queries near = {.count = 0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      const bool is_size = !strcmp(clgroup_called_name(i), CLGROUP_LOCAL_SIZE);
      next = LLVMGetNextInstruction(i);
      if (clgroup_is_barrier(i))
        near.count = 0;
      if (clgroup_query_of(i) == CLGROUP_NO_QUERY)
        continue;
      const bool replaced = is_replaced(is_size ? &sizes : &near, i);
      if (!replaced && is_size && block != entry) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(builder, i);
        changed = true;
      }
      changed |= replaced;
    }
  }
  return changed;
}

static bool hoist_in(LLVMValueRef kernel) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(kernel)));
  bool moved = merge_queries(builder, entry);
  for (LLVMBasicBlockRef one = entry; one; one = LLVMGetNextBasicBlock(one)) {
    LLVMBasicBlockRef join = join_of(one);
    for (LLVMBasicBlockRef other = join ? LLVMGetNextBasicBlock(one) : NULL; other;
         other = LLVMGetNextBasicBlock(other))
      if (join_of(other) == join && hold_such(one, other)) {
        hoist_from(builder, one, entry);
        hoist_from(builder, other, entry);
        moved = true;
      }
  }
  LLVMDisposeBuilder(builder);
  return moved;
}

bool lower_hoist_queries(LLVMModuleRef module) {
  bool moved = false;
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    moved |= hoist_in(f);
  return moved;
}
