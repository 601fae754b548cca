/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Comparisons that are used behind barriers, for PoCL 3.1. Before it makes its loops its LLVM 15 makes a vector of
 * several that are alike, an <8 x i1> say, and moves to it those behind barriers. PoCL keeps that vector for each
 * work-item, and then LLVM loads elements of it as if each were a byte: the kernel computes wrong values.
 *
 * So what is compared goes across a barrier, and no comparison does: it is made again behind the barrier, of the number
 * and of a zero that depends on the local id there. PoCL loads that id from memory, which a barrier may change for all
 * that LLVM knows, so nothing moves to the other side. When PoCL has made a loop LLVM finds that the zero is one, and
 * nothing of it is left; the loop no longer has a vector in it, and becomes one of vectors of work-items.
 *
 * Not in loops, nor in kernels with a single barrier (single-barrier.c): where a loop has barriers PoCL does not take
 * it. */
#include "lower/passes/passes.h"

#include "lower/ir/addresses.h"
#include "lower/ir/regions.h"
#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"

enum { MOST_STEPS = 8 };

struct pins {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  struct clgroup_regions regions;
  struct clgroup_uniform known;   /* what PoCL knows to be uniform, which it does not keep for each work-item */
  struct clgroup_uniform uniform; /* what is */
};

/* PoCL does not know what memory holds. */
static enum clgroup_level level_of(const struct clgroup_uniform *uniform, LLVMValueRef i, enum clgroup_level operands,
                                   void *data) {
  (void)uniform;
  (void)data;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMCall:
    return clgroup_query_of(i) == CLGROUP_UNIFORM_QUERY ? CLGROUP_UNIFORM : CLGROUP_VARYING;
  case LLVMAlloca:
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    return CLGROUP_VARYING;
  default:
    return operands;
  }
}

static bool is_varying(const struct pins *p, LLVMValueRef value) {
  return LLVMIsAInstruction(value) && clgroup_uniform_level(&p->known, value) != CLGROUP_UNIFORM;
}

/* i1, or a vector of them. */
static bool is_truth(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static bool is_comparison(LLVMValueRef i) {
  return LLVMIsAICmpInst(i) || LLVMIsAFCmpInst(i);
}

static LLVMValueRef build_id(struct pins *p) {
  static const char name[] = "__clgroup_id_here";
  LLVMContextRef context = LLVMGetModuleContext(p->module);
  if (!LLVMGetNamedFunction(p->module, name))
    clgroup_add_query(p->module, name, CLGROUP_LOCAL_ID, LLVMConstInt(LLVMInt32TypeInContext(context), 0, false));
  LLVMTypeRef size = LLVMIntTypeInContext(context, clgroup_address_bits(p->module));
  return clgroup_build_call(p->builder, p->module, name, size, NULL, 0);
}

/* A zero, which LLVM knows as one only when it sees the loop whose counter the id is. */
static LLVMValueRef build_zero(struct pins *p, LLVMTypeRef type) {
  enum { MOST = 1 << 20 }; /* no work-group is so large */
  LLVMValueRef id = build_id(p), most = LLVMConstInt(LLVMTypeOf(id), MOST, false);
  LLVMValueRef is_less = LLVMBuildICmp(p->builder, LLVMIntULT, id, most, "");
  LLVMValueRef least = LLVMBuildSelect(p->builder, is_less, id, most, "");
  return LLVMBuildIntCast2(p->builder, LLVMBuildSub(p->builder, least, id, ""), type, false, "");
}

/* The value, an integer or a floating-point number, which is not known before there is that loop. */
static LLVMValueRef build_same(struct pins *p, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetModuleContext(p->module), clgroup_scalar_bits(type));
  LLVMValueRef bits = LLVMBuildBitCast(p->builder, value, integer, "");
  return LLVMBuildBitCast(p->builder, LLVMBuildXor(p->builder, bits, build_zero(p, integer), ""), type, "");
}

/* Where a user needs an operand: a phi does at the end of the block that the operand comes from. */
static LLVMValueRef place_of(LLVMValueRef user, unsigned operand) {
  return LLVMIsAPHINode(user) ? LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, operand)) : user;
}

/* Not in loops: where these have barriers PoCL 3.1 fails on some values that are kept. */
static bool crosses_into(struct pins *p, LLVMValueRef user, unsigned operand) {
  LLVMValueRef value = LLVMGetOperand(user, operand), place = place_of(user, operand);
  return is_varying(p, value) && clgroup_crosses(&p->regions, value, place) &&
         !clgroup_flow_in_loop(&p->regions.flow, LLVMGetInstructionParent(place));
}

/* A truth value from before a barrier: as a number that is compared here. */
static LLVMValueRef build_truth(struct pins *p, LLVMValueRef value, LLVMValueRef place) {
  LLVMTypeRef type = LLVMTypeOf(value), wide = LLVMInt8TypeInContext(LLVMGetModuleContext(p->module));
  const unsigned count = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 0;
  LLVMValueRef behind = LLVMGetNextInstruction(value);
  while (LLVMIsAPHINode(behind))
    behind = LLVMGetNextInstruction(behind);
  LLVMPositionBuilderBefore(p->builder, behind);
  LLVMValueRef number = LLVMBuildZExt(p->builder, value, count ? LLVMVectorType(wide, count) : wide, "");
  LLVMPositionBuilderBefore(p->builder, place);
  LLVMValueRef zero = build_zero(p, wide);
  return LLVMBuildICmp(p->builder, LLVMIntNE, number, count ? clgroup_build_splat(p->builder, zero, count) : zero, "");
}

/* The value, computed again in front of `place` of numbers from before a barrier: a comparison, or what joins some.
 * LLVM would move down its only use what is computed before. */
static LLVMValueRef build_again(struct pins *p, LLVMValueRef value, LLVMValueRef place, unsigned *left) {
  if (!is_varying(p, value))
    return value;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  const bool compares = is_comparison(value) && clgroup_scalar_bits(LLVMTypeOf(LLVMGetOperand(value, 0)));
  const bool joins = opcode == LLVMAnd || opcode == LLVMOr || opcode == LLVMXor || opcode == LLVMSelect;
  if (!(compares || joins) || !*left)
    return build_truth(p, value, place);
  --*left;
  LLVMValueRef clone = LLVMInstructionClone(value);
  for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(value); ++o) {
    LLVMValueRef operand = LLVMGetOperand(value, o);
    LLVMPositionBuilderBefore(p->builder, place);
    LLVMSetOperand(clone, o,
                   joins                    ? build_again(p, operand, place, left)
                   : is_varying(p, operand) ? build_same(p, operand)
                                            : operand);
  }
  LLVMPositionBuilderBefore(p->builder, place);
  LLVMInsertIntoBuilder(p->builder, clone);
  return clone;
}

/* Do all work-items take the same way by this value, or the leader another one? PoCL knows such branches by their form.
 */
static bool is_branched_on(struct pins *p, LLVMValueRef value) {
  const bool is_id = is_comparison(value) && (clgroup_query_of(LLVMGetOperand(value, 0)) == CLGROUP_ID_QUERY ||
                                              clgroup_query_of(LLVMGetOperand(value, 1)) == CLGROUP_ID_QUERY);
  bool branches = false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    branches |= LLVMIsATerminatorInst(LLVMGetUser(use)) != NULL;
  return branches && (is_id || clgroup_uniform_level(&p->uniform, value) == CLGROUP_UNIFORM);
}

static void pin_truths(struct pins *p, LLVMValueRef i) {
  for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); ++o) {
    LLVMValueRef value = LLVMGetOperand(i, o);
    unsigned left = MOST_STEPS;
    if (is_truth(LLVMTypeOf(value)) && crosses_into(p, i, o) && !is_branched_on(p, value))
      clgroup_set_operand(i, o, build_again(p, value, place_of(i, o), &left));
  }
}

static void pin_numbers(struct pins *p, LLVMValueRef i) {
  for (unsigned o = 0; is_comparison(i) && o < 2; ++o) {
    LLVMValueRef value = LLVMGetOperand(i, o);
    LLVMPositionBuilderBefore(p->builder, i);
    if (clgroup_scalar_bits(LLVMTypeOf(value)) && crosses_into(p, i, o) && !is_branched_on(p, i))
      LLVMSetOperand(i, o, build_same(p, value));
  }
}

bool lower_pin_comparisons(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || !clgroup_holds_barrier(f) || lower_has_mark(f, LOWER_SINGLE))
      continue;
    struct pins p = {.module = module, .builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
    clgroup_regions_read(&p.regions, f);
    clgroup_uniform_read(&p.known, f, false, level_of, NULL);
    clgroup_uniform_in_group(&p.uniform, f);
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      pin_truths(&p, i);
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      pin_numbers(&p, i);
    clgroup_uniform_free(&p.known);
    clgroup_uniform_free(&p.uniform);
    clgroup_regions_free(&p.regions);
    LLVMDisposeBuilder(p.builder);
  }
  lower_run_passes(module, "dce");
  return true;
}
