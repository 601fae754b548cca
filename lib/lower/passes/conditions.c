/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conditions of branches, in bitcode for PoCL 7.1. PoCL notes which values are the same in a whole work-group, first
 * those that conditions are computed of, and knows a value by its address in its own memory. It then deletes the
 * queries of sizes and group ids, and keeps its notes of them. What PoCL makes next may get the memory of one: if that
 * is the place of a work-item's own value, kept across a barrier, all work-items get the value of one. In one build of
 * four of the same code `while (work_group_any(...))` was wrong; not where PoCL compiles for one local size, whose
 * places need more memory. So conditions load the variables in which PoCL holds the answers, and which it keeps. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

#include <string.h>

struct loader {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  unsigned left; /* steps that the search may take */
};

static LLVMValueRef load(const struct loader *l, const char *name, LLVMValueRef query) {
  char *full = lower_text("%s%c", name, "xyz"[LLVMConstIntGetZExtValue(LLVMGetOperand(query, 0))]);
  LLVMValueRef variable = LLVMGetNamedGlobal(l->module, full);
  if (!variable) {
    variable = LLVMAddGlobal(l->module, LLVMTypeOf(query), full);
    LLVMSetGlobalConstant(variable, true);
  }
  free(full);
  return LLVMBuildLoad2(l->builder, LLVMTypeOf(query), variable, "");
}

/* What the query asks for, loaded at the builder's place; NULL if PoCL does not note it. */
static LLVMValueRef load_answer(const struct loader *l, LLVMValueRef query) {
  const char *name = clgroup_called_name(query);
  if (clgroup_query_of(query) != CLGROUP_UNIFORM_QUERY || LLVMConstIntGetZExtValue(LLVMGetOperand(query, 0)) > 2)
    return NULL;
  if (strcmp(name, "_Z12get_group_idj") == 0)
    return load(l, "_group_id_", query);
  const bool is_global = strcmp(name, "_Z15get_global_sizej") == 0;
  if (!is_global && strcmp(name, CLGROUP_LOCAL_SIZE) != 0)
    return NULL;
  LLVMValueRef size = load(l, "_local_size_", query);
  return is_global ? LLVMBuildMul(l->builder, size, load(l, "_num_groups_", query), "") : size;
}

/* The value, computed again before `place` if queries are among what it is computed of. */
static LLVMValueRef without_queries(struct loader *l, LLVMValueRef value, LLVMValueRef place) {
  if (!LLVMIsAInstruction(value) || !l->left)
    return value;
  --l->left;
  LLVMPositionBuilderBefore(l->builder, place);
  LLVMValueRef answer = load_answer(l, value);
  if (LLVMIsALoadInst(value)) /* memory may change: it is loaded where it was, from the same address */
    LLVMSetOperand(value, 0, without_queries(l, LLVMGetOperand(value, 0), value));
  if (answer || !clgroup_is_cheap(LLVMGetInstructionOpcode(value)))
    return answer ? answer : value;
  LLVMValueRef again = LLVMInstructionClone(value);
  LLVMInsertIntoBuilder(l->builder, again);
  bool differs = false;
  for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(value); ++o) {
    LLVMSetOperand(again, o, without_queries(l, LLVMGetOperand(value, o), again));
    differs |= LLVMGetOperand(again, o) != LLVMGetOperand(value, o);
  }
  if (!differs)
    LLVMInstructionEraseFromParent(again);
  return differs ? again : value;
}

bool lower_load_sizes(LLVMModuleRef module) {
  enum { MOST_STEPS = 64 };
  struct loader l = {.module = module, .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    for (LLVMBasicBlockRef b = clgroup_holds_barrier(f) ? LLVMGetFirstBasicBlock(f) : NULL; b;
         b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      l.left = MOST_STEPS;
      if (LLVMIsASwitchInst(end) || (LLVMIsABranchInst(end) && LLVMIsConditional(end)))
        LLVMSetOperand(end, 0, without_queries(&l, LLVMGetOperand(end, 0), end));
    }
  LLVMDisposeBuilder(l.builder);
  return true;
}
