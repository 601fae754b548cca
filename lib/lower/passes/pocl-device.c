/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bitcode for a device of PoCL's, in place of SPIR-V: what LLVM 21 reads, the form of queries that PoCL optimizes best,
 * and the triple by which PoCL finds its device. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

/* What LLVM 22 writes and 21 does not read: attributes, of intrinsics above all; and lifetimes, which have lost their
 * sizes. PoCL's optimizer finds both without. */
bool lower_fit_older_llvm(LLVMModuleRef module) {
  lower_drop_attribute(module, "nocreateundeforpoison");
  lower_drop_attribute(module, "dead_on_return");
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    if (!lower_begins(lower_name(f), "llvm.lifetime."))
      continue;
    while (LLVMGetFirstUse(f))
      LLVMInstructionEraseFromParent(LLVMGetUser(LLVMGetFirstUse(f)));
    LLVMDeleteFunction(f);
  }
  return true;
}

/* A function with images, samplers, pipes or events: PoCL aborts on LLVM's types of them, which llvm-spirv replaces.
 * They are called %opencl.image2d_ro_t, or target("spirv.Image", ...) since LLVM 16. */
static LLVMValueRef user_of_opaque_types(LLVMModuleRef module) {
  LLVMValueRef user = NULL;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !user; f = LLVMGetNextFunction(f)) {
    char *type = LLVMPrintTypeToString(LLVMGlobalGetValueType(f));
    if (strstr(type, "opencl.") || strstr(type, "\"spirv."))
      user = f;
    LLVMDisposeMessage(type);
  }
  return user;
}

/* A query of an id or size as llvm-spirv writes it back: all three dimensions, of which one is chosen, by calls that
 * only return a value. PoCL decides by the number of instructions what it computes again behind a barrier, and what it
 * keeps in memory: by other forms loops with scans had down to 0.6 of the speed, others up to 1.5. */
static void write_query(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call) {
  static const char *const attributes[] = {LOWER_PURE, "nounwind", "willreturn"};
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMTypeOf(call), function = LLVMGetCalledFunctionType(call);
  LLVMValueRef queried = LLVMGetCalledValue(call), all = LLVMGetUndef(LLVMVectorType(type, 3));
  LLVMPositionBuilderBefore(builder, call);
  for (unsigned d = 0; d < 3; ++d) {
    LLVMValueRef at = LLVMConstInt(LLVMInt32TypeInContext(context), d, false);
    LLVMValueRef one = LLVMBuildCall2(builder, function, queried, &at, 1, "");
    LLVMSetInstructionCallConv(one, LLVMGetInstructionCallConv(call));
    for (unsigned k = 0; k < sizeof attributes / sizeof *attributes; ++k)
      LLVMAddCallSiteAttribute(one, LLVMAttributeFunctionIndex, lower_attribute(context, attributes[k]));
    all = LLVMBuildInsertElement(builder, all, one, at, "");
  }
  LLVMValueRef chosen = LLVMBuildExtractElement(builder, all, LLVMGetOperand(call, 0), "");
  LLVMValueRef always = LLVMConstInt(LLVMInt1TypeInContext(context), 1, false);
  clgroup_replace(call, LLVMBuildSelect(builder, always, chosen, LLVMConstNull(type), ""));
}

bool lower_write_queries(LLVMModuleRef module) {
  static const char *const names[] = {"get_local_id",   "get_global_id", "get_group_id", "get_local_size",
                                      "get_num_groups", "get_global_",   "get_enqueued", NULL};
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  size_t length;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f), next; i; i = next) {
      next = clgroup_next_instruction(i);
      const char *name = clgroup_called_plain_name(i, &length);
      if (name && lower_begins_with_one_of(name, names) && LLVMGetNumArgOperands(i) == 1 &&
          LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) < 3)
        write_query(module, builder, i);
    }
  LLVMDisposeBuilder(builder);
  return true;
}

/* PoCL loads bitcode whose triple contains that of its device, and adapts what begins as SPIR's. Fails for what only
 * SPIR-V can hold, or an older LLVM does not read. */
bool lower_name_pocl_device(LLVMModuleRef module, const struct facts *facts) {
  size_t length;
  LLVMValueRef user = user_of_opaque_types(module);
  if (user || lower_has_debug_info(module)) { /* LLVM 21 does not read 22's debug information */
    lower_failure(LLVMGetModuleContext(module))->other_form = CLGROUP_LLVM_NOT_POCL;
    return lower_fail(module, "'%s' has %s: with --pocl-device only SPIR-V can (leave out --emit)",
                      user ? lower_name(user) : LLVMGetSourceFileName(module, &length),
                      user ? "images, samplers, pipes or events" : "debug information");
  }
  char *triple = lower_text("%s-%s", lower_begins(LLVMGetTarget(module), "spir64") ? "spir64" : "spir",
                            facts->options->pocl_device);
  LLVMSetTarget(module, triple);
  free(triple);
  return true;
}
