/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces what LLVM IR has but SPIR-V or llvm-spirv does not.
 *
 * Orders blocks after their dominators; widens a switch on a bool or on an integer of an odd width to 32 or 64 bits;
 * replaces llvm.bitreverse by shifts; gives a select between vectors a bool for each element; leads several edges
 * between the same two blocks through a new block; puts variables first; removes freeze; answers queries of a fourth
 * dimension. Returns whether it changed anything. */
#include "lower/passes/passes.h"

#include "lower/ir/bitreverse.h"
#include "lower/ir/work-item.h"

#include <stdint.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* LLVM 22 keeps the values of a switch's cases apart from its operands. */
static LLVMValueRef case_value(LLVMValueRef instruction, unsigned successor) {
#if CLGROUP_LLVM_MAJOR >= 22
  return LLVMGetSwitchCaseValue(instruction, successor);
#else
  return LLVMGetOperand(instruction, 2 * successor);
#endif
}

/* `value`, zero-extended to `type`. A trunc's source is masked, which leaves no integer of an odd width behind. */
static LLVMValueRef widen(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type) {
  LLVMValueRef source = LLVMIsATruncInst(value) ? LLVMGetOperand(value, 0) : NULL;
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(value));
  if (!source || LLVMGetIntTypeWidth(LLVMTypeOf(source)) > LLVMGetIntTypeWidth(type))
    return LLVMBuildZExt(builder, value, type, "");
  LLVMValueRef mask = LLVMConstInt(LLVMTypeOf(source), ((uint64_t)1 << width) - 1, 0);
  return LLVMBuildZExt(builder, LLVMBuildAnd(builder, source, mask, ""), type, "");
}

/* OpSwitch takes only integers, and in SPIR-V a bool is not an integer. */
static LLVMValueRef widen_switch(LLVMBuilderRef builder, LLVMValueRef old) {
  LLVMValueRef condition = LLVMGetOperand(old, 0);
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(condition));
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(condition)), successors = LLVMGetNumSuccessors(old);
  if (width == 8 || width == 16 || width == 32 || width >= 64)
    return old;
  LLVMTypeRef type = width < 32 ? LLVMInt32TypeInContext(context) : LLVMInt64TypeInContext(context);
  LLVMPositionBuilderBefore(builder, old);
  LLVMValueRef wide =
      LLVMBuildSwitch(builder, widen(builder, condition, type), LLVMGetSwitchDefaultDest(old), successors - 1);
  for (unsigned i = 1; i < successors; ++i)
    LLVMAddCase(wide, LLVMConstInt(type, LLVMConstIntGetZExtValue(case_value(old, i)), 0), LLVMGetSuccessor(old, i));
  LLVMInstructionSetDebugLoc(wide, LLVMInstructionGetDebugLoc(old));
  LLVMInstructionEraseFromParent(old);
  if (LLVMIsATruncInst(condition) && !LLVMGetFirstUse(condition))
    LLVMInstructionEraseFromParent(condition);
  return wide;
}

/* Do several edges lead from the block to one that has phis? OpPhi lists each predecessor once, LLVM's phi once for
 * each edge. */
static bool has_double_edges(LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 1; i < LLVMGetNumSuccessors(end); ++i)
    for (unsigned k = 0; k < i; ++k)
      if (LLVMGetSuccessor(end, i) == LLVMGetSuccessor(end, k) &&
          LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(end, i))))
        return true;
  return false;
}

/* Up to SPIR-V 1.3 OpSelect on vectors takes a vector of bools. */
static bool widen_selects(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  bool changed = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsASelectInst(i) || LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVectorTypeKind)
      continue;
    LLVMValueRef condition = LLVMGetOperand(i, 0);
    if (LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMVectorTypeKind)
      continue;
    LLVMPositionBuilderBefore(builder, i);
    LLVMSetOperand(i, 0, clgroup_build_splat(builder, condition, LLVMGetVectorSize(LLVMTypeOf(i))));
    changed = true;
  }
  return changed;
}

static bool is_stack_call(LLVMValueRef i) {
  const char *name = clgroup_called_name(i);
  return lower_begins(name, "llvm.stacksave") || lower_begins(name, "llvm.stackrestore");
}

bool clgroup_hoist_variables(LLVMValueRef function) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  LLVMValueRef first = clgroup_first_instruction(function);
  bool changed = false, is_behind = false;
  while (LLVMIsAAllocaInst(first) || is_stack_call(first)) /* these go */
    first = LLVMGetNextInstruction(first);
  LLVMPositionBuilderBefore(builder, first);
  for (LLVMValueRef i = clgroup_first_instruction(function), next; i; i = next) {
    next = clgroup_next_instruction(i);
    is_behind |= i == first;
    if (is_behind && LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0))) {
      LLVMInstructionRemoveFromParent(i);
      LLVMInsertIntoBuilder(builder, i);
      changed = true;
    } else if (is_stack_call(i)) {
      /* llvm.stacksave gives a pointer that llvm.stackrestore alone takes. */
      if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(i, LLVMGetUndef(LLVMTypeOf(i)));
      LLVMInstructionEraseFromParent(i);
      changed = true;
    }
  }
  LLVMDisposeBuilder(builder);
  return changed;
}

/* llvm-spirv 15 rejects freeze, which SPIR-V does not have; later versions write its operand instead, as here. */
bool clgroup_drop_freeze(LLVMModuleRef module) {
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      if (LLVMIsAFreezeInst(i)) {
        clgroup_replace(i, LLVMGetOperand(i, 0));
        changed = true;
      }
    }
  return changed;
}

/* OpenCL C has sizes of 1 and ids of 0 there; llvm-spirv 15 takes an element that the vector of three does not have. */
static bool answer_beyond(LLVMValueRef function) {
  bool changed = false;
  for (LLVMValueRef i = clgroup_first_instruction(function), next; i; i = next) {
    next = clgroup_next_instruction(i);
    if (clgroup_query_of(i) == CLGROUP_NO_QUERY || LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) < 3)
      continue;
    const char *name = clgroup_called_name(i);
    clgroup_replace(i, LLVMConstInt(LLVMTypeOf(i), strstr(name, "_size") || strstr(name, "_num_"), 0));
    changed = true;
  }
  return changed;
}

bool lower_legalize(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = clgroup_drop_freeze(module);
  changed |= clgroup_expand_bitreverses(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    changed |= answer_beyond(f);
    if (!LLVMIsDeclaration(f))
      changed |= clgroup_hoist_variables(f);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      changed |= LLVMIsASwitchInst(end) && widen_switch(builder, end) != end;
      changed |= widen_selects(builder, block);
      if (has_double_edges(block))
        lower_mark(f, LOWER_RUN_ON);
    }
  }
  LLVMDisposeBuilder(builder);
  if (lower_first(module, LOWER_RUN_ON)) {
    lower_run_on(module, LOWER_RUN_ON, "function(break-crit-edges)", true);
    lower_drop_marks(module, LOWER_RUN_ON);
    changed = true;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    changed |= clgroup_put_in_order(f);
  return changed;
}

/* Does a loop's metadata say more than "must progress", which holds for every OpenCL loop, and "do not unroll", which
 * clang -O1 says of each loop? */
static bool has_loop_hint(LLVMValueRef loop) {
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(loop), length;
  LLVMValueRef *parts = clgroup_allocate(count, sizeof *parts), name;
  LLVMGetMDNodeOperands(loop, parts);
  bool hint = false;
  for (unsigned i = 1; i < count && !hint; ++i) { /* the first operand is the node itself, which makes it distinct */
    if (parts[i] && LLVMGetMetadataKind(LLVMValueAsMetadata(parts[i])) == LLVMDILocationMetadataKind)
      continue; /* where the loop is */
    hint = true;
    if (parts[i] && LLVMGetMDNodeNumOperands(parts[i]) == 1) {
      LLVMGetMDNodeOperands(parts[i], &name);
      const char *text = name ? LLVMGetMDString(name, &length) : NULL;
      hint = !text || (strcmp(text, "llvm.loop.mustprogress") != 0 && strcmp(text, "llvm.loop.unroll.disable") != 0);
    }
  }
  free(parts);
  return hint;
}

/* Drops the metadata of a function's loops; where `all` is false, only if it requests nothing. */
static void drop_loop_metadata(LLVMValueRef function, bool all) {
  unsigned kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(function)), "llvm.loop", 9);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block), loop = LLVMGetMetadata(end, kind);
    if (loop && (all || !has_loop_hint(loop)))
      LLVMSetMetadata(end, kind, NULL);
  }
}

/* Orders the blocks of the kernels that reach the library: in bitcode too, since -v prints commands that make the same
 * SPIR-V from it. */
bool lower_order_blocks(LLVMModuleRef module) {
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    drop_loop_metadata(f, false);
    clgroup_order_blocks(f);
  }
  return true;
}

/* Removes the loops' metadata, from which llvm-spirv makes OpLoopMerge instructions that are not always valid, and
 * orders the blocks of all functions after their dominators. */
bool clgroup_plain_loops(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    drop_loop_metadata(f, true);
    clgroup_order_blocks(f);
  }
  return true;
}
