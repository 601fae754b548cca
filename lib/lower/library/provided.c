/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links functions of OpenCL C that the device lacks (options->provide). They stand in the module as they would in the
 * program's source, so that all other passes see what they are made of: work-group functions, which link-library links,
 * or the device's own functions. */
#include "lower/library/library.h"

#include "names/mangled.h"

#include <stdio.h>

/* Names by which llvm-spirv, up to some version, translates SPIR-V's instructions, and OpenCL C's. */
static const struct {
  const char *translated, *standard;
} names[] = {
    {"_Z20__spirv_SDotKHR_RintDv4_cS_", "_Z3dotDv4_cS_"},
    {"_Z21__spirv_UDotKHR_RuintDv4_cS_", "_Z3dotDv4_hS_"},
    {"_Z21__spirv_SUDotKHR_RintDv4_cS_", "_Z3dotDv4_cDv4_h"},
    {"_Z26__spirv_SDotAccSatKHR_RintDv4_cS_i", "_Z11dot_acc_satDv4_cS_i"},
    {"_Z27__spirv_UDotAccSatKHR_RuintDv4_cS_i", "_Z11dot_acc_satDv4_hS_j"},
    {"_Z27__spirv_SUDotAccSatKHR_RintDv4_cS_i", "_Z11dot_acc_satDv4_cDv4_hi"},
};

/* sub_group_reduce_bitwise_and is sub_group_reduce_and. Returns the standard name, in `made`, or NULL. */
static const char *without_bitwise(const char *name, char *made, size_t room) {
  static const char word[] = "bitwise_";
  enum { WORD = sizeof word - 1 };
  size_t length;
  const char *plain = clgroup_plain_name(name, &length), *at = plain ? strstr(plain, word) : NULL;
  if (!at || !lower_begins(plain, "sub_group_"))
    return NULL;
  const int written = snprintf(made, room, "_Z%zu%.*s%s", length - WORD, (int)(at - plain), plain, at + WORD);
  return written > 0 && (size_t)written < room ? made : NULL;
}

static void rename_translated(LLVMModuleRef module, bool whole_sub_groups) {
  char made[256];
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    next = LLVMGetNextFunction(f);
    const char *name = lower_name(f);
    const char *standard = whole_sub_groups ? without_bitwise(name, made, sizeof made) : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (!strcmp(name, names[i].translated))
        standard = names[i].standard;
    LLVMValueRef same = standard && LLVMIsDeclaration(f) ? LLVMGetNamedFunction(module, standard) : NULL;
    if (same)
      LLVMReplaceAllUsesWith(f, same);
    else if (standard && LLVMIsDeclaration(f))
      LLVMSetValueName2(f, standard, strlen(standard));
  }
}

/* In a module for a CPU, clang passes vectors as its calling convention does: an int2 as a double, say. */
static bool calls_any(LLVMModuleRef module, LLVMModuleRef library) {
  bool calls = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef given =
        LLVMIsDeclaration(f) && LLVMGetFirstUse(f) ? LLVMGetNamedFunction(library, lower_name(f)) : NULL;
    if (!given || LLVMIsDeclaration(given))
      continue;
    if (LLVMGlobalGetValueType(given) != LLVMGlobalGetValueType(f))
      return lower_fail(module,
                        "function '%s' is not provided for target '%s', where clang passes its vectors as other types: "
                        "call it for each element",
                        lower_name(f), LLVMGetTarget(module));
    calls = true;
  }
  return calls;
}

/* Returns whether it has linked any. */
static bool link_module(LLVMModuleRef module, const struct facts *facts, const char *path) {
  LLVMModuleRef library = lower_read_library(LLVMGetModuleContext(module), facts->options, path);
  if (!library)
    return false;
  if (calls_any(module, library))
    return lower_link_declared(module, facts, library, path);
  LLVMDisposeModule(library);
  return false;
}

/* A driver that lacks the functions would fail on those that are left. */
static bool check_all_linked(LLVMModuleRef module, const struct facts *facts) {
  unsigned provided = facts->plan->extensions;
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT && !facts->plan->whole_sub_groups; i++)
    if (!clgroup_extension_module(provided, i))
      provided &= ~(1u << i);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t characters;
    const char *name = lower_name(f), *plain = clgroup_plain_name(name, &characters);
    const unsigned having = plain ? clgroup_extension_of(plain, characters, false) : 0;
    /* Where another extension has the function too, for other types, the device has it. */
    const bool is_own = !facts->plan->whole_sub_groups && having & ~provided;
    if (having & provided && !is_own && LLVMIsDeclaration(f) && LLVMGetFirstUse(f))
      return lower_fail(module, "function '%.*s' (%s) is not provided for these types", (int)characters, plain, name);
  }
  return true;
}

/* Links and inlines the functions that the module calls of those that the device lacks (generic/provided). SPIR-V's
 * translator goes by names, and would make the device's own instructions of calls that are left. */
bool lower_link_provided(LLVMModuleRef module, const struct facts *facts) {
  bool linked = false;
  rename_translated(module, facts->plan->whole_sub_groups);
  size_t count = 0;
  while (facts->plan->provided[count])
    count++;
  /* The last first: some are made of functions of those before them. */
  while (count && !lower_failed(module))
    linked |= link_module(module, facts, facts->plan->provided[--count]);
  if (lower_failed(module) || !check_all_linked(module, facts) || !linked ||
      (facts->plan->whole_sub_groups && !lower_settle_sub_groups(module)))
    return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      lower_inline_each_call(f);
  lower_run_passes(module, "always-inline,globaldce");
  return true;
}

/* Fails on a call of a function that SPIR-V before 1.3 lacks: llvm-spirv 15 would abort. The module may have a function
 * of such a name itself. */
bool lower_check_version(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    const char *name = clgroup_plain_name(LLVMGetValueName2(f, &length), &length);
    unsigned of = name && LLVMIsDeclaration(f) && LLVMGetFirstUse(f) ? clgroup_extension_of(name, length, false) : 0;
    of &= ~CLGROUP_HAS(subgroup_rotate);
    for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
      if (of >> i & 1 && clgroup_extensions[i].by_part)
        return lower_fail(module,
                          "function '%.*s' is in SPIR-V from 1.3 on: add --spirv-version=1.3, if the driver takes it",
                          (int)length, name);
  }
  return false;
}
