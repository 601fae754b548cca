/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Step 2: links the functions of the device library that the module declares. */
#include "lower/library/library.h"

#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>

/* The first component of a triple: spir64 of spir64-unknown-unknown. */
static size_t architecture_length(const char *triple) {
  return strcspn(triple, "-");
}

/* Fails because LLVM cannot read the file; the error so far is the reason. */
static bool fail_unreadable(LLVMContextRef context, const struct clgroup_llvm_options *options, const char *path) {
  char *why = lower_take_error(context);
  if (path == options->libclc)
    lower_fail_in(context, "LLVM %u cannot read '%s': %s; " LOWER_LIBCLC_ADVICE, CLGROUP_LLVM_MAJOR, path,
                  why ? why : "not bitcode");
  else
    lower_fail_in(context, "the device library '%s' is damaged, or not made by LLVM %u: %s; install clgroup again",
                  path, CLGROUP_LLVM_MAJOR, why ? why : "not bitcode");
  free(why);
  return false;
}

/* Returns NULL if the caller has not embedded a file of that name. */
static LLVMMemoryBufferRef find_embedded(const struct clgroup_llvm_embedded *file, const char *name) {
  while (file->name && strcmp(file->name, name) != 0)
    file++;
  return file->name ? LLVMCreateMemoryBufferWithMemoryRange(
                          file->begin, (size_t)((const char *)file->end - (const char *)file->begin), name, false)
                    : NULL;
}

LLVMModuleRef lower_read_library(LLVMContextRef context, const struct clgroup_llvm_options *options, const char *path) {
  LLVMMemoryBufferRef buffer;
  char *text = NULL;
  if (options->embedded && path != options->libclc) {
    buffer = find_embedded(options->embedded, path);
    if (!buffer) {
      lower_fail_in(context, "the embedded files lack '%s'", path);
      return NULL;
    }
  } else if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &text)) {
    if (path == options->libclc)
      lower_fail_in(context, "cannot read '%s': %s; " LOWER_LIBCLC_ADVICE, path, text);
    else
      lower_fail_in(context, "cannot read the device library '%s': %s; is the installation complete?", path, text);
    LLVMDisposeMessage(text);
    return NULL;
  }
  LLVMModuleRef library = NULL;
  /* Lazy: a function's body is read when it is linked. */
  if (LLVMGetBitcodeModuleInContext2(context, buffer, &library)) {
    LLVMDisposeMemoryBuffer(buffer);
    fail_unreadable(context, options, path);
    return NULL;
  }
  return library;
}

/* The library's function for a declaration called `name`, or NULL. Modules that lib/spirv rewrote have prefixed
 * names, _Z31__clgroup_work_group_reduce_addi for _Z21work_group_reduce_addi. */
static LLVMValueRef find_in_library(LLVMModuleRef library, const char *name) {
  enum { SKIPPED = sizeof PREFIX - 1 };
  char standard[256];
  size_t length;
  const char *plain = clgroup_plain_name(name, &length);
  if (plain && length > SKIPPED && !strncmp(plain, PREFIX, SKIPPED)) {
    int written = snprintf(standard, sizeof standard, "_Z%zu%s", length - SKIPPED, plain + SKIPPED);
    if (written < 0 || (size_t)written >= sizeof standard)
      return NULL;
    name = standard;
  }
  LLVMValueRef function = LLVMGetNamedFunction(library, name);
  return function && !LLVMIsDeclaration(function) ? function : NULL;
}

bool lower_is_leader(LLVMValueRef function) {
  return strstr(lower_name(function), TEXT(CLGROUP_LEADER_PREFIX));
}

bool lower_is_index(LLVMValueRef function) {
  return lower_begins(lower_name(function), TEXT(CLGROUP_INDEX_AFTER_BARRIER)) ||
         lower_begins(lower_name(function), TEXT(CLGROUP_INDEX_IN_LOOP));
}

static bool match_names(LLVMModuleRef module, LLVMModuleRef library) {
  bool used = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    size_t length;
    LLVMValueRef source = LLVMIsDeclaration(f) ? find_in_library(library, LLVMGetValueName2(f, &length)) : NULL;
    if (!source || !LLVMGetFirstUse(f))
      continue;
    if (LLVMGlobalGetValueType(f) != LLVMGlobalGetValueType(source))
      return lower_fail(module, "function '%s' is declared with other types than the library's", lower_name(f));
    used = true;
    const char *name = LLVMGetValueName2(source, &length);
    LLVMValueRef same = LLVMGetNamedFunction(module, name);
    if (!same)
      LLVMSetValueName2(f, name, length);
    else if (same != f) /* both the standard and the prefixed name are used */
      LLVMReplaceAllUsesWith(f, same);
  }
  return used;
}

/* Renames the module's declarations to the libraries' names. Returns whether there are any. */
bool lower_match_names(LLVMModuleRef module, const struct facts *facts) {
  const bool is_used = match_names(module, facts->libraries.usual);
  return (facts->libraries.other && match_names(module, facts->libraries.other)) || is_used;
}

void lower_inline_always(LLVMValueRef function) {
  lower_remove_attribute(function, "noinline");
  lower_add_attribute(function, "alwaysinline");
  /* Call sites have noinline too: llvm-spirv -r copies the function's attributes to them. */
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, lower_attribute_kind("noinline"));
}

void lower_keep_apart(LLVMValueRef function) {
  if (!function)
    return;
  lower_remove_attribute(function, "alwaysinline");
  lower_add_attribute(function, "noinline");
}

void lower_allow_undefined(LLVMModuleRef module) {
  const unsigned loads = LLVMGetMDKindIDInContext(LLVMGetModuleContext(module), "noundef", sizeof "noundef" - 1);
  lower_drop_attribute(module, "noundef");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      if (LLVMIsALoadInst(i))
        LLVMSetMetadata(i, loads, NULL);
}

/* Is the module for a CPU, by a driver that compiles for it directly? SPIR's library is then converted for it. */
static bool is_for_cpu(LLVMModuleRef module, LLVMModuleRef library) {
  static const char *const others[] = {"spir", "nvptx", "amdgcn", NULL};
  return *LLVMGetTarget(module) && !lower_begins_with_one_of(LLVMGetTarget(module), others) &&
         lower_begins(LLVMGetTarget(library), others[0]) &&
         LLVMPointerSize(LLVMGetModuleDataLayout(module)) == LLVMPointerSize(LLVMGetModuleDataLayout(library));
}

/* The library's memory is in SPIR's address space of local memory, so the kernel's own variables must be there too. */
static bool check_spaces(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (unsigned i = 0; clgroup_is_kernel(f) && i < LLVMCountParams(f); i++) {
      LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(f, i));
      if (LLVMGetTypeKind(type) == LLVMPointerTypeKind && !LLVMGetPointerAddressSpace(type) &&
          !LLVMGetEnumAttributeAtIndex(f, i + 1, lower_attribute_kind("byval")))
        return lower_fail(module,
                          "kernel '%s' for target '%s' lacks SPIR's address spaces: compile it with -Xclang "
                          "-ffake-address-space-map",
                          lower_name(f), LLVMGetTarget(module));
    }
  return true;
}

/* The functions of a CPU have C's calling convention. */
static void take_convention(LLVMModuleRef module, unsigned from, unsigned to) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMGetFunctionCallConv(f) == from)
      LLVMSetFunctionCallConv(f, to);
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      if (LLVMIsACallInst(i) && LLVMGetInstructionCallConv(i) == from)
        LLVMSetInstructionCallConv(i, to);
  }
}

bool lower_link_declared(LLVMModuleRef module, const struct facts *facts, LLVMModuleRef library, const char *path) {
  const char *triple = LLVMGetTarget(module), *library_triple = LLVMGetTarget(library);
  const unsigned convention = clgroup_function_convention(library);
  size_t length = architecture_length(triple);
  const bool for_cpu = is_for_cpu(module, library);
  if (for_cpu && !check_spaces(module)) {
    LLVMDisposeModule(library);
    return false;
  }
  if (!for_cpu && (length != architecture_length(library_triple) || strncmp(triple, library_triple, length) != 0)) {
    lower_fail(module, "the input is made for target '%s', the device library for '%s'; use the --target of the input",
               triple, library_triple);
    LLVMDisposeModule(library);
    return false;
  }
  LLVMSetTarget(library, triple);
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
  /* With linkonce_odr the linker takes a function only if it is used. Only the library's functions have it: OpenCL C
   * has no such linkage, and the functions that have it in C++ for OpenCL may be inlined as well. */
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    /* The functions of SPIR-V's libraries have alwaysinline, for plain clang. Here calls must stay until inline.c
     * handles them. */
    if (LLVMGetLinkage(f) == LLVMExternalLinkage && !facts->plan->builtins)
      lower_remove_attribute(f, "alwaysinline");
    LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  }
  if (LLVMLinkModules2(module, library))
    return fail_unreadable(LLVMGetModuleContext(module), facts->options, path);
  if (for_cpu)
    take_convention(module, convention, clgroup_function_convention(module));
  lower_allow_undefined(module); /* libclc's */
  return true;
}

/* Reads the library chunks and declares the functions of it that larger work-groups need. Returns it; NULL if there are
 * no larger work-groups, or after an error. */
static LLVMModuleRef read_chunks(LLVMModuleRef module, const struct facts *facts) {
  LLVMValueRef f = clgroup_first_kernel(module);
  while (f && !lower_may_be_larger(facts, f))
    f = clgroup_next_kernel(f);
  LLVMModuleRef chunks =
      f ? lower_read_library(LLVMGetModuleContext(module), facts->options, facts->plan->chunks) : NULL;
  if (chunks)
    clgroup_larger_declare(module, chunks);
  return chunks;
}

#define OWN_BARRIER "clgroup-own-barrier"

/* Marks the module's own barriers, so that they can be told from the library's, which are about to be linked. Returns
 * false. */
bool lower_mark_own_barriers(LLVMModuleRef module) {
  const unsigned length = sizeof OWN_BARRIER - 1;
  LLVMContextRef context = LLVMGetModuleContext(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (clgroup_is_barrier(LLVMGetUser(use)))
        LLVMAddCallSiteAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex,
                                 LLVMCreateStringAttribute(context, OWN_BARRIER, length, "", 0));
  return false;
}

bool lower_is_own_barrier(LLVMValueRef value) {
  return clgroup_is_barrier(value) &&
         LLVMGetCallSiteStringAttribute(value, LLVMAttributeFunctionIndex, OWN_BARRIER, sizeof OWN_BARRIER - 1);
}

/* Links the library functions that the module uses, and disposes of the rest. Returns whether the library for larger
 * work-groups is there too, so that kernels get a second body (larger.c), by lower_double_bodies(). */
bool lower_link_library(LLVMModuleRef module, const struct facts *facts) {
  const struct libraries *libraries = &facts->libraries;
  LLVMModuleRef chunks = read_chunks(module, facts);
  if (lower_failed(module) || !lower_link_declared(module, facts, libraries->usual, facts->plan->library) ||
      (libraries->other && !lower_link_declared(module, facts, libraries->other, facts->plan->other)) ||
      (chunks && !lower_link_declared(module, facts, chunks, facts->plan->chunks)))
    return false;
  /* Self-contained builds inline these. Here they must stay: the requests are lowered later, and index functions remain
   * calls in bitcode. */
  for (int kind = 0; kind < REQUEST_KINDS; ++kind)
    lower_keep_apart(lower_request(module, (enum request_kind)kind));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (lower_is_index(f))
      lower_keep_apart(f);
  return chunks;
}
