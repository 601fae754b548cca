/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rematerializes work-item ids after barriers.
 *
 * Where a value is live across a barrier and was computed from get_global_id() or get_local_id() by casts, integer
 * arithmetic, selections and address arithmetic alone, its uses after the barrier get a copy that is computed there.
 * This is for drivers that run work-items as loops between barriers (PoCL): they keep what is live across a barrier in
 * memory, an element for each work-item, and no longer see that accesses by it are to neighbouring elements: a scan of
 * out[get_global_id(0)] takes twice as long.
 *
 * Such drivers merge equal queries, so the new query has another form. In bitcode (PoCL 3.1) it is a call of a
 * function that is not inlined. In SPIR-V the local id is truncated to half its bits and extended again: no compiler
 * can know that this changes nothing before it has made the loop; then it can. (PoCL 6 cannot link functions that
 * query ids, and sees through sums with the linear id.) Out of a loop of the kernel a compiler moves that like any
 * other expression. So there, for PoCL, it is the id's remainder by the local size: a division by zero must not happen
 * where the program has none, and nothing says that a barrier returns, so it stays behind the barrier.
 *
 * Kernels that are too large are left as they are. */
#include "lower/passes/passes.h"

#include "lower/ir/addresses.h"
#include "lower/ir/regions.h"
#include "lower/ir/work-item.h"

#include <stdint.h>
#include <string.h>

enum { MOST_BLOCKS = 400, MOST_COPIES = 200, MOST_STEPS = 128 };

/* An id that was rematerialized after a barrier, or at a block's start, and is valid up to the next barrier. */
struct fresh {
  LLVMValueRef function, dimension, place, value;
  unsigned width;
  bool in_loop; /* used in a loop, in SPIR-V */
};

struct rematerializer {
  LLVMModuleRef module;
  bool for_spirv;
  bool in_loops;       /* for uses in loops too */
  unsigned size_width; /* bits of a size_t */
  LLVMBuilderRef builder;
  struct clgroup_regions regions;
  struct fresh fresh[MOST_COPIES];
  unsigned fresh_count;
  LLVMValueRef places[MOST_COPIES]; /* each has a fresh id */
  unsigned place_count;
};

/* The instructions that compute a value. */
enum origin { OTHER, UNIFORM, IDS };

static enum origin origin_of_call(LLVMValueRef call) {
  const enum clgroup_query query = clgroup_query_of(call);
  return query == CLGROUP_ID_QUERY ? IDS : query == CLGROUP_UNIFORM_QUERY ? UNIFORM : OTHER;
}

/* A call, but not of the smaller or larger of two integers, which is arithmetic like a selection. */
static bool is_query(LLVMValueRef value) {
  static const char *const others[] = {"llvm.umin.", "llvm.umax.", "llvm.smin.", "llvm.smax.", NULL};
  return LLVMIsACallInst(value) && !lower_begins_with_one_of(clgroup_called_name(value), others);
}

/* A quotient is kept, if it is uniform: it costs too much to be computed again. `left`: the steps that the search may
 * take. */
static enum origin search_origin(LLVMValueRef value, unsigned *left) {
  if (!LLVMIsAInstruction(value))
    return UNIFORM; /* constants and arguments */
  if (is_query(value))
    return origin_of_call(value);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  const bool divides = opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
  if (!*left || !(divides || opcode == LLVMCall || clgroup_is_cheap(opcode)))
    return OTHER;
  --*left;
  enum origin origin = UNIFORM;
  for (int i = 0; i < LLVMGetNumOperands(value) && origin != OTHER; ++i) {
    enum origin operand = search_origin(LLVMGetOperand(value, (unsigned)i), left);
    origin = operand == OTHER || operand == IDS ? operand : origin;
  }
  return divides && origin == IDS ? OTHER : origin;
}

static enum origin origin_of(LLVMValueRef value) {
  unsigned left = MOST_STEPS;
  return search_origin(value, &left);
}

static bool is_behind_barrier(struct rematerializer *r, LLVMValueRef call) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
  struct clgroup_flow *flow = &r->regions.flow;
  const size_t b = clgroup_flow_number(flow, block);
  bool found = clgroup_barrier_between(block, NULL, call);
  for (size_t x = 0; x < flow->count && !found; ++x)
    found = r->regions.has_barrier[x] && clgroup_flow_reaches(flow, x, b);
  return found;
}

/* Consumers of SPIR-V merge equal queries, even across a barrier. */
static bool any_crosses(struct rematerializer *r, LLVMValueRef value, LLVMValueRef use) {
  if (!LLVMIsAInstruction(value))
    return false;
  if (is_query(value))
    return origin_of_call(value) == IDS &&
           (clgroup_crosses(&r->regions, value, use) || (r->for_spirv && is_behind_barrier(r, value)));
  for (int i = 0; i < LLVMGetNumOperands(value); ++i)
    if (any_crosses(r, LLVMGetOperand(value, (unsigned)i), use))
      return true;
  return false;
}

static LLVMValueRef build_query(struct rematerializer *r, LLVMValueRef function, LLVMValueRef dimension) {
  LLVMValueRef call =
      LLVMBuildCall2(r->builder, LLVMGlobalGetValueType(function), function, &dimension, dimension != NULL, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
  return call;
}

/* The place after which ids that `before` uses are queried: the last barrier before it or, if control flow joins after
 * that barrier, the start of the joining block. So a condition and the code that depends on it use the same id, and no
 * query is inside a branch. */
static LLVMValueRef place_for(struct rematerializer *r, LLVMValueRef before) {
  const struct clgroup_flow *flow = &r->regions.flow;
  size_t block = clgroup_flow_number(flow, LLVMGetInstructionParent(before));
  for (unsigned steps = 0; steps < flow->count; ++steps) {
    LLVMValueRef i = before ? LLVMGetPreviousInstruction(before) : LLVMGetLastInstruction(flow->blocks[block]);
    while (i && !clgroup_is_barrier(i))
      i = LLVMGetPreviousInstruction(i);
    const size_t edge = clgroup_flow_only_edge(flow, block, NULL);
    if (i || edge == flow->edge_count)
      return i ? i : LLVMBasicBlockAsValue(flow->blocks[block]);
    block = flow->edges[edge].from;
    before = NULL; /* the whole block comes before */
  }
  return LLVMBasicBlockAsValue(flow->blocks[block]); /* an unreachable cycle */
}

static LLVMValueRef first_behind(LLVMValueRef place) {
  if (!LLVMValueIsBasicBlock(place))
    return LLVMGetNextInstruction(place);
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMValueAsBasicBlock(place));
  while (LLVMIsAPHINode(i))
    i = LLVMGetNextInstruction(i);
  return i;
}

/* Is it a counter, or a choice of constants and ids? Other values may be undefined, and a program must not divide by
 * such. */
static bool is_defined_phi(LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, i);
    const bool counts = LLVMIsAInstruction(value) && LLVMGetInstructionOpcode(value) == LLVMAdd &&
                        LLVMGetOperand(value, 0) == phi && LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    if (!counts && !LLVMIsAConstantInt(value) && origin_of(value) != IDS)
      return false;
  }
  return LLVMGetTypeKind(LLVMTypeOf(phi)) == LLVMIntegerTypeKind;
}

/* The divisor in a loop: a multiple of the size, so that those after different barriers differ. At a loop's head, where
 * no barrier keeps PoCL from moving the remainder out of the loop, a value of the turn does, of which no bit counts. */
static LLVMValueRef build_divisor(struct rematerializer *r, LLVMTypeRef size, LLVMValueRef dimension,
                                  LLVMValueRef place, unsigned multiple) {
  LLVMValueRef all = clgroup_build_call(r->builder, r->module, CLGROUP_LOCAL_SIZE, size, &dimension, 1);
  LLVMValueRef divisor = LLVMBuildShl(r->builder, all, LLVMConstInt(size, multiple, 0), "");
  LLVMValueRef i = LLVMValueIsBasicBlock(place) ? LLVMGetFirstInstruction(LLVMValueAsBasicBlock(place)) : NULL;
  while (i && LLVMIsAPHINode(i) && !is_defined_phi(i))
    i = LLVMGetNextInstruction(i);
  if (!i || !LLVMIsAPHINode(i))
    return divisor;
  LLVMValueRef zero = clgroup_build_opaque_zero(r->module, r->builder);
  LLVMValueRef changing = LLVMBuildIntCast2(r->builder, i, size, false, "");
  return LLVMBuildAdd(r->builder, divisor, LLVMBuildAnd(r->builder, changing, zero, ""), "");
}

/* The local id, computed by a detour: truncated to fewer bits, which are enough for any local id, and extended again.
 * The detours after one barrier are the same; after another barrier they differ, or the two would be merged. The first
 * one is by shifts, as for an int, which Intel's compiler sees through (for other widths it makes wrong code); the
 * others are by masks, as are those of ints, which shifts would leave unchanged. */
static LLVMValueRef build_detour(struct rematerializer *r, LLVMValueRef local, LLVMValueRef dimension,
                                 LLVMValueRef place, bool in_loop, unsigned width) {
  enum { LEAST = 20 }; /* no work-group has 2^20 work-items */
  LLVMTypeRef size = LLVMTypeOf(local);
  unsigned p = 0;
  while (p < r->place_count && r->places[p] != place)
    ++p;
  if (p == r->place_count)
    r->places[r->place_count++] = place;
  if (in_loop)
    return LLVMBuildURem(r->builder, local, build_divisor(r, size, dimension, place, p % 12), "");
  if (width == 64 && p == 0) {
    LLVMValueRef half = LLVMConstInt(size, 32, 0);
    return LLVMBuildAShr(r->builder, LLVMBuildShl(r->builder, local, half, ""), half, "");
  }
  const unsigned most = width == 64 ? 32 : 28, bits = most - p % (most - LEAST + 1);
  return LLVMBuildAnd(r->builder, local, LLVMConstInt(size, (1ull << bits) - 1, 0), "");
}

/* The global id of the work-group's first work-item, of what PoCL knows to be the same in all of them: out of a loop
 * it moves this, and then does not keep an element for each. */
static LLVMValueRef build_start(struct rematerializer *r, LLVMTypeRef size, LLVMValueRef dimension) {
  static const char *const names[] = {"_Z12get_group_idj", CLGROUP_ENQUEUED_LOCAL_SIZE, "_Z17get_global_offsetj"};
  LLVMValueRef parts[3];
  for (size_t i = 0; i < 3; ++i)
    parts[i] = clgroup_build_call(r->builder, r->module, names[i], size, &dimension, 1);
  return LLVMBuildAdd(r->builder, LLVMBuildMul(r->builder, parts[0], parts[1], ""), parts[2], "");
}

/* The id of this dimension behind `place`, of which `width` bits are used. */
static LLVMValueRef fresh_id(struct rematerializer *r, LLVMValueRef id, LLVMValueRef dimension, unsigned width,
                             LLVMValueRef place, bool in_loop) {
  for (unsigned i = 0; i < r->fresh_count; ++i) {
    const struct fresh *f = &r->fresh[i];
    if (f->function == id && f->dimension == dimension && f->width == width && f->place == place &&
        f->in_loop == in_loop)
      return f->value;
  }
  if (r->fresh_count + 2 > MOST_COPIES) /* a global id is computed from a local one */
    return NULL;
  LLVMValueRef value = NULL;
  if (!r->for_spirv) {
    /* A new function for each place: equal calls of one function would be merged again. */
    LLVMValueRef function = clgroup_add_query(r->module, "__clgroup_id_again", lower_name(id), dimension);
    LLVMPositionBuilderBefore(r->builder, first_behind(place));
    value = build_query(r, function, NULL);
  } else if (id == LLVMGetNamedFunction(r->module, CLGROUP_LOCAL_ID)) {
    LLVMPositionBuilderBefore(r->builder, first_behind(place));
    value = build_detour(r, build_query(r, id, dimension), dimension, place, in_loop, width);
  } else {
    LLVMValueRef local_id = LLVMGetNamedFunction(r->module, CLGROUP_LOCAL_ID);
    if (!local_id) {
      local_id = LLVMAddFunction(r->module, CLGROUP_LOCAL_ID, LLVMGlobalGetValueType(id));
      LLVMSetFunctionCallConv(local_id, LLVMGetFunctionCallConv(id));
    }
    LLVMValueRef local = fresh_id(r, local_id, dimension, width, place, in_loop);
    if (!local)
      return NULL;
    LLVMPositionBuilderBefore(r->builder, LLVMGetNextInstruction(local));
    LLVMValueRef start =
        in_loop ? build_start(r, LLVMTypeOf(local), dimension)
                : LLVMBuildSub(r->builder, build_query(r, id, dimension), build_query(r, local_id, dimension), "");
    value = LLVMBuildAdd(r->builder, start, local, "");
  }
  r->fresh[r->fresh_count++] = (struct fresh){id, dimension, place, value, width, in_loop};
  return value;
}

/* The conversion of a size_t to an int or uint and back: a cast, or the form that LLVM makes of two. */
static bool drops_upper_half(LLVMValueRef value) {
  LLVMValueRef by = LLVMGetNumOperands(value) == 2 ? LLVMGetOperand(value, 1) : NULL;
  uint64_t constant = by && LLVMIsAConstantInt(by) ? LLVMConstIntGetZExtValue(by) : 0;
  switch (LLVMIsACallInst(value) ? LLVMCall : LLVMGetInstructionOpcode(value)) {
  case LLVMTrunc:
    return true;
  case LLVMShl:
    return constant >= 32;
  case LLVMAnd:
    return constant && constant <= UINT32_MAX;
  default:
    return false;
  }
}

/* A copy of the instructions that compute the value, before `before`. An int of the program is copied as 32 bits. */
static LLVMValueRef copy(struct rematerializer *r, LLVMValueRef value, unsigned width, LLVMValueRef before) {
  if (origin_of(value) != IDS)
    return value;
  if (drops_upper_half(value))
    width = 32;
  if (is_query(value)) {
    const bool in_loop = r->for_spirv && clgroup_flow_in_loop(&r->regions.flow, LLVMGetInstructionParent(before));
    LLVMValueRef fresh =
        fresh_id(r, LLVMGetCalledValue(value), LLVMGetOperand(value, 0), width, place_for(r, before), in_loop);
    return fresh ? fresh : value;
  }
  LLVMValueRef clone = LLVMInstructionClone(value);
  for (int i = 0; i < LLVMGetNumOperands(value); ++i)
    LLVMSetOperand(clone, (unsigned)i, copy(r, LLVMGetOperand(value, (unsigned)i), width, before));
  LLVMPositionBuilderBefore(r->builder, before);
  LLVMInsertIntoBuilder(r->builder, clone);
  return clone;
}

/* if (get_local_id(0) == 0), or another test for the leader (generic/rank.h): with the plain id a driver sees which
 * iteration of its loop it is. */
static bool is_branch_for_one(LLVMValueRef i) {
  LLVMValueRef condition = LLVMIsABranchInst(i) && LLVMIsConditional(i) ? LLVMGetCondition(i) : NULL;
  return condition && LLVMIsAICmpInst(condition) && LLVMIsACallInst(LLVMGetOperand(condition, 0)) &&
         origin_of(LLVMGetOperand(condition, 1)) == UNIFORM;
}

static void rematerialize_uses(struct rematerializer *r) {
  for (size_t b = 0; b < r->regions.flow.count; ++b) {
    if (!r->in_loops && clgroup_flow_reaches(&r->regions.flow, b, b))
      continue; /* Intel's compiler does not see through a remainder */
    for (LLVMValueRef i = LLVMGetFirstInstruction(r->regions.flow.blocks[b]); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAPHINode(i) || origin_of(i) == IDS || is_branch_for_one(i)) /* an id is copied with what uses it */
        continue;
      for (int k = 0; k < LLVMGetNumOperands(i); ++k) {
        LLVMValueRef value = LLVMGetOperand(i, (unsigned)k);
        if (LLVMIsAInstruction(value) && origin_of(value) == IDS && any_crosses(r, value, i))
          LLVMSetOperand(i, (unsigned)k, copy(r, value, r->size_width, i));
      }
    }
  }
}

static void rematerialize_in(LLVMModuleRef module, LLVMValueRef kernel, const struct facts *facts) {
  if (LLVMCountBasicBlocks(kernel) > MOST_BLOCKS)
    return;
  struct rematerializer *r = clgroup_allocate(1, sizeof *r);
  r->module = module;
  r->for_spirv = facts->options->for_spirv;
  r->in_loops = !facts->options->for_spirv || facts->options->for_pocl;
  r->size_width = clgroup_address_bits(module);
  r->builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  clgroup_regions_read(&r->regions, kernel);
  rematerialize_uses(r);
  LLVMDisposeBuilder(r->builder);
  clgroup_regions_free(&r->regions);
  free(r);
}

bool lower_rematerialize(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    if (!lower_has_mark(f, LOWER_SINGLE))
      rematerialize_in(module, f, facts);
  lower_run_passes(module, "dce");
  return true;
}
