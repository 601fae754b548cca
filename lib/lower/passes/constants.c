/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants in private memory, which clang makes of compound literals: SPIR-V has no variables there outside of
 * functions.
 *
 * Moves such constants to constant memory. If a function does more with one than load and copy it, the function gets a
 * variable with a copy. Returns whether there was one. */
#include "lower/passes/passes.h"

/* Private linkage counts as constant too, since nothing writes such a global: clang 15 leaves some unmarked. */
static bool is_private_constant(LLVMValueRef global) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == PRIVATE_SPACE && LLVMGetInitializer(global) &&
         (LLVMIsGlobalConstant(global) || LLVMGetLinkage(global) == LLVMPrivateLinkage);
}

static bool refers_to(LLVMValueRef value, LLVMValueRef global) {
  if (value == global)
    return true;
  const int count = LLVMIsAConstantExpr(value) ? LLVMGetNumOperands(value) : 0;
  for (int i = 0; i < count; ++i)
    if (refers_to(LLVMGetOperand(value, (unsigned)i), global))
      return true;
  return false;
}

/* The value of a constant that refers to the global, for `variable`; NULL: a kind of constant that clang does not
 * make. */
static LLVMValueRef build(LLVMBuilderRef builder, LLVMValueRef constant, LLVMValueRef global, LLVMValueRef variable) {
  enum { MOST_INDICES = 16 };
  LLVMValueRef indices[MOST_INDICES];
  if (constant == global)
    return variable;
  if (!LLVMIsAConstantExpr(constant))
    return NULL;
  LLVMValueRef base = build(builder, LLVMGetOperand(constant, 0), global, variable);
  if (!base)
    return NULL;
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMBitCast:
    return LLVMBuildBitCast(builder, base, LLVMTypeOf(constant), "");
  case LLVMAddrSpaceCast:
    return LLVMBuildAddrSpaceCast(builder, base, LLVMTypeOf(constant), "");
  case LLVMPtrToInt:
    return LLVMBuildPtrToInt(builder, base, LLVMTypeOf(constant), "");
  case LLVMGetElementPtr:
    if (LLVMGetNumIndices(constant) > MOST_INDICES)
      return NULL;
    for (unsigned i = 0; i < LLVMGetNumIndices(constant); ++i)
      indices[i] = LLVMGetOperand(constant, i + 1);
    return (LLVMIsInBounds(constant) ? LLVMBuildInBoundsGEP2 : LLVMBuildGEP2)(
        builder, LLVMGetGEPSourceElementType(constant), base, indices, LLVMGetNumIndices(constant), "");
  default:
    return NULL;
  }
}

static void use_variable_in(LLVMBuilderRef builder, LLVMValueRef i, LLVMValueRef global, LLVMValueRef variable) {
  for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); ++o) {
    LLVMValueRef value = LLVMGetOperand(i, o);
    if (!refers_to(value, global))
      continue;
    if (LLVMIsAPHINode(i)) /* the operands belong to the edge */
      LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(i, o)));
    else
      LLVMPositionBuilderBefore(builder, i);
    LLVMValueRef made = build(builder, value, global, variable);
    if (made)
      clgroup_set_operand(i, o, made);
  }
}

static bool is_used_in(LLVMValueRef function, LLVMValueRef global) {
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); ++o)
      if (refers_to(LLVMGetOperand(i, o), global))
        return true;
  return false;
}

/* Makes the function use `constant`, or a variable into which it is copied. */
static void move_in(LLVMBuilderRef builder, LLVMValueRef function, LLVMValueRef global, LLVMValueRef constant) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  LLVMPositionBuilderBefore(builder, first);
  LLVMValueRef variable = LLVMBuildAlloca(builder, type, "");
  const unsigned alignment = LLVMGetAlignment(global);
  if (alignment) /* clang writes one, other compilers may not */
    LLVMSetAlignment(variable, alignment);
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    use_variable_in(builder, i, global, variable);
  clgroup_spaces_replace(variable, constant);
  if (!LLVMGetFirstUse(variable)) {
    LLVMInstructionEraseFromParent(variable);
    return;
  }
  for (first = variable; LLVMIsAAllocaInst(first); first = LLVMGetNextInstruction(first)) {
  }
  LLVMPositionBuilderBefore(builder, first);
  LLVMBuildMemCpy(builder, variable, alignment, constant, alignment, LLVMSizeOf(type));
}

bool clgroup_move_constants(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = false;
  for (LLVMValueRef g = LLVMGetFirstGlobal(module), next; g; g = next) {
    next = LLVMGetNextGlobal(g);
    if (!is_private_constant(g))
      continue;
    LLVMValueRef moved = LLVMAddGlobalInAddressSpace(module, LLVMGlobalGetValueType(g), "", CONSTANT_SPACE);
    LLVMSetInitializer(moved, LLVMGetInitializer(g));
    LLVMSetGlobalConstant(moved, 1);
    LLVMSetLinkage(moved, LLVMInternalLinkage);
    LLVMSetUnnamedAddress(moved, LLVMGetUnnamedAddress(g));
    LLVMSetAlignment(moved, LLVMGetAlignment(g));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
      if (is_used_in(f, g))
        move_in(builder, f, g, moved);
    size_t length;
    const char *name = LLVMGetValueName2(g, &length);
    LLVMSetValueName2(moved, name, length);
    changed = true;
  }
  LLVMDisposeBuilder(builder);
  if (changed)
    lower_run_passes(module, "globaldce");
  return changed;
}
