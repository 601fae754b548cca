/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* vasprintf */
#include "lower/ir/pass.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

static char *make_text(const char *format, va_list arguments) {
  char *text;
  return clgroup_checked(vasprintf(&text, format, arguments) < 0 ? NULL : text);
}

char *lower_text(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = make_text(format, arguments);
  va_end(arguments);
  return text;
}

/* ---- errors ---- */

struct failure *lower_failure(LLVMContextRef context) {
  return LLVMContextGetDiagnosticContext(context);
}

static bool fail(struct failure *failure, char *text) {
  if (failure->text) {
    free(text);
    return false;
  }
  failure->text = text;
  while ((text = strchr(text, '\n')))
    *text = ' ';
  return false;
}

bool lower_fail_in(LLVMContextRef context, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *text = make_text(format, arguments);
  va_end(arguments);
  return fail(lower_failure(context), text);
}

bool lower_has_debug_info(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, "llvm.dbg.cu") != 0;
}

bool lower_failed(LLVMModuleRef module) {
  return lower_failure(LLVMGetModuleContext(module))->text;
}

char *lower_take_error(LLVMContextRef context) {
  char *text = lower_failure(context)->text;
  lower_failure(context)->text = NULL;
  return text;
}

void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *failure) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  fail(failure, lower_text("%s", text));
  LLVMDisposeMessage(text);
}

/* ---- marks ---- */

void lower_mark(LLVMValueRef function, const char *mark) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(LLVMGetTypeContext(LLVMTypeOf(function)), mark, (unsigned)strlen(mark), "", 0));
}

void lower_unmark(LLVMValueRef function, const char *mark) {
  LLVMRemoveStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark));
}

bool lower_has_mark(LLVMValueRef function, const char *mark) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark, (unsigned)strlen(mark));
}

static LLVMValueRef marked_from(LLVMValueRef function, const char *mark) {
  while (function && !lower_has_mark(function, mark))
    function = LLVMGetNextFunction(function);
  return function;
}

LLVMValueRef lower_first(LLVMModuleRef module, const char *mark) {
  return marked_from(LLVMGetFirstFunction(module), mark);
}

LLVMValueRef lower_next(LLVMValueRef function, const char *mark) {
  return marked_from(LLVMGetNextFunction(function), mark);
}

void lower_drop_marks(LLVMModuleRef module, const char *mark) {
  for (LLVMValueRef f = lower_first(module, mark); f; f = lower_next(f, mark))
    lower_unmark(f, mark);
}

/* ---- functions ---- */

const char *lower_request_name(enum request_kind kind) {
  static const char *const names[REQUEST_KINDS] = {
#define NAME(kind, name) #name,
      CLGROUP_REQUESTS(NAME)
#undef NAME
  };
  return names[kind];
}

LLVMValueRef lower_request(LLVMModuleRef module, enum request_kind kind) {
  return LLVMGetNamedFunction(module, lower_request_name(kind));
}

bool lower_begins_with_one_of(const char *name, const char *const *prefixes) {
  while (*prefixes && !lower_begins(name, *prefixes))
    ++prefixes;
  return *prefixes;
}

bool lower_is_for_nvidia(LLVMModuleRef module) {
  return lower_begins(LLVMGetTarget(module), "nvptx");
}

char *lower_name_in(LLVMValueRef kernel, const char *rest) {
  return lower_text("%s.%s", lower_name(kernel), rest);
}

unsigned lower_attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMAttributeRef lower_attribute(LLVMContextRef context, const char *name) {
  return LLVMCreateEnumAttribute(context, lower_attribute_kind(name), 0);
}

void lower_add_attribute(LLVMValueRef function, const char *name) {
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex,
                          lower_attribute(LLVMGetTypeContext(LLVMTypeOf(function)), name));
}

void lower_remove_attribute(LLVMValueRef function, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, lower_attribute_kind(name));
}

void lower_drop_attribute(LLVMModuleRef module, const char *name) {
  const unsigned kind = lower_attribute_kind(name), whole = (unsigned)LLVMAttributeFunctionIndex;
  for (LLVMValueRef f = kind ? LLVMGetFirstFunction(module) : NULL; f; f = LLVMGetNextFunction(f)) {
    LLVMRemoveEnumAttributeAtIndex(f, whole, kind);
    for (unsigned i = 0; i <= LLVMCountParams(f); ++i)
      LLVMRemoveEnumAttributeAtIndex(f, i, kind);
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      if (!LLVMIsACallInst(i))
        continue;
      LLVMRemoveCallSiteEnumAttribute(i, whole, kind);
      for (unsigned at = 0; at <= LLVMGetNumArgOperands(i); ++at)
        LLVMRemoveCallSiteEnumAttribute(i, at, kind);
    }
  }
}

bool lower_has_attribute(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, lower_attribute_kind(name)) != NULL;
}

bool lower_is_called(LLVMValueRef function) {
  LLVMUseRef use = LLVMGetFirstUse(function);
  while (use && !clgroup_call_by(function, use))
    use = LLVMGetNextUse(use);
  return use;
}

void lower_answer(LLVMValueRef call, uint64_t value) {
  clgroup_replace(call, LLVMConstInt(LLVMTypeOf(call), value, false));
}

/* ---- LLVM's passes ---- */

void lower_run_passes(LLVMModuleRef module, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return;
  char *text = LLVMGetErrorMessage(error);
  lower_fail(module, "LLVM cannot run its passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
}

void lower_run_on(LLVMModuleRef module, const char *mark, const char *passes, bool always) {
  static const char lifted[] = "clgroup-lifted", kept[] = "clgroup-kept";
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    const bool runs = lower_has_mark(f, mark), none = lower_has_attribute(f, "optnone");
    if (LLVMIsDeclaration(f) || runs != none)
      continue;
    if (!runs) {
      lower_add_attribute(f, "optnone");
      lower_mark(f, kept);
    } else if (always) {
      lower_remove_attribute(f, "optnone");
      lower_mark(f, lifted);
    }
  }
  lower_run_passes(module, passes);
  for (LLVMValueRef f = lower_first(module, kept); f; f = lower_next(f, kept))
    lower_remove_attribute(f, "optnone");
  for (LLVMValueRef f = lower_first(module, lifted); f; f = lower_next(f, lifted))
    lower_add_attribute(f, "optnone");
  lower_drop_marks(module, kept);
  lower_drop_marks(module, lifted);
}
