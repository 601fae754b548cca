/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads that a compiler may repeat at each use of their result.
 *
 * Is the loaded value, and is all that is or may be computed of it, used only before the next barrier, and before the
 * work-item's next store to such memory? Then the memory cannot have changed, and PoCL may load it again. What may be
 * computed of it:
 *   - results of instructions and of pure functions that it is an operand of
 *   - values of phis where the paths of a branch on it meet: LLVM makes selects of those
 *   - what is loaded after it was stored, before the next barrier
 * Says no where it cannot tell. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

#include <string.h>

enum { MOST_VALUES = 32 };

struct lifetime {
  const struct clgroup_flow *flow;
  unsigned space;                   /* of the memory that is loaded */
  LLVMValueRef values[MOST_VALUES]; /* the result of the load, and values that may be computed from it */
  size_t count;
  unsigned char *state; /* for each block's start, as mark() left it */
  size_t *list;
};

/* How control reaches a block's start from an instruction: past something that ends an interval, past nothing of that
 * kind, or in both ways. */
enum { CLEAN = 1, ENDED = 2 };

/* What ends an interval: a barrier and anything that may contain one or may write to the loaded memory; or only
 * barriers. */
enum end { AT_STORES, AT_BARRIERS };

static unsigned address_space(LLVMValueRef pointer) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
}

/* Is it a request or an index function (lowering.h)? These have no barrier. */
static bool is_own(LLVMValueRef call) {
  return lower_begins(clgroup_called_name(call), "__clgroup_");
}

static bool is_shared(unsigned space) {
  return space == GLOBAL_SPACE || space == LOCAL_SPACE;
}

/* May a pointer to that space point to the loaded memory? */
static bool may_overlap(const struct lifetime *l, unsigned space) {
  return space == l->space || l->space == GENERIC_SPACE || !is_shared(space);
}

static bool ends(const struct lifetime *l, LLVMValueRef i, enum end end) {
  if (LLVMIsAStoreInst(i))
    return end == AT_STORES && may_overlap(l, address_space(LLVMGetOperand(i, 1)));
  if (LLVMIsACallInst(i))
    return clgroup_call_accesses(i, false) && !is_own(i); /* what accesses none has no barrier */
  return LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i);
}

/* Does an interval end among the instructions from `i` up to, but not including, `last`, or up to the block's end? */
static bool ends_between(const struct lifetime *l, LLVMValueRef i, LLVMValueRef last, enum end end) {
  for (; i && i != last; i = LLVMGetNextInstruction(i))
    if (ends(l, i, end))
      return true;
  return false;
}

static void enter(struct lifetime *l, size_t block, unsigned char how, size_t *count) {
  if (l->state[block] & how)
    return;
  l->state[block] |= how;
  l->list[(*count)++] = block;
}

static LLVMValueRef after(LLVMValueRef i) {
  return LLVMIsAPHINode(i) ? LLVMGetFirstInstruction(LLVMGetInstructionParent(i)) : LLVMGetNextInstruction(i);
}

/* Finds how control reaches each block from behind `from`, on paths that do not pass `from` again. */
static void mark(struct lifetime *l, LLVMValueRef from, enum end end) {
  const struct clgroup_flow *flow = l->flow;
  const size_t own = clgroup_flow_number(flow, LLVMGetInstructionParent(from));
  size_t count = 0;
  memset(l->state, 0, flow->count);
  const unsigned char first = ends_between(l, after(from), NULL, end) ? ENDED : CLEAN;
  for (size_t e = flow->first[own]; e < flow->first[own + 1]; ++e)
    enter(l, flow->edges[e].to, first, &count);
  while (count) {
    const size_t block = l->list[--count];
    if (block == own)
      continue;
    unsigned char out = l->state[block];
    if (out & CLEAN && ends_between(l, LLVMGetFirstInstruction(flow->blocks[block]), NULL, end))
      out = ENDED;
    for (size_t e = flow->first[block]; e < flow->first[block + 1]; ++e) {
      if (out & CLEAN)
        enter(l, flow->edges[e].to, CLEAN, &count);
      if (out & ENDED)
        enter(l, flow->edges[e].to, ENDED, &count);
    }
  }
}

/* How control reaches `to` from behind `from`, for which mark() was called. */
static unsigned char reaches(const struct lifetime *l, LLVMValueRef from, LLVMValueRef to, enum end end) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(to);
  if (block == LLVMGetInstructionParent(from)) {
    LLVMValueRef i = after(from);
    while (i && i != to)
      i = LLVMGetNextInstruction(i);
    if (i)
      return ends_between(l, after(from), to, end) ? ENDED : CLEAN;
  }
  const unsigned char state = l->state[clgroup_flow_number(l->flow, block)];
  return state & CLEAN && ends_between(l, LLVMGetFirstInstruction(block), to, end) ? ENDED : state;
}

static bool add(struct lifetime *l, LLVMValueRef value) {
  for (size_t i = 0; i < l->count; ++i)
    if (l->values[i] == value)
      return true;
  if (l->count == MOST_VALUES)
    return false;
  l->values[l->count++] = value;
  return true;
}

/* Adds the phis at which paths meet that part at this branch or switch and have no barrier. */
static bool add_joins(struct lifetime *l, LLVMValueRef branch) {
  mark(l, branch, AT_BARRIERS);
  for (size_t b = 0; b < l->flow->count; ++b) {
    unsigned paths = 0;
    LLVMValueRef phi = LLVMGetFirstInstruction(l->flow->blocks[b]);
    if (!LLVMIsAPHINode(phi))
      continue;
    for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k));
      paths += end == branch || reaches(l, branch, end, AT_BARRIERS) & CLEAN;
    }
    for (; paths > 1 && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
      if (!add(l, phi))
        return false;
  }
  return true;
}

/* Adds the values that are loaded behind this store of a value, in the same interval. */
static bool add_loads(struct lifetime *l, LLVMValueRef store) {
  const unsigned space = address_space(LLVMGetOperand(store, 1));
  if (!is_shared(space))
    return false;
  mark(l, store, AT_BARRIERS);
  for (size_t b = 0; b < l->flow->count; ++b) {
    bool is_clean = l->state[b] & CLEAN;
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->flow->blocks[b]); i; i = LLVMGetNextInstruction(i)) {
      is_clean = i == store || (is_clean && !ends(l, i, AT_BARRIERS));
      if (!is_clean || !LLVMIsALoadInst(i))
        continue;
      const unsigned other = address_space(LLVMGetOperand(i, 0));
      if (other == CONSTANT_SPACE || (is_shared(other) && other != space))
        continue;
      /* The store may be to the memory that the first load read. */
      if (may_overlap(l, space) || !add(l, i))
        return false;
    }
  }
  return true;
}

/* LLVM may replace either side of an equality by the other where the two are equal. A difference that is compared with
 * 0 counts as an equality. */
static bool is_equality(LLVMValueRef i, LLVMValueRef value) {
  LLVMValueRef other = LLVMGetOperand(i, LLVMGetOperand(i, 0) == value);
  const bool differs = LLVMIsABinaryOperator(value) &&
                       (LLVMGetInstructionOpcode(value) == LLVMXor || LLVMGetInstructionOpcode(value) == LLVMSub);
  if (LLVMIsConstant(other) && !differs)
    return false;
  return LLVMIsAFCmpInst(i) || LLVMGetICmpPredicate(i) == LLVMIntEQ || LLVMGetICmpPredicate(i) == LLVMIntNE;
}

/* Adds the values that may be computed from the value by its user. */
static bool follow(struct lifetime *l, LLVMValueRef value, LLVMValueRef user) {
  if (LLVMIsAStoreInst(user))
    return LLVMGetOperand(user, 0) != value || add_loads(l, user);
  if (LLVMIsABranchInst(user) || LLVMIsASwitchInst(user))
    return add_joins(l, user);
  if (LLVMIsACmpInst(user) && is_equality(user, value))
    return false;
  if (LLVMIsATerminatorInst(user) || ends(l, user, AT_STORES))
    return LLVMIsAReturnInst(user);
  return add(l, user);
}

/* Are all uses in the interval of the value's definition? Adds the values that may be computed from it. */
static bool is_used_in_time(struct lifetime *l, LLVMValueRef value) {
  mark(l, value, AT_STORES);
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user)) {
      if (reaches(l, value, user, AT_STORES) & ENDED)
        return false;
    } else {
      for (unsigned k = 0; k < LLVMCountIncoming(user); ++k) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, k));
        if (LLVMGetIncomingValue(user, k) == value && reaches(l, value, end, AT_STORES) & ENDED)
          return false;
      }
    }
  }
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (!follow(l, value, LLVMGetUser(use)))
      return false;
  return true;
}

LLVMValueRef clgroup_load_pointer(LLVMValueRef i) {
  size_t length;
  if (LLVMIsALoadInst(i))
    return LLVMGetOperand(i, 0);
  return lower_begins(clgroup_called_plain_name(i, &length), "vload") ? LLVMGetOperand(i, 1) : NULL;
}

bool clgroup_may_load_again(const struct clgroup_flow *flow, LLVMValueRef load) {
  struct lifetime l = {.flow = flow,
                       .space = address_space(clgroup_load_pointer(load)),
                       .values = {load},
                       .count = 1,
                       .state = clgroup_allocate(flow->count, 1),
                       .list = clgroup_allocate(2 * flow->count, sizeof *l.list)};
  bool may = true;
  for (size_t i = 0; may && i < l.count; ++i)
    may = is_used_in_time(&l, l.values[i]);
  free(l.state);
  free(l.list);
  return may;
}
