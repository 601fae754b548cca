/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes regular loops fit PoCL 3.1 and 6.0.
 *
 * For a kernel whose loops with barriers are regular (regular.c), and have preheaders (LLVM's loop-simplify).
 *
 * PoCL 3.1 and 6.0 repeat a kernel's code for each work-item in groups of one and two, and make loops in larger ones.
 * They have each region, which is the code between two barriers, load the local id at its start, and take that load
 * for all of the region's ids, in phis too. A phi at the region's start then has an operand that is computed behind
 * it, and PoCL aborts: "Could not find a dominating alternative variable". There are such phis at the heads of loops:
 *
 * - LLVM makes them where the id is known both in front of the loop and at its end, and queried in its first region. So
 *   this ends both places with barriers, behind which LLVM knows no id. A loop's end has one only if an id is queried
 *   behind the loop's last barrier, for it costs a copy of each variable that differs between work-items; ids that are
 *   queried there and used in another block move to their use. In bitcode, for PoCL 3.1, a loop without such an id has
 *   none in front either if it is in straight-line code, its end is its only exit, and no variable has an id: to query
 *   an id at its end, LLVM would have to split the edge to its head, which it does not. There a barrier costs a copy of
 *   each variable that the loop changes.
 * - The kernel has them where it keeps an id in a variable, or LLVM makes them of that variable or of a selection. So
 *   the variable gets the sum of the id and a zero that LLVM does not know before PoCL has made its loops.
 *
 * Where a region ends with a branch around a loop, they run it for the first work-item, to know which way all go, and
 * then for the others; in groups of one work-item in x and several in y or z they then run the first again. So such a
 * branch gets a barrier before it, which is the region's only end. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

#include <string.h>

/* ---- ids in variables ---- */

/* Does it become a load of an id? Queries do, and the functions by which rematerialize.c replaces them. */
static bool is_id(LLVMValueRef value) {
  return LLVMIsACallInst(value) && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
         (clgroup_query_of(value) == CLGROUP_ID_QUERY ||
          lower_begins(clgroup_called_name(value), "__clgroup_id_again"));
}

static bool hide_in_phi(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef phi) {
  bool hidden = false;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    if (!is_id(value))
      continue;
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
    clgroup_set_operand(phi, i, clgroup_build_opaque_sum(module, builder, value));
    hidden = true;
  }
  return hidden;
}

/* Returns whether there are any. */
static bool hide_ids(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  bool hidden = false;
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    if (LLVMIsAPHINode(i))
      hidden |= hide_in_phi(module, builder, i);
    if (!LLVMIsAStoreInst(i) && !LLVMIsASelectInst(i))
      continue;
    for (int o = 0; o < LLVMGetNumOperands(i); ++o) {
      LLVMValueRef value = LLVMGetOperand(i, (unsigned)o);
      if (!is_id(value))
        continue;
      LLVMPositionBuilderBefore(builder, i);
      LLVMSetOperand(i, (unsigned)o, clgroup_build_opaque_sum(module, builder, value));
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

/* The one block that has all uses of this value, if it is not the value's own block and no use is a phi; otherwise
 * NULL. */
static LLVMBasicBlockRef only_user_block(LLVMValueRef value) {
  LLVMBasicBlockRef only = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (LLVMIsAPHINode(user) || block == LLVMGetInstructionParent(value) || (only && block != only))
      return NULL;
    only = block;
  }
  return only;
}

/* Moves ids that are queried in a loop and used behind it to their uses. */
static void sink_ids(LLVMBuilderRef builder, LLVMValueRef kernel) {
  for (LLVMValueRef i = clgroup_first_instruction(kernel), next; i; i = next) {
    next = clgroup_next_instruction(i);
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

/* Marks the blocks of the loop of this back edge in `seen`, and returns whether one has a barrier. */
static bool mark_loop(struct clgroup_flow *flow, const struct clgroup_edge *back) {
  const size_t count = clgroup_flow_loop(flow, back, flow->seen);
  for (size_t i = 0; i < count; ++i)
    if (clgroup_has_barrier(flow->blocks[flow->list[i]]))
      return true;
  return false;
}

enum ending { PASSES, ENDS, QUERIES };

/* May the instruction query an id? Calls of defined functions may. */
static bool may_query(LLVMValueRef call) {
  LLVMValueRef function = LLVMGetCalledValue(call);
  return !LLVMIsAFunction(function) || !LLVMIsDeclaration(function) || strstr(clgroup_called_name(call), "_id");
}

/* What comes last in the block: a barrier, which ends the walk, or a query of an id? */
static enum ending ending_of(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetLastInstruction(block); i; i = LLVMGetPreviousInstruction(i)) {
    if (clgroup_is_barrier(i))
      return ENDS;
    if (LLVMIsACallInst(i) && may_query(i))
      return QUERIES;
  }
  return PASSES;
}

/* May an id be known at the loop's end, because it is queried between a barrier and the latch? Marks blocks in
 * `seen`. */
static bool knows_id(struct clgroup_flow *flow, size_t latch) {
  bool found = false;
  for (size_t b = 0; b < flow->count; ++b)
    flow->stops[b] = ending_of(flow->blocks[b]) != PASSES;
  flow->list[0] = latch;
  const size_t count = clgroup_flow_spread(flow, 1, true, flow->stops, flow->seen);
  for (size_t i = 0; i < count; ++i)
    found |= ending_of(flow->blocks[flow->list[i]]) == QUERIES;
  memset(flow->stops, 0, flow->count * sizeof *flow->stops);
  return found;
}

/* The block that branches to this preheader or around its loop; flow->count if there is none. */
static size_t find_guard(const struct clgroup_flow *flow, size_t preheader) {
  size_t at = preheader;
  do {
    const size_t edge = clgroup_flow_only_edge(flow, at, NULL);
    if (edge == flow->edge_count)
      return flow->count;
    at = flow->edges[edge].from;
  } while (clgroup_flow_successors(flow, at) == 1);
  return at;
}

/* Is the loop of this preheader and latch in straight-line code, and is the latch its exit? A regular loop has one. */
static bool is_simple(struct clgroup_flow *flow, size_t preheader, size_t latch, const size_t *guards) {
  return clgroup_flow_successors(flow, latch) > 1 && guards[preheader] == flow->count &&
         clgroup_flow_passed_once(flow, flow->blocks[preheader]);
}

/* Marks in `ends` the loop's preheader, the block where control leaves the loop in front of its latch, and the latch if
 * an id may be known there. Notes in `guards`, at the preheader, the branch around the loop. `may_spare`: not the
 * preheader of a simple loop at whose latch no id is known. */
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

/* Marks the guards in `ends`, except the latch of a loop in front: work-items may leave that loop in different
 * turns. */
static void mark_guards(struct clgroup_flow *flow, bool *ends, size_t *guards) {
  for (size_t i = 0; i < flow->back_count; ++i) {
    (void)clgroup_flow_loop(flow, &flow->back[i], flow->seen);
    for (size_t b = 0; b < flow->count; ++b)
      if (guards[b] != flow->count && flow->seen[guards[b]] && !flow->seen[b])
        guards[b] = flow->count;
  }
  for (size_t b = 0; b < flow->count; ++b)
    if (guards[b] != flow->count)
      ends[guards[b]] = true;
}

static void add_barriers(LLVMModuleRef module, LLVMValueRef kernel, bool for_spirv) {
  struct clgroup_flow flow;
  clgroup_flow_read(&flow, kernel);
  bool *ends = clgroup_allocate(flow.count, sizeof *ends); /* does the block get a barrier? */
  size_t *guards = clgroup_allocate(flow.count, sizeof *guards);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  const bool may_spare = !hide_ids(module, builder, kernel) && !for_spirv;
  sink_ids(builder, kernel);
  for (size_t b = 0; b < flow.count; ++b)
    guards[b] = flow.count;
  for (size_t i = 0; i < flow.back_count; ++i)
    if (mark_loop(&flow, &flow.back[i]))
      mark_ends(&flow, &flow.back[i], may_spare, ends, guards);
  mark_guards(&flow, ends, guards);
  for (size_t b = 0; b < flow.count; ++b)
    if (ends[b]) {
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(flow.blocks[b]));
      clgroup_build_barrier(builder, module, CLGROUP_LOCAL_FENCE);
    }
  LLVMDisposeBuilder(builder);
  free(ends);
  free(guards);
  clgroup_flow_free(&flow);
}

/* After that, when no pass moves ids any more: makes regular loops fit PoCL 3.1 (loop-barriers.c). */
bool lower_add_loop_barriers(LLVMModuleRef module, const struct facts *facts) {
  if (!lower_first(module, LOWER_LOOPED))
    return false;
  lower_run_on(module, LOWER_LOOPED, "function(loop-simplify)", true);
  for (LLVMValueRef f = lower_first(module, LOWER_LOOPED); f; f = lower_next(f, LOWER_LOOPED))
    add_barriers(module, f, facts->options->for_spirv);
  return true;
}
