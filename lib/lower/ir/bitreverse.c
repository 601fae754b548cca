/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/bitreverse.h"

#include "lower/ir/calls.h"

#include <stdint.h>
#include <string.h>

enum { MOST_ELEMENTS = 16 }; /* of a vector in OpenCL C */

/* The constant with `value` in each element. */
static LLVMValueRef splat(LLVMTypeRef type, uint64_t value) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return LLVMConstInt(type, value, 0);
  LLVMValueRef elements[MOST_ELEMENTS];
  for (unsigned i = 0; i < LLVMGetVectorSize(type); ++i)
    elements[i] = LLVMConstInt(LLVMGetElementType(type), value, 0);
  return LLVMConstVector(elements, LLVMGetVectorSize(type));
}

/* OpBitReverse needs Shader or an extension. Swaps the halves, then their halves, and so on. */
static bool expand_bitreverse(LLVMBuilderRef builder, LLVMValueRef call) {
  LLVMValueRef value = LLVMGetOperand(call, 0);
  LLVMTypeRef type = LLVMTypeOf(value), element = type;
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
    element = LLVMGetElementType(type);
    if (LLVMGetVectorSize(type) > MOST_ELEMENTS)
      return false;
  }
  unsigned width = LLVMGetIntTypeWidth(element);
  if (width > 64 || (width & (width - 1)))
    return false;
  LLVMPositionBuilderBefore(builder, call);
  uint64_t all = UINT64_MAX >> (64 - width), mask = all;
  for (unsigned half = width / 2; half; half /= 2) {
    mask ^= mask << half;
    mask &= all;
    LLVMValueRef low = splat(type, mask), by = splat(type, half);
    LLVMValueRef up = LLVMBuildShl(builder, LLVMBuildAnd(builder, value, low, ""), by, "");
    LLVMValueRef down = LLVMBuildAnd(builder, LLVMBuildLShr(builder, value, by, ""), low, "");
    value = LLVMBuildOr(builder, up, down, "");
  }
  clgroup_replace(call, value);
  return true;
}

static bool is_bitreverse(LLVMValueRef function) {
  static const char prefix[] = "llvm.bitreverse.";
  size_t length;
  return !strncmp(LLVMGetValueName2(function, &length), prefix, sizeof prefix - 1);
}

bool clgroup_expand_bitreverses(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  bool changed = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module), after; f; f = after) {
    after = LLVMGetNextFunction(f);
    if (!is_bitreverse(f))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
      next = LLVMGetNextUse(use);
      if (LLVMIsACallInst(LLVMGetUser(use)))
        changed |= expand_bitreverse(builder, LLVMGetUser(use));
    }
    if (!LLVMGetFirstUse(f))
      LLVMDeleteFunction(f);
  }
  LLVMDisposeBuilder(builder);
  return changed;
}
