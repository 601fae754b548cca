/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 1: reads the inputs and links them into one module. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

static const char cpp_version[] = "opencl.cxx.version";

static bool has_mark(LLVMMemoryBufferRef buffer) {
  const size_t size = LLVMGetBufferSize(buffer), length = sizeof CLGROUP_LLVM_CPP_MARK;
  return size >= length && !memcmp(LLVMGetBufferStart(buffer) + size - length, CLGROUP_LLVM_CPP_MARK, length);
}

/* Removes the C++ version from a module for SPIR-V. With it llvm-spirv (19) leaves calls of OpenCL's functions as calls
 * of functions that no driver has. LLVM's C API cannot remove such metadata, so the module goes through its text.
 * Returns the module, or NULL. */
static LLVMModuleRef without_cpp_version(struct lower *lower, LLVMModuleRef module) {
  static const char line[] = "\n!opencl.cxx.version = ";
  if (!LLVMGetNamedMetadata(module, cpp_version, strlen(cpp_version)) || strncmp(LLVMGetTarget(module), "spir", 4) != 0)
    return module;
  char *text = LLVMPrintModuleToString(module), *at = strstr(text, line), *why = NULL;
  if (at)
    memmove(at, at + strcspn(at + 1, "\n") + 1, strlen(at + strcspn(at + 1, "\n") + 1) + 1);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "C++");
  LLVMDisposeMessage(text);
  LLVMDisposeModule(module);
  if (!LLVMParseIRInContext(lower->context, buffer, &module, &why))
    return module;
  lower_fail(lower, "internal error: LLVM cannot read what it wrote: %s", why);
  LLVMDisposeMessage(why);
  return NULL;
}

static LLVMModuleRef read_module(struct lower *lower, const char *path) {
  LLVMMemoryBufferRef buffer;
  char *text = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
    lower_fail(lower, "cannot read '%s': %s", path, text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  lower->cpp |= lower->options->cpp || has_mark(buffer);
  LLVMModuleRef module = NULL;
  if (LLVMParseIRInContext(lower->context, buffer, &module, &text)) {
    lower_fail(lower, "'%s' is not a module that LLVM %u can read: %s%s", path, CLGROUP_LLVM_MAJOR, text,
               strstr(text, "Opaque pointers") ? "; have clang make it with -Xclang -no-opaque-pointers" : "");
    LLVMDisposeMessage(text);
    return NULL;
  }
  lower->cpp |= LLVMGetNamedMetadata(module, cpp_version, strlen(cpp_version)) != NULL;
  module = lower->cpp ? without_cpp_version(lower, module) : module;
  return module && lower->plan->builtins && !strncmp(LLVMGetTarget(module), "spir64", 6)
             ? lower_retarget(lower, module, path)
             : module;
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
static const char *definer(struct lower *lower, const char *const *inputs, size_t count, const char *name) {
  for (size_t i = 0; i < count; ++i) {
    LLVMModuleRef module = read_module(lower, inputs[i]);
    LLVMValueRef function = module ? LLVMGetNamedFunction(module, name) : NULL;
    bool defines = function && !LLVMIsDeclaration(function);
    if (module)
      LLVMDisposeModule(module);
    if (defines)
      return inputs[i];
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
static bool check_link(struct lower *lower, LLVMModuleRef module, size_t i) {
  const char *const *inputs = lower->files->inputs;
  size_t length;
  /* llvm-spirv accepts one version per module, and LLVM's C API cannot remove the others. */
  const unsigned version = language_version(module), first = language_version(lower->module);
  if (lower->options->for_spirv && version && first && version != first)
    return lower_fail(
        lower,
        "'%s' is OpenCL C %u.%u and '%s' is %u.%u, but SPIR-V has one version; compile both with the same -cl-std",
        inputs[0], first / 100, first / 10 % 10, inputs[i], version / 100, version / 10 % 10);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    LLVMValueRef other = LLVMGetNamedFunction(lower->module, name);
    if (other && !LLVMIsDeclaration(f) && !LLVMIsDeclaration(other) && LLVMGetLinkage(f) == LLVMExternalLinkage &&
        LLVMGetLinkage(other) == LLVMExternalLinkage)
      return lower_fail(lower, "%s '%s' is defined by both '%s' and '%s'; rename one",
                        clgroup_is_kernel(f) ? "kernel" : "function", name, definer(lower, inputs, i, name), inputs[i]);
  }
  return true;
}

void lower_read_inputs(struct lower *lower) {
  bool shares = false;
  for (size_t i = 0; i < lower->files->input_count && !lower_failed(lower); ++i) {
    LLVMModuleRef module = read_module(lower, lower->files->inputs[i]);
    if (!module)
      return;
    shares |= share_inline(module);
    if (!lower->module)
      lower->module = module;
    else if (!check_link(lower, module, i))
      LLVMDisposeModule(module);
    else if (LLVMLinkModules2(lower->module, module))
      lower_fail(lower, "cannot link '%s' with the inputs before it", lower->files->inputs[i]);
  }
  lower_allow_undefined(lower->module);
  lower->changed |= shares;
  if (shares)
    lower_run_passes(lower, "globaldce");
}
