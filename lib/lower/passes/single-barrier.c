#include "lower/passes/single-barrier.h"

#include "lower/ir/addresses.h"
#include "lower/ir/flow.h"
#include "lower/ir/calls.h"
#include "lower/ir/work-item.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

/* Limits for what is rematerialized for each use: the number of instructions, and their nesting depth. */
enum { MOST_COPIED = 12, DEEPEST = 6 };

/* ---- splitting ---- */

static void replace_successor(LLVMValueRef function, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned s = 0; end && s < LLVMGetNumSuccessors(end); ++s)
      if (LLVMGetSuccessor(end, s) == from)
        LLVMSetSuccessor(end, s, to);
  }
}

/* Moves the instructions before this one to a new block before its block. */
static void split_before(LLVMBuilderRef builder, LLVMValueRef instruction) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(instruction);
  LLVMValueRef function = LLVMGetBasicBlockParent(block);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMBasicBlockRef front = LLVMInsertBasicBlockInContext(context, block, "");
  replace_successor(function, block, front);
  LLVMPositionBuilderAtEnd(builder, front);
  for (LLVMValueRef i; (i = LLVMGetFirstInstruction(block)) != instruction;) {
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(builder, i);
  }
  LLVMBuildBr(builder, block);
}

/* The number of instructions that compute a value from ids, arguments and constants; more than MOST_COPIED if it
 * depends on anything else. */
static unsigned price(LLVMValueRef value, unsigned depth) {
  if (!LLVMIsAInstruction(value))
    return 0;
  if (LLVMIsACallInst(value))
    return clgroup_query_of(value) != CLGROUP_NO_QUERY ? 1 : MOST_COPIED + 1;
  if (depth == DEEPEST || !clgroup_is_cheap(LLVMGetInstructionOpcode(value)))
    return MOST_COPIED + 1;
  unsigned sum = 1;
  for (int i = 0; i < LLVMGetNumOperands(value) && sum <= MOST_COPIED; ++i)
    sum += price(LLVMGetOperand(value, (unsigned)i), depth + 1);
  return sum;
}

/* A copy of the value at the builder's position. */
static LLVMValueRef copy(LLVMBuilderRef builder, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value))
    return value;
  LLVMValueRef its = LLVMInstructionClone(value);
  const int operands = LLVMIsACallInst(value) ? 0 : LLVMGetNumOperands(value);
  for (int i = 0; i < operands; ++i)
    LLVMSetOperand(its, (unsigned)i, copy(builder, LLVMGetOperand(value, (unsigned)i)));
  LLVMInsertIntoBuilder(builder, its);
  return its;
}

/* Gives one user copies of the value before it or, if it is a phi, at the ends of the incoming blocks. */
static void copy_to_user(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef user) {
  const bool is_phi = LLVMIsAPHINode(user);
  LLVMValueRef its = NULL;
  for (int i = 0; i < LLVMGetNumOperands(user); ++i) {
    if (LLVMGetOperand(user, (unsigned)i) != value)
      continue;
    if (is_phi) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, (unsigned)i);
      if (from == LLVMGetInstructionParent(value))
        continue;
      its = NULL;
      for (int earlier = 0; earlier < i; ++earlier) /* two edges from one block bring one value */
        if (LLVMGetIncomingBlock(user, (unsigned)earlier) == from)
          its = LLVMGetOperand(user, (unsigned)earlier);
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
    } else
      LLVMPositionBuilderBefore(builder, user);
    if (!its)
      its = copy(builder, value);
    LLVMSetOperand(user, (unsigned)i, its);
  }
}

/* Does it use the value in another block? A phi uses it at the ends of its incoming blocks. */
static bool uses_elsewhere(LLVMValueRef user, LLVMValueRef value) {
  LLVMBasicBlockRef own = LLVMGetInstructionParent(value);
  if (!LLVMIsAPHINode(user))
    return LLVMGetInstructionParent(user) != own;
  for (unsigned i = 0; i < LLVMCountIncoming(user); ++i)
    if (LLVMGetIncomingValue(user, i) == value && LLVMGetIncomingBlock(user, i) != own)
      return true;
  return false;
}

static LLVMValueRef user_elsewhere(LLVMValueRef value) {
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    if (LLVMIsAInstruction(LLVMGetUser(use)) && uses_elsewhere(LLVMGetUser(use), value))
      return LLVMGetUser(use);
  return NULL;
}

/* Adds an opaque zero to the conditions of the kernel's switches: if LLVM knows all possible values, it makes the
 * default an unreachable block, which PoCL 3 and 6 take for the place of another barrier. */
static void hide_ranges(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef size = LLVMIntTypeInContext(context, clgroup_address_bits(module));
  LLVMTypeRef i32 = LLVMInt32TypeInContext(context);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b), dimension = LLVMConstInt(i32, 0, 0);
    if (!LLVMIsASwitchInst(end))
      continue;
    LLVMPositionBuilderBefore(builder, end);
    LLVMValueRef value = LLVMGetOperand(end, 0),
                 zero = clgroup_build_call(builder, module, CLGROUP_LOCAL_SIZE, size, &dimension, 1);
    zero = LLVMBuildLShr(builder, zero, LLVMConstInt(size, 20, 0), "");
    zero = LLVMBuildIntCast2(builder, zero, LLVMTypeOf(value), false, "");
    LLVMSetOperand(end, 0, LLVMBuildAdd(builder, value, zero, ""));
  }
}

bool clgroup_split_at_barriers(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef i = clgroup_first(kernel), next; i; i = next) {
    next = clgroup_next(i);
    if (!strncmp(clgroup_called_name(i), "llvm.lifetime.", sizeof "llvm.lifetime." - 1))
      LLVMInstructionEraseFromParent(i); /* they would refer to other places than before */
  }
  for (LLVMValueRef i = clgroup_first(kernel), next; i; i = next) {
    next = clgroup_next(i);
    if (!clgroup_is_barrier(i))
      continue;
    if (!LLVMIsAConstantInt(LLVMGetOperand(i, 0))) /* nothing may be computed between a block's start and its barrier */
      LLVMSetOperand(i, 0, LLVMConstInt(LLVMTypeOf(LLVMGetOperand(i, 0)), 3, 0)); /* local and global */
    split_before(builder, i);
  }
  hide_ranges(module, builder, kernel);
  for (LLVMValueRef i = clgroup_first(kernel), user; i; i = clgroup_next(i))
    while (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind && price(i, 0) <= MOST_COPIED &&
           (user = user_elsewhere(i)))
      copy_to_user(builder, i, user);
  LLVMDisposeBuilder(builder);
  return true;
}

/* ---- loops ---- */

/* Does the block begin with a barrier? After clgroup_split_at_barriers() each barrier begins a block. */
static bool has_barrier(const struct clgroup_flow *flow, size_t block) {
  return clgroup_is_barrier(LLVMGetFirstInstruction(flow->blocks[block]));
}

/* Marks the blocks of the loop to whose head the back edge goes; with `around`, only those on a path from the head
 * without a barrier. Returns whether the loop has a barrier or, with `around`, whether there is such a path around the
 * loop. */
static bool walk_loop(const struct clgroup_flow *flow, const struct clgroup_edge *back, bool around, size_t *found) {
  size_t count = 0;
  bool found_barrier = has_barrier(flow, back->to);
  if (around && (found_barrier || has_barrier(flow, back->from)))
    return false;
  found[count++] = back->from;
  if (back->from == back->to)
    return around || found_barrier;
  for (size_t i = 0; i < count; ++i) {
    found_barrier = found_barrier || has_barrier(flow, found[i]);
    for (size_t e = 0; e < flow->edge_count; ++e) {
      const size_t from = flow->edges[e].from;
      if (flow->edges[e].to != found[i] || (around && has_barrier(flow, from)))
        continue;
      if (from == back->to) {
        if (around)
          return true;
        continue;
      }
      size_t known = 0;
      while (known < count && found[known] != from)
        ++known;
      if (known == count)
        found[count++] = from;
    }
  }
  return !around && found_barrier;
}

/* ---- one barrier ---- */

/* The state of a kernel's rewriting. A section begins at a barrier, or at the head of a loop that has barriers and a
 * path around it without one: such a loop would have two entries, its head and the place after its barrier, and PoCL's
 * compiler crashes on loops with two entries. So that path passes the single barrier too. */
struct blocks {
  LLVMBasicBlockRef *items; /* with room for all of the kernel's */
  size_t count;
};

static void add(struct blocks *blocks, LLVMBasicBlockRef block) {
  for (size_t i = 0; i < blocks->count; ++i)
    if (blocks->items[i] == block)
      return;
  blocks->items[blocks->count++] = block;
}

struct sections {
  struct blocks barriers, heads;
  struct blocks returns;    /* and unreachable blocks, which PoCL 3 and 6 take for places of other barriers */
  struct clgroup_edge *cut; /* edges back to the heads */
  size_t cut_count;
  struct clgroup_flow flow;
};

static void sections_free(struct sections *sections) {
  free(sections->barriers.items);
  free(sections->heads.items);
  free(sections->returns.items);
  free(sections->cut);
  clgroup_flow_free(&sections->flow);
}

static bool sections_read(struct sections *sections, LLVMValueRef kernel) {
  *sections = (struct sections){0};
  struct clgroup_flow *flow = &sections->flow;
  if (!clgroup_flow_read(flow, kernel))
    return false;
  struct blocks *const lists[] = {&sections->barriers, &sections->heads, &sections->returns};
  size_t *found = malloc(flow->count * sizeof *found), back_count = 0;
  sections->cut = malloc((flow->edge_count + 1) * sizeof *sections->cut);
  bool ok = found && sections->cut;
  for (unsigned i = 0; i < 3; ++i)
    ok = (lists[i]->items = malloc(flow->count * sizeof *lists[i]->items)) && ok;
  for (size_t i = 0; ok && i < flow->count; ++i) {
    if (has_barrier(flow, i))
      add(&sections->barriers, flow->blocks[i]);
    if (!LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(flow->blocks[i])))
      add(&sections->returns, flow->blocks[i]);
  }
  ok = ok && clgroup_flow_back_edges(flow, sections->cut, &back_count);
  for (size_t i = 0; ok && i < back_count; ++i) {
    const struct clgroup_edge edge = sections->cut[i];
    if (!walk_loop(flow, &edge, false, found) || !walk_loop(flow, &edge, true, found))
      continue;
    sections->cut[sections->cut_count++] = edge;
    add(&sections->heads, flow->blocks[edge.to]);
  }
  free(found);
  return ok;
}

static unsigned long long scope_of(LLVMValueRef barrier) {
  LLVMValueRef scope = LLVMGetNumArgOperands(barrier) > 1 ? LLVMGetOperand(barrier, 1) : NULL;
  return scope && LLVMIsAConstantInt(scope) ? LLVMConstIntGetZExtValue(scope) : 1; /* memory_scope_work_group */
}

/* A barrier with the fences of all barriers at the blocks' starts. */
static LLVMValueRef widest_barrier(const struct blocks *barriers) {
  LLVMValueRef widest = LLVMGetFirstInstruction(barriers->items[0]);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(widest, 0));
  unsigned long long flags = 0;
  for (size_t i = 0; i < barriers->count; ++i) {
    LLVMValueRef barrier = LLVMGetFirstInstruction(barriers->items[i]), its = LLVMGetOperand(barrier, 0);
    flags |= LLVMConstIntGetZExtValue(its);
    if (scope_of(barrier) > scope_of(widest))
      widest = barrier;
  }
  LLVMValueRef barrier = LLVMInstructionClone(widest);
  LLVMSetOperand(barrier, 0, LLVMConstInt(type, flags, 0));
  return barrier;
}

static void move_variables(LLVMBuilderRef builder, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMPositionBuilderAtEnd(builder, to);
  for (LLVMValueRef i = LLVMGetFirstInstruction(from), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (LLVMIsAAllocaInst(i)) {
      LLVMInstructionRemoveFromParent(i);
      LLVMInsertIntoBuilder(builder, i);
    }
  }
}

/* The loop that is being built. */
struct loop {
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMValueRef kernel, state, done;
  LLVMBasicBlockRef head, latch;
};

static LLVMBasicBlockRef new_block(const struct loop *loop) {
  return LLVMAppendBasicBlockInContext(loop->context, loop->kernel, "");
}

/* Ends the builder's block with a branch to `to` in this state. */
static void go_to(const struct loop *loop, LLVMBasicBlockRef to, size_t state, bool is_done) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(loop->context);
  LLVMBuildStore(loop->builder, LLVMConstInt(i32, state, 0), loop->state);
  LLVMBuildStore(loop->builder, LLVMConstInt(i32, is_done, 0), loop->done);
  LLVMBuildBr(loop->builder, to);
}

/* A block that ends a section and sets the next state. */
static LLVMBasicBlockRef leave(const struct loop *loop, size_t state) {
  LLVMBasicBlockRef block = new_block(loop);
  LLVMPositionBuilderAtEnd(loop->builder, block);
  go_to(loop, loop->latch, state, false);
  return block;
}

/* Builds the entry block, which keeps the variables, and the loop's head and latch; the head has no terminator yet. The
 * barrier is in the latch: otherwise LLVM would fold the latch into the sections and make two nested loops. `done` is
 * not one of the states, or LLVM would merge the latch's branch with the head's switch. */
static void build_loop(struct loop *loop, LLVMValueRef barrier) {
  LLVMBuilderRef builder = loop->builder;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(loop->context);
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(loop->kernel);
  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(loop->context, first, "");
  LLVMBasicBlockRef end = new_block(loop);
  loop->head = new_block(loop);
  loop->latch = new_block(loop);

  move_variables(builder, first, entry);
  LLVMPositionBuilderAtEnd(builder, entry);
  loop->state = LLVMBuildAlloca(builder, i32, "");
  loop->done = LLVMBuildAlloca(builder, i32, "");
  go_to(loop, loop->head, 0, false);

  LLVMPositionBuilderAtEnd(builder, loop->latch);
  LLVMInsertIntoBuilder(builder, barrier);
  LLVMValueRef done = LLVMBuildLoad2(builder, i32, loop->done, "");
  LLVMValueRef is_done = LLVMBuildICmp(builder, LLVMIntNE, done, LLVMConstInt(i32, 0, 0), "");
  LLVMBuildCondBr(builder, is_done, end, loop->head);
  LLVMPositionBuilderAtEnd(builder, end);
  LLVMBuildRetVoid(builder);
}

static void rewrite(struct loop *loop, const struct sections *sections) {
  const struct blocks *barriers = &sections->barriers, *heads = &sections->heads;
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(loop->kernel);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(loop->context);
  build_loop(loop, widest_barrier(barriers));

  for (size_t i = 0; i < sections->cut_count; ++i) {
    const struct clgroup_edge *edge = &sections->cut[i];
    size_t head = 0;
    while (heads->items[head] != sections->flow.blocks[edge->to])
      ++head;
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(sections->flow.blocks[edge->from]), edge->successor,
                     leave(loop, barriers->count + head + 1));
  }
  for (size_t i = 0; i < barriers->count; ++i) {
    LLVMInstructionEraseFromParent(LLVMGetFirstInstruction(barriers->items[i]));
    replace_successor(loop->kernel, barriers->items[i], leave(loop, i + 1));
  }
  for (size_t i = 0; i < sections->returns.count; ++i) {
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(sections->returns.items[i]));
    LLVMPositionBuilderAtEnd(loop->builder, sections->returns.items[i]);
    go_to(loop, loop->latch, 0, true);
  }
  const size_t count = barriers->count + heads->count;
  LLVMPositionBuilderAtEnd(loop->builder, loop->head);
  LLVMValueRef next = LLVMBuildLoad2(loop->builder, i32, loop->state, "");
  LLVMValueRef dispatch = LLVMBuildSwitch(loop->builder, next, first, (unsigned)count);
  for (size_t i = 0; i < count; ++i)
    LLVMAddCase(dispatch, LLVMConstInt(i32, i + 1, 0),
                i < barriers->count ? barriers->items[i] : heads->items[i - barriers->count]);
}

bool clgroup_make_single_barrier(LLVMModuleRef module, LLVMValueRef kernel) {
  struct sections sections;
  const bool ok = sections_read(&sections, kernel);
  if (ok && sections.barriers.count) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct loop loop = {.context = context, .builder = LLVMCreateBuilderInContext(context), .kernel = kernel};
    rewrite(&loop, &sections);
    LLVMDisposeBuilder(loop.builder);
  }
  sections_free(&sections);
  return ok;
}
