/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/calls.h"

#include <string.h>

enum { MOST_ARGUMENTS = 8 };

bool clgroup_is_kernel(LLVMValueRef function) {
  const unsigned convention = LLVMGetFunctionCallConv(function);
  return convention == LLVMSPIRKERNELCallConv || convention == LLVMPTXKernelCallConv ||
         convention == LLVMAMDGPUKERNELCallConv;
}

unsigned clgroup_function_convention(LLVMModuleRef module) {
  return strncmp(LLVMGetTarget(module), "spir", 4) == 0 ? LLVMSPIRFUNCCallConv : LLVMCCallConv;
}

LLVMValueRef clgroup_build_call(LLVMBuilderRef builder, LLVMModuleRef module, const char *name, LLVMTypeRef result,
                                LLVMValueRef *arguments, unsigned count) {
  LLVMTypeRef types[MOST_ARGUMENTS];
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  for (unsigned i = 0; i < count && i < MOST_ARGUMENTS; ++i)
    types[i] = LLVMTypeOf(arguments[i]);
  if (!function) {
    function = LLVMAddFunction(module, name, LLVMFunctionType(result, types, count, false));
    LLVMSetFunctionCallConv(function, clgroup_function_convention(module));
  }
  LLVMValueRef call = LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, arguments, count, "");
  LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(function));
  return call;
}

LLVMValueRef clgroup_build_splat(LLVMBuilderRef builder, LLVMValueRef value, unsigned count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
  LLVMValueRef undefined = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(value), count));
  LLVMValueRef first = LLVMBuildInsertElement(builder, undefined, value, LLVMConstNull(i32), "");
  return LLVMBuildShuffleVector(builder, first, undefined, LLVMConstNull(LLVMVectorType(i32, count)), "");
}

void clgroup_set_operand(LLVMValueRef user, unsigned operand, LLVMValueRef value) {
  LLVMSetOperand(user, operand, value);
  for (unsigned i = 0; LLVMIsAPHINode(user) && i < LLVMCountIncoming(user); ++i)
    if (LLVMGetIncomingBlock(user, i) == LLVMGetIncomingBlock(user, operand))
      LLVMSetOperand(user, i, value);
}

/* Drops the casts of a pointer, and elements of them, that nothing uses any more. */
static void drop_unused(LLVMValueRef pointer) {
  while (LLVMIsAInstruction(pointer) && !LLVMGetFirstUse(pointer) &&
         (LLVMIsAAddrSpaceCastInst(pointer) || LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))) {
    LLVMValueRef base = LLVMGetOperand(pointer, 0);
    LLVMInstructionEraseFromParent(pointer);
    pointer = base;
  }
}

void clgroup_drop_call(LLVMValueRef call) {
  LLVMValueRef called = LLVMGetCalledValue(call), arguments[MOST_ARGUMENTS];
  const unsigned count = LLVMGetNumArgOperands(call);
  for (unsigned i = 0; i < count; ++i)
    arguments[i] = LLVMGetOperand(call, i);
  LLVMInstructionEraseFromParent(call);
  for (unsigned i = 0; i < count; ++i)
    drop_unused(arguments[i]);
  if (!LLVMGetFirstUse(called))
    LLVMDeleteFunction(called);
}
