#include "lower/unreached.h"

#include "lower/calls.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

struct reaching {
  LLVMValueRef function;
  bool called_by_kernel; /* or a kernel itself */
};

struct set {
  struct reaching *items; /* room for all functions of the module */
  size_t count;
};

static struct reaching *find(const struct set *set, LLVMValueRef function) {
  for (size_t i = 0; i < set->count; ++i)
    if (set->items[i].function == function)
      return &set->items[i];
  return NULL;
}

/* The function that calls `function` by this use, or NULL. */
static LLVMValueRef caller(LLVMValueRef function, LLVMUseRef use) {
  LLVMValueRef call = clgroup_call_by(function, use);
  return call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
}

static void add_callers(struct set *set, LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef from = caller(function, use);
    if (from && !find(set, from))
      set->items[set->count++] = (struct reaching){from, clgroup_is_kernel(from)};
  }
}

/* Is one of its callers called by a kernel? */
static bool inherits(const struct set *set, LLVMValueRef function) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef from = caller(function, use);
    const struct reaching *r = from ? find(set, from) : NULL;
    if (r && r->called_by_kernel)
      return true;
  }
  return false;
}

static void mark_called(struct set *set) {
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < set->count; ++i)
      if (!set->items[i].called_by_kernel && inherits(set, set->items[i].function))
        more = set->items[i].called_by_kernel = true;
  }
}

/* The function that an element of such a list refers to: itself, a cast of it, or a struct that begins with one. */
static LLVMValueRef listed_function(LLVMValueRef element) {
  while (!LLVMIsAFunction(element) && LLVMIsAUser(element) && LLVMGetNumOperands(element) > 0)
    element = LLVMGetOperand(element, 0);
  return element;
}

/* Rebuilds the list without the functions that no kernel reaches. */
static bool shorten(LLVMModuleRef module, const char *name, const struct set *set) {
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
    const struct reaching *r = find(set, listed_function(element));
    if (!r || r->called_by_kernel)
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

bool clgroup_free_unreached(LLVMModuleRef module, const LLVMValueRef *targets, size_t target_count, bool *found) {
  static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"};
  size_t functions = 0, kernels = 0;
  *found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    ++functions;
    kernels += !LLVMIsDeclaration(f) && clgroup_is_kernel(f);
  }
  if (!kernels)
    return true;
  struct set set = {.items = calloc(functions, sizeof *set.items)};
  bool ok = set.items;
  for (size_t t = 0; ok && t < target_count; ++t)
    if (targets[t])
      add_callers(&set, targets[t]);
  for (size_t i = 0; i < set.count; ++i)
    add_callers(&set, set.items[i].function);
  mark_called(&set);
  for (size_t i = 0; i < set.count; ++i)
    if (!set.items[i].called_by_kernel) {
      LLVMSetLinkage(set.items[i].function, LLVMInternalLinkage);
      *found = true;
    }
  for (size_t l = 0; *found && ok && l < sizeof lists / sizeof lists[0]; ++l)
    ok = shorten(module, lists[l], &set);
  free(set.items);
  return ok;
}
