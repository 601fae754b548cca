/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads from one of several private variables, for PoCL. LLVM makes a phi, or a selection, of the variables' addresses
 * of `return is_first ? identity : result;` for structs. If a barrier lies between it and the load, PoCL's loops load
 * from the variable of another work-item: it gives each its own only where it sees which variable is meant. So all of
 * them are loaded, and the value is chosen. */
#include "lower/passes/passes.h"

static unsigned choices_of(LLVMValueRef pointer) {
  return LLVMIsAPHINode(pointer) ? LLVMCountIncoming(pointer) : LLVMIsASelectInst(pointer) ? 2 : 0;
}

static LLVMValueRef choice(LLVMValueRef pointer, unsigned index) {
  return LLVMIsAPHINode(pointer) ? LLVMGetIncomingValue(pointer, index) : LLVMGetOperand(pointer, index + 1);
}

/* A variable that every load behind may read. */
static bool is_variable(LLVMValueRef value) {
  LLVMBasicBlockRef block = LLVMIsAAllocaInst(value) ? LLVMGetInstructionParent(value) : NULL;
  return block && LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block)) == block;
}

/* Is it chosen of variables of one type alone, and only loaded from? */
static bool is_of_variables(LLVMValueRef pointer) {
  const unsigned count = choices_of(pointer);
  bool is = count && LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < count && is; ++i)
    is = is_variable(choice(pointer, i)) &&
         LLVMGetAllocatedType(choice(pointer, i)) == LLVMGetAllocatedType(choice(pointer, 0));
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use && is; use = LLVMGetNextUse(use))
    is = LLVMIsALoadInst(LLVMGetUser(use)) && !LLVMGetVolatile(LLVMGetUser(use));
  return is;
}

/* The number of the variable that was chosen. */
static LLVMValueRef build_number(LLVMBuilderRef builder, LLVMValueRef pointer) {
  LLVMTypeRef type = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(pointer)));
  LLVMPositionBuilderBefore(builder, pointer);
  if (LLVMIsASelectInst(pointer))
    return LLVMBuildSelect(builder, LLVMGetOperand(pointer, 0), LLVMConstInt(type, 0, false),
                           LLVMConstInt(type, 1, false), "");
  LLVMValueRef number = LLVMBuildPhi(builder, type, "");
  for (unsigned i = 0; i < LLVMCountIncoming(pointer); ++i) {
    unsigned first = 0; /* a block that comes twice must come with one value */
    while (choice(pointer, first) != choice(pointer, i))
      ++first;
    LLVMValueRef value = LLVMConstInt(type, first, false);
    LLVMBasicBlockRef block = LLVMGetIncomingBlock(pointer, i);
    LLVMAddIncoming(number, &value, &block, 1);
  }
  return number;
}

static LLVMValueRef build_is(LLVMBuilderRef builder, LLVMValueRef number, unsigned i) {
  return LLVMBuildICmp(builder, LLVMIntEQ, number, LLVMConstInt(LLVMTypeOf(number), i, false), "");
}

static void load_each(LLVMBuilderRef builder, LLVMValueRef pointer) {
  LLVMValueRef number = build_number(builder, pointer);
  for (LLVMUseRef use = LLVMGetFirstUse(pointer), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef load = LLVMGetUser(use), value = NULL;
    LLVMPositionBuilderBefore(builder, load);
    for (unsigned i = 0; i < choices_of(pointer); ++i) {
      LLVMValueRef one = LLVMBuildLoad2(builder, LLVMTypeOf(load), choice(pointer, i), "");
      LLVMSetAlignment(one, LLVMGetAlignment(load));
      value = i ? LLVMBuildSelect(builder, build_is(builder, number, i), one, value, "") : one;
    }
    clgroup_replace(load, value);
  }
  LLVMInstructionEraseFromParent(pointer);
}

bool lower_load_each(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      if (!is_of_variables(i))
        continue;
      while (LLVMIsALoadInst(next) && LLVMGetOperand(next, 0) == i) /* they go too */
        next = clgroup_next_instruction(next);
      load_each(builder, i);
    }
  LLVMDisposeBuilder(builder);
  return true;
}
