/* Code that the steps of the lowering share: errors, lists of functions, attributes, passes. */
#define _GNU_SOURCE /* asprintf */
#include "lower/ir/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

const char *const lower_request_names[REQUEST_KINDS] = {
#define NAME(kind, name) #name,
    CLGROUP_REQUESTS(NAME)
#undef NAME
};

bool lower_fail(struct lower *lower, const char *text, ...) {
  if (!lower->error) {
    va_list arguments;
    va_start(arguments, text);
    if (vasprintf(&lower->error, text, arguments) < 0)
      lower->error = NULL;
    va_end(arguments);
    for (char *c = lower->error; c && *c; ++c)
      if (*c == '\n')
        *c = ' ';
  }
  return false;
}

void lower_on_diagnostic(LLVMDiagnosticInfoRef info, void *data) {
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  lower_fail(data, "%s", text);
  LLVMDisposeMessage(text);
}

bool lower_begins_with_one_of(const char *name, const char *const *prefixes) {
  while (*prefixes && strncmp(name, *prefixes, strlen(*prefixes)) != 0)
    ++prefixes;
  return *prefixes;
}

bool lower_is_for_nvidia(const struct lower *lower) {
  return !strncmp(LLVMGetTarget(lower->module), "nvptx", 5);
}

bool lower_list_add(struct lower *lower, struct function_list *list, LLVMValueRef function) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 16;
    LLVMValueRef *items = realloc(list->items, capacity * sizeof *items);
    if (!items)
      return lower_fail(lower, "out of memory");
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = function;
  return true;
}

bool lower_list_has(const struct function_list *list, LLVMValueRef function) {
  for (size_t i = 0; i < list->count; ++i)
    if (list->items[i] == function)
      return true;
  return false;
}

char *lower_name_in(LLVMValueRef kernel, const char *rest) {
  size_t length;
  char *text;
  return asprintf(&text, "%s.%s", LLVMGetValueName2(kernel, &length), rest) < 0 ? NULL : text;
}

unsigned lower_attribute_kind(const char *name) {
  return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

LLVMAttributeRef lower_attribute(struct lower *lower, const char *name) {
  return LLVMCreateEnumAttribute(lower->context, lower_attribute_kind(name), 0);
}

void lower_add_attribute(struct lower *lower, LLVMValueRef function, const char *name) {
  LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, lower_attribute(lower, name));
}

void lower_remove_attribute(LLVMValueRef function, const char *name) {
  LLVMRemoveEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, lower_attribute_kind(name));
}

bool lower_has_attribute(LLVMValueRef function, const char *name) {
  return LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, lower_attribute_kind(name)) != NULL;
}

LLVMValueRef lower_calling_function(struct lower *lower, LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef call = clgroup_call_by(function, use);
  if (call)
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  size_t length;
  if (!clgroup_is_kernel(function))
    lower_fail(lower,
               "function '%s' calls a work-group function and is used other than by a call (an attribute, a block, a "
               "pointer): it must be inlined into its kernels, so only call it by its name",
               LLVMGetValueName2(function, &length));
  return NULL;
}

bool lower_run_passes(struct lower *lower, const char *passes) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(lower->module, passes, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!error)
    return true;
  char *text = LLVMGetErrorMessage(error);
  lower_fail(lower, "LLVM cannot run its passes '%s': %s", passes, text);
  LLVMDisposeErrorMessage(text);
  return false;
}

bool lower_run_on(struct lower *lower, const struct function_list *functions, const char *passes, bool always) {
  struct function_list lifted = {0}, kept = {0};
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f)) {
    const bool reaches = lower_list_has(functions, f), none = lower_has_attribute(f, "optnone");
    if (!LLVMIsDeclaration(f) && !reaches && !none)
      ok = lower_list_add(lower, &kept, f);
    else if (reaches && none && always)
      ok = lower_list_add(lower, &lifted, f);
  }
  for (size_t i = 0; i < kept.count; ++i)
    lower_add_attribute(lower, kept.items[i], "optnone");
  for (size_t i = 0; i < lifted.count; ++i)
    lower_remove_attribute(lifted.items[i], "optnone");
  ok = ok && lower_run_passes(lower, passes);
  for (size_t i = 0; i < kept.count; ++i)
    lower_remove_attribute(kept.items[i], "optnone");
  for (size_t i = 0; i < lifted.count; ++i)
    lower_add_attribute(lower, lifted.items[i], "optnone");
  free(kept.items);
  free(lifted.items);
  return ok;
}
