/* Helper functions that no kernel calls. */
#include "lower/library/library.h"

#include <stdlib.h>

/* The function that calls `function` by this use of it, or NULL. */
static LLVMValueRef caller_by(LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef call = clgroup_call_by(function, use);
  return call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
}

static bool calls(LLVMValueRef caller, LLVMValueRef function) {
  LLVMUseRef use = LLVMGetFirstUse(function);
  while (use && caller_by(function, use) != caller)
    use = LLVMGetNextUse(use);
  return use;
}

/* Adds the functions that call one of the list's, directly or not. */
static bool add_callers(struct lower *lower, struct function_list *list) {
  for (size_t i = 0; i < list->count; ++i)
    for (LLVMUseRef use = LLVMGetFirstUse(list->items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef caller = caller_by(list->items[i], use);
      if (caller && !lower_list_has(list, caller) && !lower_list_add(lower, list, caller))
        return false;
    }
  return true;
}

/* Lists those of `reaching` that are kernels, or that one of the list calls. */
static bool add_called(struct lower *lower, const struct function_list *reaching, struct function_list *list) {
  for (size_t i = 0; i < reaching->count; ++i)
    if (clgroup_is_kernel(reaching->items[i]) && !lower_list_add(lower, list, reaching->items[i]))
      return false;
  for (size_t i = 0; i < list->count; ++i)
    for (size_t k = 0; k < reaching->count; ++k)
      if (calls(list->items[i], reaching->items[k]) && !lower_list_has(list, reaching->items[k]) &&
          !lower_list_add(lower, list, reaching->items[k]))
        return false;
  return true;
}

/* The function that an element of such a list refers to: itself, a cast of it, or a struct that begins with one. */
static LLVMValueRef listed_function(LLVMValueRef element) {
  while (!LLVMIsAFunction(element) && LLVMIsAUser(element) && LLVMGetNumOperands(element) > 0)
    element = LLVMGetOperand(element, 0);
  return element;
}

/* Rebuilds the list without the functions that no kernel reaches. Returns false when out of memory. */
static bool shorten(LLVMModuleRef module, const char *name, const struct function_list *unreached) {
  LLVMValueRef list = LLVMGetNamedGlobal(module, name), old = list ? LLVMGetInitializer(list) : NULL;
  int count = old && LLVMIsAConstantArray(old) ? LLVMGetNumOperands(old) : 0;
  LLVMValueRef *kept = count ? malloc((size_t)count * sizeof *kept) : NULL;
  unsigned kept_count = 0;
  if (!count)
    return true;
  if (!kept)
    return false;
  for (int i = 0; i < count; ++i) {
    LLVMValueRef element = LLVMGetOperand(old, (unsigned)i);
    if (!lower_list_has(unreached, listed_function(element)))
      kept[kept_count++] = element;
  }
  if (kept_count < (unsigned)count) {
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(old));
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(list));
    LLVMSetValueName2(list, "", 0);
    if (kept_count) {
      LLVMValueRef shorter = LLVMAddGlobalInAddressSpace(module, LLVMArrayType(element, kept_count), name, space);
      LLVMSetInitializer(shorter, LLVMConstArray(element, kept, kept_count));
      LLVMSetLinkage(shorter, LLVMGetLinkage(list));
      LLVMSetSection(shorter, LLVMGetSection(list));
    }
    LLVMDeleteGlobal(list);
  }
  free(kept);
  return true;
}

static bool has_kernel(LLVMModuleRef module) {
  LLVMValueRef f = LLVMGetFirstFunction(module);
  while (f && (LLVMIsDeclaration(f) || !clgroup_is_kernel(f)))
    f = LLVMGetNextFunction(f);
  return f;
}

bool lower_drop_unreached(struct lower *lower) {
  static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"};
  struct function_list reaching = {0}, called = {0}, unreached = {0};
  bool ok = !has_kernel(lower->module) || (lower_find_reached(lower, &reaching) && add_callers(lower, &reaching) &&
                                           add_called(lower, &reaching, &called));
  for (size_t i = 0; ok && i < reaching.count; ++i)
    if (!LLVMIsDeclaration(reaching.items[i]) && !lower_list_has(&called, reaching.items[i])) {
      LLVMSetLinkage(reaching.items[i], LLVMInternalLinkage);
      ok = lower_list_add(lower, &unreached, reaching.items[i]);
    }
  for (size_t l = 0; unreached.count && ok && l < sizeof lists / sizeof lists[0]; ++l)
    ok = shorten(lower->module, lists[l], &unreached) || lower_fail(lower, "out of memory");
  ok = ok && (!unreached.count || lower_run_passes(lower, "globaldce"));
  free(reaching.items);
  free(called.items);
  free(unreached.items);
  return ok;
}
