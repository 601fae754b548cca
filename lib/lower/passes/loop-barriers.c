#include "lower/passes/loop-barriers.h"

#include "lower/ir/addresses.h"
#include "lower/ir/calls.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

enum { LOCAL_FENCE = 1 };
enum { TOO_LARGE_SHIFT = 20 }; /* no work-group is so large that its size has such bits */

/* ---- ids in variables ---- */

/* The sum of the value, an integer, and an opaque zero. */
static LLVMValueRef build_sum(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef value) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef size = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  LLVMValueRef dimension = LLVMConstInt(LLVMInt32TypeInContext(context), 0, 0);
  LLVMValueRef zero = clgroup_build_call(builder, module, CLGROUP_LOCAL_SIZE, size, &dimension, 1);
  zero = LLVMBuildLShr(builder, zero, LLVMConstInt(size, TOO_LARGE_SHIFT, 0), "");
  zero = LLVMBuildIntCast2(builder, zero, LLVMTypeOf(value), false, "");
  return LLVMBuildAdd(builder, value, zero, "");
}

/* Does it become a load of an id? Queries do, and the functions that rematerialize.c makes of them. */
static bool is_id(LLVMValueRef value) {
  static const char again[] = "__clgroup_id_again";
  return LLVMIsACallInst(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
         (clgroup_query_of(value) == CLGROUP_ID_QUERY || !strncmp(clgroup_called_name(value), again, sizeof again - 1));
}

static bool hide_in_phi(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef phi) {
  bool hidden = false;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    if (!is_id(value))
      continue;
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
    LLVMValueRef sum = build_sum(module, builder, value);
    for (unsigned k = i; k < LLVMCountIncoming(phi); ++k) /* two edges from one block bring one value */
      if (LLVMGetIncomingBlock(phi, k) == from)
        LLVMSetOperand(phi, k, sum);
    hidden = true;
  }
  return hidden;
}

/* Returns whether there are any. */
static bool hide_ids(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  bool hidden = false;
  for (LLVMValueRef i = clgroup_first(kernel); i; i = clgroup_next(i)) {
    if (LLVMIsAPHINode(i))
      hidden |= hide_in_phi(module, builder, i);
    if (!LLVMIsAStoreInst(i) && !LLVMIsASelectInst(i))
      continue;
    for (int o = 0; o < LLVMGetNumOperands(i); ++o) {
      LLVMValueRef value = LLVMGetOperand(i, (unsigned)o);
      if (!is_id(value))
        continue;
      LLVMPositionBuilderBefore(builder, i);
      LLVMSetOperand(i, (unsigned)o, build_sum(module, builder, value));
      hidden = true;
    }
  }
  return hidden;
}

static bool uses(LLVMValueRef user, LLVMValueRef value) {
  for (int o = 0; o < LLVMGetNumOperands(user); ++o)
    if (LLVMGetOperand(user, (unsigned)o) == value)
      return true;
  return false;
}

/* The block that has all uses of this value, where that is another than its own, and none is a phi; else NULL. */
static LLVMBasicBlockRef only_user_block(LLVMValueRef value) {
  LLVMBasicBlockRef only = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef its = LLVMGetInstructionParent(user);
    if (LLVMIsAPHINode(user) || its == LLVMGetInstructionParent(value) || (only && its != only))
      return NULL;
    only = its;
  }
  return only;
}

/* Moves ids that are queried in a loop and used behind it to their uses. */
static void sink_ids(LLVMBuilderRef builder, LLVMValueRef kernel) {
  for (LLVMValueRef i = clgroup_first(kernel), next; i; i = next) {
    next = clgroup_next(i);
    LLVMBasicBlockRef to = is_id(i) ? only_user_block(i) : NULL;
    if (!to)
      continue;
    LLVMValueRef user = LLVMGetFirstInstruction(to);
    while (!uses(user, i))
      user = LLVMGetNextInstruction(user);
    LLVMInstructionRemoveFromParent(i);
    LLVMPositionBuilderBefore(builder, user);
    LLVMInsertIntoBuilder(builder, i);
  }
}

/* ---- barriers ---- */

static void end_with_barrier(LLVMModuleRef module, LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef fence = LLVMConstInt(LLVMInt32TypeInContext(context), LOCAL_FENCE, 0);
  LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(block));
  clgroup_build_call(builder, module, CLGROUP_BARRIER, LLVMVoidTypeInContext(context), &fence, 1);
}

static void reach(struct clgroup_flow *flow, size_t block, size_t *count) {
  if (flow->seen[block])
    return;
  flow->seen[block] = true;
  flow->list[(*count)++] = block;
}

/* Marks the blocks of the loop of this back edge in `seen`, and returns whether one has a barrier. */
static bool mark_loop(struct clgroup_flow *flow, const struct clgroup_edge *back) {
  const size_t count = clgroup_flow_loop(flow, back, flow->seen);
  for (size_t i = 0; i < count; ++i)
    if (clgroup_has_barrier(flow->blocks[flow->list[i]]))
      return true;
  return false;
}

enum ending { PASSES, ENDS, QUERIES };

/* May it query an id? Functions that are defined may. */
static bool may_query(LLVMValueRef call) {
  LLVMValueRef function = LLVMGetCalledValue(call);
  return !LLVMIsAFunction(function) || !LLVMIsDeclaration(function) || strstr(clgroup_called_name(call), "_id");
}

/* What is last in the block: a barrier, which ends the walk, or a query of an id? */
static enum ending ending_of(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i)) {
    if (clgroup_is_barrier(i))
      return ENDS;
    if (LLVMIsACallInst(i) && may_query(i))
      return QUERIES;
  }
  return PASSES;
}

/* May an id be known at the loop's end: is one queried between a barrier and its latch? It marks blocks in `seen`. */
static bool knows_id(struct clgroup_flow *flow, size_t latch) {
  size_t count = 0;
  memset(flow->seen, 0, flow->count * sizeof *flow->seen);
  reach(flow, latch, &count);
  for (size_t i = 0; i < count; ++i) {
    const enum ending ending = ending_of(flow->blocks[flow->list[i]]);
    if (ending == QUERIES)
      return true;
    for (size_t e = 0; ending == PASSES && e < flow->edge_count; ++e)
      if (flow->edges[e].to == flow->list[i])
        reach(flow, flow->edges[e].from, &count);
  }
  return false;
}

/* The only block from which an edge leads to this one; flow->count if there are none or several. */
static size_t only_predecessor(const struct clgroup_flow *flow, size_t block) {
  size_t only = flow->count;
  for (size_t e = 0; e < flow->edge_count; ++e) {
    if (flow->edges[e].to != block)
      continue;
    if (only != flow->count)
      return flow->count;
    only = flow->edges[e].from;
  }
  return only;
}

/* The block whose branch leads to this preheader or around its loop; flow->count if there is none. */
static size_t find_guard(const struct clgroup_flow *flow, size_t preheader) {
  size_t at = only_predecessor(flow, preheader);
  while (at != flow->count && flow->first[at + 1] - flow->first[at] == 1)
    at = only_predecessor(flow, at);
  return at;
}

/* Is the loop of this preheader and latch in straight-line code, and is the latch its exit? A regular loop has one. */
static bool is_simple(struct clgroup_flow *flow, size_t preheader, size_t latch, const size_t *guards) {
  return flow->first[latch + 1] - flow->first[latch] > 1 && guards[preheader] == flow->count &&
         clgroup_flow_passed_once(flow, flow->blocks[preheader]);
}

/* Marks in `ends` the loop's preheader, the block where control leaves the loop in front of its latch, and the latch if
 * an id may be known there. Notes the branch around the loop in `guards`, at the preheader. `may_spare`: without the
 * preheader of a simple loop whose latch knows no id. */
static void mark_ends(struct clgroup_flow *flow, const struct clgroup_edge *back, bool may_spare, bool *ends,
                      size_t *guards) {
  size_t preheader = flow->count;
  for (size_t e = 0; e < flow->edge_count; ++e) {
    const size_t from = flow->edges[e].from, to = flow->edges[e].to;
    if (from == back->from || (to != back->to && !(flow->seen[from] && !flow->seen[to])))
      continue;
    if (flow->seen[from]) {
      ends[from] = true;
      continue;
    }
    preheader = from;
    guards[from] = find_guard(flow, from);
  }
  const bool knows = knows_id(flow, back->from);
  if (knows)
    ends[back->from] = true;
  if (preheader != flow->count && (knows || !may_spare || !is_simple(flow, preheader, back->from, guards)))
    ends[preheader] = true;
}

/* Marks the guards in `ends`, but for the latch of a loop in front: work-items may leave that in different turns. */
static void mark_guards(struct clgroup_flow *flow, const struct clgroup_edge *back, size_t back_count, bool *ends,
                        size_t *guards) {
  for (size_t i = 0; i < back_count; ++i) {
    (void)clgroup_flow_loop(flow, &back[i], flow->seen);
    for (size_t b = 0; b < flow->count; ++b)
      if (guards[b] != flow->count && flow->seen[guards[b]] && !flow->seen[b])
        guards[b] = flow->count;
  }
  for (size_t b = 0; b < flow->count; ++b)
    if (guards[b] != flow->count)
      ends[guards[b]] = true;
}

bool clgroup_add_loop_barriers(LLVMModuleRef module, LLVMValueRef kernel, bool for_spirv) {
  struct clgroup_flow flow;
  bool ok = clgroup_flow_read(&flow, kernel);
  size_t back_count = 0;
  struct clgroup_edge *back = ok ? malloc((flow.edge_count + 1) * sizeof *back) : NULL;
  bool *ends = ok ? calloc(flow.count, sizeof *ends) : NULL; /* does the block get a barrier? */
  size_t *guards = ok ? malloc(flow.count * sizeof *guards) : NULL;
  ok = back && ends && guards && clgroup_flow_back_edges(&flow, back, &back_count);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool may_spare = false;
  if (ok) {
    may_spare = !hide_ids(module, builder, kernel) && !for_spirv;
    sink_ids(builder, kernel);
    for (size_t b = 0; b < flow.count; ++b)
      guards[b] = flow.count;
  }
  for (size_t i = 0; ok && i < back_count; ++i)
    if (mark_loop(&flow, &back[i]))
      mark_ends(&flow, &back[i], may_spare, ends, guards);
  if (ok)
    mark_guards(&flow, back, back_count, ends, guards);
  for (size_t b = 0; ok && b < flow.count; ++b)
    if (ends[b])
      end_with_barrier(module, builder, flow.blocks[b]);
  LLVMDisposeBuilder(builder);
  free(back);
  free(ends);
  free(guards);
  clgroup_flow_free(&flow);
  return ok;
}
