/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links functions of OpenCL C that the device lacks (options->provide). They stand in the module as they would in the
 * program's source, so that all other passes see what they are made of: work-group functions, which link-library links,
 * or the device's own functions. */
#include "lower/library/library.h"

static bool calls_any(LLVMModuleRef module, LLVMModuleRef library) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    LLVMValueRef given = LLVMIsDeclaration(f) && LLVMGetFirstUse(f)
                             ? LLVMGetNamedFunction(library, LLVMGetValueName2(f, &length))
                             : NULL;
    if (given && !LLVMIsDeclaration(given))
      return true;
  }
  return false;
}

/* Returns whether it has linked any. */
static bool link_module(struct lower *lower, const char *path) {
  LLVMModuleRef library = lower_read_library(lower, path);
  if (!library)
    return false;
  if (calls_any(lower->module, library))
    return lower_link_declared(lower, library, path);
  LLVMDisposeModule(library);
  return false;
}

/* SPIR-V's translator goes by names, and would make the device's own instructions of calls that are left. */
void lower_link_provided(struct lower *lower) {
  bool linked = false;
  for (const char *const *path = lower->plan->provided; *path && !lower_failed(lower); path++)
    linked |= link_module(lower, *path);
  if (!linked || lower_failed(lower) || (lower->plan->whole_sub_groups && !lower_settle_sub_groups(lower)))
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      lower_inline_each_call(f);
  lower_run_passes(lower, "always-inline,globaldce");
  lower->changed = true;
}
