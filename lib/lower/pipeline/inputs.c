/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 1: reads the inputs and links them into one module. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>

static const char cpp_version[] = "opencl.cxx.version";

static bool has_mark(LLVMMemoryBufferRef buffer) {
  const size_t size = LLVMGetBufferSize(buffer), length = sizeof CLGROUP_LLVM_CPP_MARK;
  return size >= length && !memcmp(LLVMGetBufferStart(buffer) + size - length, CLGROUP_LLVM_CPP_MARK, length);
}

/* Removes the C++ version from a module for SPIR-V. With it llvm-spirv (19) leaves calls of OpenCL's functions as calls
 * of functions that no driver has. LLVM's C API cannot remove such metadata, so the module goes through its text.
 * Returns the module, or NULL. */
static LLVMModuleRef without_cpp_version(LLVMModuleRef module) {
  static const char line[] = "\n!opencl.cxx.version = ";
  if (!LLVMGetNamedMetadata(module, cpp_version, strlen(cpp_version)) || !lower_begins(LLVMGetTarget(module), "spir"))
    return module;
  char *text = LLVMPrintModuleToString(module), *at = strstr(text, line), *why = NULL;
  if (at)
    memmove(at, at + strcspn(at + 1, "\n") + 1, strlen(at + strcspn(at + 1, "\n") + 1) + 1);
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "C++");
  LLVMDisposeMessage(text);
  LLVMDisposeModule(module);
  if (!LLVMParseIRInContext(context, buffer, &module, &why))
    return module;
  lower_fail_in(context, "internal error: LLVM cannot read what it wrote: %s", why);
  LLVMDisposeMessage(why);
  return NULL;
}

/* Sets what `read` tells of an input. */
static LLVMModuleRef read_module(LLVMContextRef context, const struct facts *facts, const char *path,
                                 struct lower_read *read) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef module;
  char *text = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
    lower_fail_in(context, "cannot read '%s': %s", path, text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  read->cpp |= facts->options->cpp || has_mark(buffer);
  if (LLVMParseIRInContext(context, buffer, &module, &text)) {
    lower_fail_in(context, "'%s' is not a module that LLVM %u can read: %s%s", path, CLGROUP_LLVM_MAJOR, text,
                  strstr(text, "Opaque pointers") ? "; have clang make it with -Xclang -no-opaque-pointers" : "");
    LLVMDisposeMessage(text);
    return NULL;
  }
  read->cpp |= LLVMGetNamedMetadata(module, cpp_version, strlen(cpp_version)) != NULL;
  module = read->cpp ? without_cpp_version(module) : module;
  if (!module || !facts->plan->builtins || !lower_begins(LLVMGetTarget(module), "spir64"))
    return module;
  read->retargeted = true;
  return lower_retarget(facts, module, path);
}

/* Lets several inputs define the same `inline` function, from a common header. Returns whether there is one. */
static bool share_inline(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMExternalLinkage || clgroup_is_kernel(f) ||
        !lower_has_attribute(f, "inlinehint"))
      continue;
    LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
    found = true;
  }
  return found;
}

/* The path of the input that defines `name`. Only to explain an error, so it reads the inputs again. */
static const char *definer(LLVMContextRef context, const struct facts *facts, size_t count, const char *name) {
  for (size_t i = 0; i < count; ++i) {
    struct lower_read again = {0};
    LLVMModuleRef module = read_module(context, facts, facts->inputs[i], &again);
    LLVMValueRef function = module ? LLVMGetNamedFunction(module, name) : NULL;
    bool defines = function && !LLVMIsDeclaration(function);
    if (module)
      LLVMDisposeModule(module);
    if (defines)
      return facts->inputs[i];
  }
  return "another input";
}

/* The version of OpenCL C that a module names, 300 for 3.0, or 0. */
static unsigned language_version(LLVMModuleRef module) {
  static const char name[] = "opencl.ocl.version";
  unsigned count = LLVMGetNamedMetadataNumOperands(module, name);
  LLVMValueRef *nodes = clgroup_allocate(count, sizeof *nodes), parts[2];
  unsigned version = 0;
  if (count) {
    LLVMGetNamedMetadataOperands(module, name, nodes);
    if (LLVMGetMDNodeNumOperands(nodes[0]) == 2) {
      LLVMGetMDNodeOperands(nodes[0], parts);
      version = (unsigned)(100 * LLVMConstIntGetZExtValue(parts[0]) + 10 * LLVMConstIntGetZExtValue(parts[1]));
    }
  }
  free(nodes);
  return version;
}

/* May this input, the i-th, be linked with those before it? */
static bool check_link(const struct facts *facts, LLVMModuleRef before, LLVMModuleRef module, size_t i) {
  const char *const *inputs = facts->inputs;
  /* LLVM would link them, and call the functions of one as the other declares them. */
  if (LLVMPointerSize(LLVMGetModuleDataLayout(before)) != LLVMPointerSize(LLVMGetModuleDataLayout(module)))
    return lower_fail(module, "'%s' is made for target '%s' and '%s' for '%s'; compile both for the same --target",
                      inputs[0], LLVMGetTarget(before), inputs[i], LLVMGetTarget(module));
  /* llvm-spirv accepts one version per module, and LLVM's C API cannot remove the others. */
  const unsigned version = language_version(module), first = language_version(before);
  if (facts->options->for_spirv && version && first && version != first)
    return lower_fail(
        module,
        "'%s' is OpenCL C %u.%u and '%s' is %u.%u, but SPIR-V has one version; compile both with the same -cl-std",
        inputs[0], first / 100, first / 10 % 10, inputs[i], version / 100, version / 10 % 10);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const char *name = lower_name(f);
    LLVMValueRef other = LLVMGetNamedFunction(before, name);
    if (other && !LLVMIsDeclaration(f) && !LLVMIsDeclaration(other) && LLVMGetLinkage(f) == LLVMExternalLinkage &&
        LLVMGetLinkage(other) == LLVMExternalLinkage)
      return lower_fail(module, "%s '%s' is defined by both '%s' and '%s'; rename one",
                        clgroup_is_kernel(f) ? "kernel" : "function", name,
                        definer(LLVMGetModuleContext(module), facts, i, name), inputs[i]);
  }
  return true;
}

struct lower_read lower_read_inputs(LLVMContextRef context, const struct facts *facts) {
  struct lower_read all = {0};
  for (size_t i = 0; i < facts->input_count && !lower_failure(context)->text; ++i) {
    LLVMModuleRef module = read_module(context, facts, facts->inputs[i], &all);
    if (!module)
      return all;
    all.changed |= share_inline(module);
    if (!all.module)
      all.module = module;
    else if (!check_link(facts, all.module, module, i))
      LLVMDisposeModule(module);
    else if (LLVMLinkModules2(all.module, module))
      lower_fail(all.module, "cannot link '%s' with the inputs before it", facts->inputs[i]);
  }
  lower_allow_undefined(all.module);
  if (all.changed)
    lower_run_passes(all.module, "globaldce");
  return all;
}
