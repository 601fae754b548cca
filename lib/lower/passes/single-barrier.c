/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rewrites kernels with barriers in branches and loops so that they have one barrier.
 *
 * Splits the kernel's blocks at its barriers, so that each barrier begins a block with a single predecessor, and
 * copies values that depend only on ids and arguments to their uses. Then run LLVM's reg2mem, so that all other values
 * that are live across blocks are in memory.
 *
 * Gives such a kernel a single barrier, in a loop around all of the code between the barriers that it had:
 *
 *   section 0; state = 1
 *   for (;;) {
 *     barrier
 *     if (state == 0) return
 *     switch (state) { case 1: section 1; state = 2; break ... }
 *   }
 *
 * A section is the code from one barrier to the next, or to the kernel's end, which sets state 0. OpenCL C requires
 * all work-items of a work-group to reach the same barrier, so they agree on the state. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

#include <string.h>

#include <llvm-c/DebugInfo.h>

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
  LLVMValueRef clone = LLVMInstructionClone(value);
  const int operands = LLVMIsACallInst(value) ? 0 : LLVMGetNumOperands(value);
  for (int i = 0; i < operands; ++i)
    LLVMSetOperand(clone, (unsigned)i, copy(builder, LLVMGetOperand(value, (unsigned)i)));
  LLVMInsertIntoBuilder(builder, clone);
  return clone;
}

/* Gives one user copies of the value before it or, if it is a phi, at the ends of the incoming blocks. */
static void copy_to_user(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef user) {
  const bool is_phi = LLVMIsAPHINode(user);
  LLVMValueRef copied = NULL;
  for (int i = 0; i < LLVMGetNumOperands(user); ++i) {
    if (LLVMGetOperand(user, (unsigned)i) != value)
      continue;
    if (is_phi) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(user, (unsigned)i);
      if (from == LLVMGetInstructionParent(value))
        continue;
      copied = NULL;
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(from));
    } else
      LLVMPositionBuilderBefore(builder, user);
    if (!copied)
      copied = copy(builder, value);
    clgroup_set_operand(user, (unsigned)i, copied);
  }
}

/* Does it use the value in another block? A phi uses a value at the end of the incoming block. */
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

/* Adds an opaque zero to the conditions of the kernel's switches. If LLVM knows all possible values, it makes the
 * default an unreachable block, which PoCL 3 and 6 take for the place of another barrier. */
static void hide_ranges(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsASwitchInst(end))
      continue;
    LLVMPositionBuilderBefore(builder, end);
    LLVMSetOperand(end, 0, clgroup_build_opaque_sum(module, builder, LLVMGetOperand(end, 0)));
  }
}

static void split_at_barriers(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef i = clgroup_first_instruction(kernel), next; i; i = next) {
    next = clgroup_next_instruction(i);
    if (lower_begins(clgroup_called_name(i), "llvm.lifetime."))
      LLVMInstructionEraseFromParent(i); /* they would refer to other places than before */
  }
  for (LLVMValueRef i = clgroup_first_instruction(kernel), next; i; i = next) {
    next = clgroup_next_instruction(i);
    if (clgroup_is_barrier(i))
      split_before(builder, i);
  }
  hide_ranges(module, builder, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel), user; i; i = clgroup_next_instruction(i))
    while (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind && price(i, 0) <= MOST_COPIED &&
           (user = user_elsewhere(i)))
      copy_to_user(builder, i, user);
  LLVMDisposeBuilder(builder);
}

/* ---- loops ---- */

/* Does the block begin with a barrier? After split_at_barriers() each barrier begins a block. */
static bool has_barrier(const struct clgroup_flow *flow, size_t block) {
  return clgroup_is_barrier(LLVMGetFirstInstruction(flow->blocks[block]));
}

/* Does the loop of this back edge have both a barrier and a path from its head around that barrier? */
static bool has_path_around(struct clgroup_flow *flow, const struct clgroup_edge *back) {
  bool found_barrier = false;
  size_t count = clgroup_flow_loop(flow, back, flow->seen);
  for (size_t i = 0; i < count; ++i)
    found_barrier |= has_barrier(flow, flow->list[i]);
  if (!found_barrier || has_barrier(flow, back->from))
    return false;
  for (size_t b = 0; b < flow->count; ++b)
    flow->stops[b] = b == back->to || has_barrier(flow, b);
  flow->list[0] = back->from;
  clgroup_flow_spread(flow, 1, true, flow->stops, flow->seen);
  memset(flow->stops, 0, flow->count * sizeof *flow->stops);
  return flow->seen[back->to] && !has_barrier(flow, back->to);
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

static void sections_read(struct sections *sections, LLVMValueRef kernel) {
  *sections = (struct sections){0};
  struct clgroup_flow *flow = &sections->flow;
  clgroup_flow_read(flow, kernel);
  struct blocks *const lists[] = {&sections->barriers, &sections->heads, &sections->returns};
  for (unsigned i = 0; i < 3; ++i)
    lists[i]->items = clgroup_allocate(flow->count, sizeof *lists[i]->items);
  sections->cut = clgroup_allocate(flow->back_count, sizeof *sections->cut);
  for (size_t i = 0; i < flow->count; ++i) {
    if (has_barrier(flow, i))
      add(&sections->barriers, flow->blocks[i]);
    if (!clgroup_flow_successors(flow, i))
      add(&sections->returns, flow->blocks[i]);
  }
  for (size_t i = 0; i < flow->back_count; ++i)
    if (has_path_around(flow, &flow->back[i])) {
      sections->cut[sections->cut_count++] = flow->back[i];
      add(&sections->heads, flow->blocks[flow->back[i].to]);
    }
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

/* Variables begin as zeros, and numbers as zeros that LLVM does not know before PoCL has made its loops. A section is
 * never run if PoCL's LLVM comes to know one of the kernel's conditions. What is undefined in all of it may become an
 * endless loop, and with that PoCL 6.0 takes the single barrier for one in a branch, and runs the first work-item
 * twice. */
static void begin_variables(LLVMBuilderRef builder, LLVMModuleRef module, LLVMBasicBlockRef entry) {
  LLVMValueRef none = LLVMConstNull(LLVMInt32TypeInContext(LLVMGetModuleContext(module)));
  LLVMValueRef number = clgroup_build_opaque_sum(module, builder, none);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); LLVMIsAAllocaInst(i); i = LLVMGetNextInstruction(i)) {
    LLVMTypeRef type = LLVMGetAllocatedType(i);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    LLVMValueRef zero = LLVMConstNull(type);
    if (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind)
      continue; /* the program's own */
    if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1)
      zero = LLVMBuildICmp(builder, LLVMIntNE, number, none, "");
    else if (kind == LLVMIntegerTypeKind)
      zero = LLVMBuildIntCast2(builder, number, type, false, "");
    else if (kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind)
      zero = LLVMBuildUIToFP(builder, number, type, "");
    LLVMBuildStore(builder, zero, i);
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
static void build_loop(struct loop *loop, LLVMValueRef any_barrier) {
  LLVMBuilderRef builder = loop->builder;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(loop->context);
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(loop->kernel);
  LLVMBasicBlockRef entry = LLVMInsertBasicBlockInContext(loop->context, first, "");
  LLVMBasicBlockRef end = new_block(loop);
  loop->head = new_block(loop);
  loop->latch = new_block(loop);

  move_variables(builder, first, entry);
  LLVMPositionBuilderAtEnd(builder, entry);
  /* A call without a location is not valid in a kernel that has debug information. */
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(any_barrier));
  begin_variables(builder, LLVMGetGlobalParent(loop->kernel), entry);
  loop->state = LLVMBuildAlloca(builder, i32, "");
  loop->done = LLVMBuildAlloca(builder, i32, "");
  go_to(loop, loop->head, 0, false);

  LLVMPositionBuilderAtEnd(builder, loop->latch);
  clgroup_build_barrier(builder, LLVMGetGlobalParent(loop->kernel), CLGROUP_LOCAL_FENCE | CLGROUP_GLOBAL_FENCE);
  LLVMSetCurrentDebugLocation2(builder, NULL);
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
  build_loop(loop, LLVMGetFirstInstruction(barriers->items[0]));

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

static void make_single_barrier(LLVMModuleRef module, LLVMValueRef kernel) {
  struct sections sections;
  sections_read(&sections, kernel);
  if (sections.barriers.count) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct loop loop = {.context = context, .builder = LLVMCreateBuilderInContext(context), .kernel = kernel};
    rewrite(&loop, &sections);
    LLVMDisposeBuilder(loop.builder);
  }
  sections_free(&sections);
}

/* Gives kernels whose barriers are neither in straight-line code nor in regular loops (regular.c) a single one
 * (single-barrier.c). */
bool lower_make_single_barriers(LLVMModuleRef module) {
  bool changed = false;
  for (LLVMValueRef f = lower_first(module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE)) {
    changed = true;
    if (clgroup_is_regular(f, true)) {
      lower_unmark(f, LOWER_SINGLE);
      lower_mark(f, LOWER_LOOPED);
    }
  }
  if (!lower_first(module, LOWER_SINGLE))
    return changed;
  lower_legalize(module);
  for (LLVMValueRef f = lower_first(module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE)) {
    split_at_barriers(module, f);
    clgroup_hoist_variables(f);
  }
  lower_run_on(module, LOWER_SINGLE, "function(reg2mem)", true);
  for (LLVMValueRef f = lower_first(module, LOWER_SINGLE); f; f = lower_next(f, LOWER_SINGLE)) {
    clgroup_share_variables(f);
    make_single_barrier(module, f);
  }
  lower_run_on(module, LOWER_SINGLE, "function(mem2reg,simplifycfg,dce)", true);
  return true;
}
