/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generic pointers.
 *
 * In C++ for OpenCL `this` is a generic pointer, and so is what copies an object. After inlining most are casts of a
 * pointer whose address space is known, such as that of a local variable. Devices without generic pointers (rusticl)
 * fail on them, and to LLVM the variable has to stay in memory. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

bool clgroup_is_generic(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) == GENERIC_SPACE;
}

bool clgroup_spaces_are_passed(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || clgroup_is_kernel(f))
      continue;
    if (clgroup_is_generic(LLVMGetReturnType(LLVMGlobalGetValueType(f))))
      return true;
    for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
      if (clgroup_is_generic(LLVMTypeOf(p)))
        return true;
  }
  return false;
}

LLVMTypeRef clgroup_pointer_type_in(LLVMTypeRef like, unsigned space) {
  return LLVMPointerTypeIsOpaque(like) ? LLVMPointerTypeInContext(LLVMGetTypeContext(like), space)
                                       : LLVMPointerType(LLVMGetElementType(like), space);
}

/* The type of a pointer to the type that `like` points to, in the address space of `pointer`. */
static LLVMTypeRef type_like(LLVMTypeRef like, LLVMValueRef pointer) {
  return clgroup_pointer_type_in(like, LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)));
}

static bool is_constant(LLVMValueRef value, LLVMOpcode opcode) {
  return LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == opcode;
}

enum { MOST_INDICES = 16 };

/* Reads the indices of an instruction or a constant; returns how many, 0 if there are too many. */
static unsigned read_indices(LLVMValueRef element, LLVMValueRef *indices) {
  const unsigned count = LLVMGetNumIndices(element);
  for (unsigned i = 0; count <= MOST_INDICES && i < count; ++i)
    indices[i] = LLVMGetOperand(element, i + 1);
  return count <= MOST_INDICES ? count : 0;
}

LLVMValueRef clgroup_known_pointer(LLVMValueRef value) {
  LLVMValueRef indices[MOST_INDICES];
  if (!clgroup_is_generic(LLVMTypeOf(value)))
    return NULL;
  if (LLVMIsAAddrSpaceCastInst(value) || is_constant(value, LLVMAddrSpaceCast))
    return LLVMGetOperand(value, 0);
  const bool is_element = is_constant(value, LLVMGetElementPtr);
  LLVMValueRef base =
      is_element || is_constant(value, LLVMBitCast) ? clgroup_known_pointer(LLVMGetOperand(value, 0)) : NULL;
  if (!base || !is_element)
    return base ? LLVMConstBitCast(base, type_like(LLVMTypeOf(value), base)) : NULL;
  const unsigned count = read_indices(value, indices);
  return count ? LLVMConstGEP2(LLVMGetGEPSourceElementType(value), base, indices, count) : NULL;
}

/* The alignment of a call's pointer argument, counted from 1. */
static unsigned alignment_of(LLVMValueRef call, unsigned argument) {
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, argument, lower_attribute_kind("align"));
  return align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
}

/* A copy with another pointer as its operand; NULL: `user` is not such a call, or it is volatile, which LLVM's C API
 * cannot build. */
static LLVMValueRef rebuild_copy(LLVMBuilderRef builder, LLVMValueRef user, LLVMValueRef old, LLVMValueRef pointer) {
  const char *name = clgroup_called_name(user);
  const bool fills = lower_begins(name, "llvm.memset."), copies = lower_begins(name, "llvm.memcpy.");
  if (!fills && !copies && !lower_begins(name, "llvm.memmove."))
    return NULL;
  if (!LLVMIsNull(LLVMGetOperand(user, 3)))
    return NULL;
  LLVMValueRef to = LLVMGetOperand(user, 0), from = LLVMGetOperand(user, 1), size = LLVMGetOperand(user, 2);
  const unsigned to_align = alignment_of(user, 1), from_align = alignment_of(user, 2);
  to = to == old ? pointer : to;
  from = from == old ? pointer : from;
  return fills    ? LLVMBuildMemSet(builder, to, from, size, to_align)
         : copies ? LLVMBuildMemCpy(builder, to, to_align, from, from_align, size)
                  : LLVMBuildMemMove(builder, to, to_align, from, from_align, size);
}

static bool replace_uses(LLVMBuilderRef builder, LLVMValueRef old, LLVMValueRef pointer);

/* Replaces an instruction whose result is a generic pointer by `made`, which is `pointer` or an element of it. Uses
 * that are not accesses, such as comparisons, keep the old one. Returns whether any use changed. */
static bool replace_pointer(LLVMBuilderRef builder, LLVMValueRef user, LLVMValueRef made, LLVMValueRef pointer) {
  const bool changed = replace_uses(builder, user, made);
  if (!LLVMGetFirstUse(user)) {
    LLVMInstructionEraseFromParent(user);
    return true;
  }
  if (!changed && made != pointer && LLVMIsAInstruction(made))
    LLVMInstructionEraseFromParent(made);
  return changed;
}

/* Makes one user of the generic pointer `old`, or users of pointers that are computed from it, use `pointer`. Returns
 * whether it changed any. */
static bool replace_use(LLVMBuilderRef builder, LLVMValueRef user, LLVMValueRef old, LLVMValueRef pointer) {
  LLVMPositionBuilderBefore(builder, user);
  if (LLVMIsALoadInst(user)) {
    LLVMSetOperand(user, 0, pointer);
  } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != old) {
    LLVMSetOperand(user, 1, pointer);
  } else if (LLVMIsAGetElementPtrInst(user)) {
    LLVMValueRef indices[MOST_INDICES];
    const unsigned count = read_indices(user, indices);
    if (!count)
      return false;
    LLVMTypeRef element = LLVMGetGEPSourceElementType(user);
    return replace_pointer(builder, user,
                           LLVMIsInBounds(user) ? LLVMBuildInBoundsGEP2(builder, element, pointer, indices, count, "")
                                                : LLVMBuildGEP2(builder, element, pointer, indices, count, ""),
                           pointer);
  } else if (LLVMIsABitCastInst(user)) {
    LLVMTypeRef type = type_like(LLVMTypeOf(user), pointer);
    return replace_pointer(builder, user, LLVMBuildBitCast(builder, pointer, type, ""), pointer);
  } else {
    LLVMValueRef copy = rebuild_copy(builder, user, old, pointer);
    if (!copy)
      return false;
    LLVMInstructionEraseFromParent(user);
  }
  return true;
}

static bool replace_uses(LLVMBuilderRef builder, LLVMValueRef old, LLVMValueRef pointer) {
  bool changed = false;
  for (LLVMUseRef use = LLVMGetFirstUse(old); use;) {
    const bool replaced = replace_use(builder, LLVMGetUser(use), old, pointer);
    /* The next use may be gone, if its user was replaced together with this one's. */
    use = replaced ? LLVMGetFirstUse(old) : LLVMGetNextUse(use);
    changed |= replaced;
  }
  return changed;
}

/* The same for operands that are constants. */
static bool replace_constant(LLVMBuilderRef builder, LLVMValueRef i) {
  const int count = LLVMIsAPHINode(i) ? 0 : LLVMGetNumOperands(i);
  for (int o = 0; o < count; ++o) {
    LLVMValueRef value = LLVMGetOperand(i, (unsigned)o),
                 pointer = LLVMIsAConstantExpr(value) ? clgroup_known_pointer(value) : NULL;
    if (pointer && replace_use(builder, i, value, pointer))
      return true; /* i may be gone */
  }
  return false;
}

/* The same for a cast. In LLVM 15 it may change what the pointer points to as well. Returns whether any use changed. */
static bool replace_cast(LLVMBuilderRef builder, LLVMValueRef cast, LLVMValueRef pointer) {
  LLVMPositionBuilderBefore(builder, cast);
  LLVMValueRef made = LLVMBuildBitCast(builder, pointer, type_like(LLVMTypeOf(cast), pointer), "");
  const bool changed = replace_uses(builder, cast, made);
  if (!changed && made != pointer && LLVMIsAInstruction(made))
    LLVMInstructionEraseFromParent(made);
  return changed;
}

/* Is it an instruction that replace_use may erase? */
static bool may_go(LLVMValueRef i) {
  return LLVMIsAGetElementPtrInst(i) || LLVMIsABitCastInst(i) || LLVMIsACallInst(i);
}

/* Returns whether it changed the block. */
static bool infer_in(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  bool changed = false;
  LLVMValueRef kept = NULL; /* the last instruction before i that stays; i's neighbours may be erased with it */
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;) {
    if (replace_constant(builder, i)) {
      changed = true;
      i = kept ? LLVMGetNextInstruction(kept) : LLVMGetFirstInstruction(block);
      continue;
    }
    LLVMValueRef pointer = LLVMIsAAddrSpaceCastInst(i) ? clgroup_known_pointer(i) : NULL;
    changed |= pointer && replace_cast(builder, i, pointer);
    kept = may_go(i) ? kept : i;
    i = LLVMGetNextInstruction(i);
  }
  return changed;
}

static bool infer_once(LLVMBuilderRef builder, LLVMValueRef function) {
  bool changed = false;
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
    changed |= infer_in(builder, block);
  return changed;
}

bool clgroup_spaces_infer(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  bool changed = false;
  while (infer_once(builder, function)) /* each time fewer uses are left */
    changed = true;
  LLVMDisposeBuilder(builder);
  return changed;
}

void clgroup_spaces_replace(LLVMValueRef old, LLVMValueRef pointer) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(old));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  replace_uses(builder, old, pointer);
  LLVMDisposeBuilder(builder);
}
