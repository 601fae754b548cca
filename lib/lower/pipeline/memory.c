/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A module in memory is lowered through files in memory, so that the caller's module and context stay untouched
 * whatever happens. */
#define _GNU_SOURCE /* memfd_create */
#include "lower/pipeline/steps.h"

#include "base/files.h"
#include "names/names.h"
#include "names/symbols.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

struct memory_file {
  int descriptor;
  char path[32];
};

static bool open_file(struct memory_file *f) {
  unsigned held = 0;
  while (clgroup_is_stream(f->descriptor = clgroup_streams_hold(&held) ? memfd_create("clgroup", MFD_CLOEXEC) : -1))
    close(f->descriptor);
  clgroup_streams_free(held);
  snprintf(f->path, sizeof f->path, "/proc/self/fd/%d", f->descriptor);
  return f->descriptor >= 0;
}

#if LLVM_VERSION_MAJOR == 15
/* Declares a variable of the type that this one is, or points to, but for the number behind its name. */
static void declare_original(LLVMModuleRef module, LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMPointerTypeKind && !LLVMPointerTypeIsOpaque(type))
    type = LLVMGetElementType(type);
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  if (!name || !lower_begins(name, "opencl."))
    return;
  char *plain = lower_text("%.*s", (int)(strrchr(name, '.') - name), name);
  LLVMTypeRef original = LLVMGetTypeByName2(LLVMGetModuleContext(module), plain);
  if (original && !LLVMGetNamedGlobal(module, plain))
    LLVMAddGlobal(module, original, plain);
  free(plain);
}

/* The types of images and others are structs, which llvm-spirv knows by their names: opencl.image2d_ro_t. A module that
 * is read into a context that has them gets others, opencl.image2d_ro_t.0, and so does one that is linked with a module
 * that does not use them. Returns the module with the context's types, or NULL. */
static LLVMModuleRef with_original_types(LLVMModuleRef module) {
  LLVMModuleRef whole = LLVMModuleCreateWithNameInContext("", LLVMGetModuleContext(module));
  size_t length;
  const char *source = LLVMGetSourceFileName(module, &length);
  LLVMSetSourceFileName(whole, source, length);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    declare_original(whole, LLVMGetReturnType(LLVMGlobalGetValueType(f)));
    for (unsigned i = 0; i < LLVMCountParams(f); i++)
      declare_original(whole, LLVMTypeOf(LLVMGetParam(f, i)));
  }
  if (!LLVMGetFirstGlobal(whole)) {
    LLVMDisposeModule(whole);
    return module;
  }
  if (LLVMLinkModules2(whole, module)) {
    LLVMDisposeModule(whole);
    return NULL;
  }
  for (LLVMValueRef g; (g = LLVMGetFirstGlobal(whole)) && lower_begins(lower_name(g), "opencl.");)
    LLVMDeleteGlobal(g);
  return whole;
}
#else
static LLVMModuleRef with_original_types(LLVMModuleRef module) {
  return module;
}
#endif

static int take_module(LLVMModuleRef *module, const char *path, char *error, size_t error_size) {
  LLVMMemoryBufferRef buffer;
  LLVMModuleRef lowered;
  char *why = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &why) ||
      LLVMParseIRInContext(LLVMGetModuleContext(*module), buffer, &lowered, &why)) {
    lower_refuse(error, error_size, "internal error: LLVM cannot read what it wrote: %s", why);
    LLVMDisposeMessage(why);
    return -1;
  }
  lowered = with_original_types(lowered);
  if (!lowered)
    return lower_refuse(error, error_size, "internal error: LLVM cannot link what it wrote");
  size_t length;
  const char *name = LLVMGetModuleIdentifier(*module, &length);
  LLVMSetModuleIdentifier(lowered, name, length);
  LLVMDisposeModule(*module);
  *module = lowered;
  return 0;
}

const char *clgroup_llvm_version(unsigned *llvm) {
  if (llvm)
    *llvm = LLVM_VERSION_MAJOR;
  return CLGROUP_VERSION_TEXT;
}

/* Is this a function of the library: one of OpenCL C's, or one of clgroup's headers? */
static bool is_of_library(const char *mangled) {
  const struct clgroup_function_name f = clgroup_symbols_read(mangled);
  return f.length && (clgroup_name_find(f.name, f.length) || lower_begins(f.name, "clgroup_work_group_"));
}

bool clgroup_llvm_uses(LLVMModuleRef module) {
  LLVMValueRef f = LLVMGetFirstFunction(module);
  while (f && !(LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && is_of_library(lower_name(f))))
    f = LLVMGetNextFunction(f);
  return f;
}

/* With LLVM 15 the libraries for SPIR and CPUs have typed pointers; so must the context have, unless it is told
 * otherwise. */
static bool needs_opaque_pointers(LLVMModuleRef module) {
#if LLVM_VERSION_MAJOR == 15
  return LLVMPointerTypeIsOpaque(LLVMPointerType(LLVMInt8TypeInContext(LLVMGetModuleContext(module)), 0));
#else
  return !module;
#endif
}

/* The caller knows nothing of the file that errors name. */
static void name_module(char *error, const char *path) {
  static const char name[] = "the module";
  char *quoted = lower_text("'%s'", path);
  for (char *at; (at = strstr(error, quoted));) {
    const char *rest = at + strlen(quoted);
    memcpy(at, name, sizeof name - 1);
    memmove(at + sizeof name - 1, rest, strlen(rest) + 1);
  }
  free(quoted);
}

int clgroup_llvm_lower(LLVMModuleRef *module, const struct clgroup_llvm_options *options, char *error,
                       size_t error_size) {
  struct memory_file input = {.descriptor = -1}, output = {.descriptor = -1};
  const char *const path = input.path;
  struct clgroup_llvm_options own;
  struct lower_plan plan;
  int result;
  if (lower_make_plan(&plan, &own, options, error, error_size))
    return -1;
  if (!own.for_spirv && !clgroup_first_kernel(*module))
    return 0;
  const bool is_opaque = needs_opaque_pointers(*module);
  if (is_opaque && own.for_spirv)
    return lower_refuse(error, error_size,
                        "the module has opaque pointers, which LLVM 15's llvm-spirv does not take: %s",
                        "have clang make it with -Xclang -no-opaque-pointers");
  own.as_text = false;
  own.wait = NULL;
  if (!open_file(&input) || !open_file(&output) || LLVMWriteBitcodeToFile(*module, input.path))
    result = lower_refuse(error, error_size, "cannot write to memory: %s", strerror(errno));
  else if (!(result = lower_files(&path, 1, output.path, &own, is_opaque, error, error_size)))
    result = take_module(module, output.path, error, error_size);
  else if (error_size)
    name_module(error, path);
  if (input.descriptor >= 0)
    close(input.descriptor);
  if (output.descriptor >= 0)
    close(output.descriptor);
  return result;
}
