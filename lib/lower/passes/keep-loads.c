/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values that a kernel loads and uses behind a barrier, for PoCL. PoCL 7 computes such a value again at its use if that
 * takes few instructions, and so loads it again, though the memory may have been written since (docs/drivers.md). It
 * repeats no call. So the value goes through one: the smaller of it and of the largest integer, which LLVM does not
 * know before PoCL has made its loops. Then it is free, as a volatile load, for which PoCL makes no vectors in the
 * whole kernel, would not be. The library's own results are scratch.c's. */
#include "lower/passes/passes.h"

#include "lower/ir/addresses.h"
#include "lower/ir/work-item.h"

#include <stdio.h>

/* Will PoCL make a value of this variable, since it is only loaded and stored? */
static bool becomes_value(LLVMValueRef variable) {
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsALoadInst(user) && !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable))
      return false;
  }
  return true;
}

/* const T *restrict */
static bool is_constant_argument(LLVMValueRef kernel, LLVMValueRef value) {
  const unsigned alias = lower_attribute_kind("noalias"), reads = lower_attribute_kind("readonly");
  for (unsigned i = 0; i < LLVMCountParams(kernel); ++i)
    if (LLVMGetParam(kernel, i) == value)
      return LLVMGetEnumAttributeAtIndex(kernel, i + 1, alias) && LLVMGetEnumAttributeAtIndex(kernel, i + 1, reads);
  return false;
}

/* May the memory be written while the kernel runs, other than by the library's exchanges? */
static bool may_change(LLVMValueRef kernel, LLVMValueRef pointer) {
  LLVMValueRef object = pointer;
  for (unsigned steps = 0;
       steps < CLGROUP_MOST_STEPS && (LLVMIsAGetElementPtrInst(object) || LLVMIsABitCastInst(object)); ++steps)
    object = LLVMGetOperand(object, 0);
  return LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != CONSTANT_SPACE && !clgroup_is_in_scratch(pointer) &&
         !is_constant_argument(kernel, object) && !(LLVMIsAAllocaInst(object) && becomes_value(object));
}

/* The largest integer, whatever its width: not a constant, since only PoCL knows that no work-group is so large that
 * its size has such bits. The product keeps LLVM from knowing any bit of it, by which it could answer comparisons. */
static LLVMValueRef build_largest(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel));
  while (LLVMIsAAllocaInst(first)) /* SPIR-V's variables come first */
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(builder, first);
  LLVMValueRef zero = clgroup_build_opaque_zero(module, builder);
  LLVMValueRef odd = LLVMConstInt(LLVMTypeOf(zero), 0x9e3779b97f4a7c15, false);
  return LLVMBuildNot(builder, LLVMBuildMul(builder, zero, odd, ""), "");
}

/* The letter of the unsigned integers of that width in mangled names; 0: there are none. */
static char letter_of(unsigned bits) {
  return bits == 8 ? 'h' : bits == 16 ? 't' : bits == 32 ? 'j' : bits == 64 ? 'm' : 0;
}

/* Returns false for a type of which there is no min(). */
static bool keep(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef largest) {
  LLVMTypeRef type = LLVMTypeOf(value);
  const bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  const unsigned count = is_vector ? LLVMGetVectorSize(type) : 1,
                 bits = clgroup_scalar_bits(is_vector ? LLVMGetElementType(type) : type);
  char name[32];
  if (!letter_of(bits) || !(count <= 4 || count == 8 || count == 16))
    return false;
  LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetModuleContext(module), bits);
  LLVMTypeRef words = is_vector ? LLVMVectorType(word, count) : word;
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(value));
  LLVMValueRef operands[] = {LLVMBuildBitCast(builder, value, words, ""),
                             LLVMBuildIntCast2(builder, largest, word, true, "")};
  if (is_vector) {
    operands[1] = clgroup_build_splat(builder, operands[1], count);
    snprintf(name, sizeof name, "_Z3minDv%u_%cS_", count, letter_of(bits));
  } else {
    snprintf(name, sizeof name, "_Z3min%c%c", letter_of(bits), letter_of(bits));
  }
  LLVMValueRef kept = clgroup_build_call(builder, module, name, words, operands, 2);
  lower_add_attribute(LLVMGetCalledValue(kept), LOWER_PURE);
  LLVMReplaceAllUsesWith(value, LLVMBuildBitCast(builder, kept, type, ""));
  LLVMSetOperand(operands[0] == value ? kept : operands[0], 0, value);
  return true;
}

static bool keep_in_kernel(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef kernel) {
  struct clgroup_flow flow;
  LLVMValueRef largest = NULL;
  bool changed = false;
  if (!clgroup_holds_barrier(kernel))
    return false;
  clgroup_flow_read(&flow, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    LLVMValueRef pointer = clgroup_load_pointer(i);
    if (!pointer || (LLVMIsALoadInst(i) && (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)) ||
        !may_change(kernel, pointer) || clgroup_may_load_again(&flow, i))
      continue;
    if (!largest)
      largest = build_largest(module, builder, kernel);
    changed = true;
    if (!keep(module, builder, i, largest) && LLVMIsALoadInst(i))
      LLVMSetVolatile(i, true);
  }
  clgroup_flow_free(&flow);
  return changed;
}

/* Keeps PoCL 7 from repeating the kernels' loads behind barriers. */
bool lower_keep_loads(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = false;
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    changed |= keep_in_kernel(module, builder, f);
  LLVMDisposeBuilder(builder);
  return changed;
}
