/* Step 3: inlines all code that reaches scratch memory into the kernels; gives kernels whose work-groups may be too
 * large a second body (larger.h). */
#include "lower/library/library.h"

#include "lower/library/larger.h"
#include "lower/passes/legalize.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* Is there a call of `kernel`? */
static bool is_called(struct lower *lower, LLVMValueRef kernel) {
  for (LLVMUseRef use = LLVMGetFirstUse(kernel); use; use = LLVMGetNextUse(use))
    if (lower_calling_function(lower, kernel, use))
      return true;
  return false;
}

bool lower_find_reached(struct lower *lower, struct function_list *list) {
  for (int d = 0; d < REQUEST_KINDS; ++d) {
    lower->request_functions[d] = LLVMGetNamedFunction(lower->module, lower_request_names[d]);
    if (lower->request_functions[d] && !lower->doubles && !lower_list_add(lower, list, lower->request_functions[d]))
      return false;
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); lower->doubles && f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && clgroup_larger_twin(lower->module, f) && !lower_list_add(lower, list, f))
      return false;
  return true;
}

bool lower_find_reaching(struct lower *lower) {
  struct function_list *list = &lower->reaching;
  list->count = 0;
  if (!lower_find_reached(lower, list))
    return false;
  const size_t reached = list->count;
  for (size_t i = 0; i < list->count; ++i)
    for (LLVMUseRef use = LLVMGetFirstUse(list->items[i]); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef caller = lower_calling_function(lower, list->items[i], use);
      if (lower->error || (caller && !lower_list_has(list, caller) && !lower_list_add(lower, list, caller)))
        return false;
    }
  list->count -= reached;
  if (list->count)
    memmove(list->items, list->items + reached, list->count * sizeof *list->items);
  return true;
}

/* Moves the body of a kernel that other kernels call into a function that all of them call, so that it can be inlined
 * into each. Returns that function. */
static LLVMValueRef split_kernel(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const unsigned convention = clgroup_function_convention(module);
  char *name = lower_name_in(kernel, "clgroup.body");
  if (!name)
    return NULL;
  LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
  LLVMValueRef body = LLVMAddFunction(module, name, type);
  free(name);
  LLVMSetLinkage(body, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(body, convention);
  /* Debug locations refer to the subprogram that they are in, so it moves with them. */
  LLVMSetSubprogram(body, LLVMGetSubprogram(kernel));
  LLVMSetSubprogram(kernel, NULL);
  for (LLVMUseRef use = LLVMGetFirstUse(kernel), next; use; use = next) {
    LLVMValueRef call = clgroup_call_by(kernel, use);
    next = LLVMGetNextUse(use);
    if (call) {
      LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, body);
      LLVMSetInstructionCallConv(call, convention);
    }
  }
  unsigned count = LLVMCountParams(kernel);
  for (unsigned i = 0; i < count; ++i)
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel, i), LLVMGetParam(body, i));
  LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(context, body, "");
  while (LLVMGetFirstBasicBlock(kernel))
    LLVMMoveBasicBlockBefore(LLVMGetFirstBasicBlock(kernel), anchor);
  LLVMDeleteBasicBlock(anchor);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, kernel, "entry"));
  LLVMValueRef *arguments = malloc((count + 1) * sizeof *arguments);
  if (arguments) {
    LLVMGetParams(kernel, arguments);
    LLVMSetInstructionCallConv(LLVMBuildCall2(builder, type, body, arguments, count, ""), convention);
    LLVMBuildRetVoid(builder);
  }
  LLVMDisposeBuilder(builder);
  free(arguments);
  return arguments ? body : NULL;
}

void lower_inline_each_call(struct lower *lower, LLVMValueRef function) {
  LLVMSetLinkage(function, LLVMInternalLinkage);
  lower_remove_attribute(function, "optnone");
  lower_inline_always(lower, function);
  /* Call sites have noinline too: llvm-spirv -r copies the function's attributes to them. */
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
    if (LLVMIsACallInst(LLVMGetUser(use)))
      LLVMRemoveCallSiteEnumAttribute(LLVMGetUser(use), LLVMAttributeFunctionIndex, lower_attribute_kind("noinline"));
}

bool lower_inline_all(struct lower *lower, bool *changed) {
  bool has_kernels = false, has_others = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    has_kernels |= !LLVMIsDeclaration(f) && clgroup_is_kernel(f);
    has_others |= !LLVMIsDeclaration(f) && !clgroup_is_kernel(f);
  }
  if (!has_kernels || !has_others)
    return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f) && !clgroup_is_kernel(f))
      lower_inline_each_call(lower, f);
  }
  *changed = true;
  return lower_run_passes(lower, "always-inline,globaldce");
}

bool lower_inline_own_builtins(struct lower *lower, bool *changed) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) || clgroup_is_kernel(f) || !LLVMGetFirstUse(f) ||
        !clgroup_plain_name(LLVMGetValueName2(f, &length), &length))
      continue;
    const LLVMLinkage linkage = LLVMGetLinkage(f); /* another program may import it */
    lower_inline_each_call(lower, f);
    LLVMSetLinkage(f, linkage);
    found = true;
  }
  *changed |= found;
  return !found || lower_run_passes(lower, "always-inline,globaldce");
}

static bool is_request_function(const struct lower *lower, LLVMValueRef function) {
  for (int d = 0; d < REQUEST_KINDS; ++d)
    if (lower->request_functions[d] == function)
      return true;
  return false;
}

static bool holds_barrier(LLVMValueRef function) {
  for (LLVMValueRef i = clgroup_first(function); i; i = clgroup_next(i))
    if (clgroup_is_barrier(i))
      return true;
  return false;
}

/* The library's functions for larger work-groups have barriers, which PoCL accepts only in kernels. */
static bool inline_barriers(struct lower *lower) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !clgroup_is_kernel(f) && !is_request_function(lower, f) && holds_barrier(f)) {
      lower_inline_each_call(lower, f);
      found = true;
    }
  return !found || (lower_run_passes(lower, "always-inline,globaldce") && lower_find_reaching(lower));
}

/* Inlines each function that reaches a request and is not a kernel. Searches again after each, since inlining deletes
 * functions. */
static bool inline_functions(struct lower *lower) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    if (!clgroup_is_kernel(list->items[i]))
      lower_inline_each_call(lower, list->items[i]);
  return lower_run_passes(lower, "always-inline,globaldce") && lower_find_reaching(lower);
}

/* Does `caller` call a kernel that reaches a request? */
static bool calls_kernel(struct lower *lower, LLVMValueRef caller) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    for (LLVMUseRef use = LLVMGetFirstUse(list->items[i]); use; use = LLVMGetNextUse(use))
      if (lower_calling_function(lower, list->items[i], use) == caller)
        return true;
  return false;
}

/* A kernel that is called and does not call a kernel itself, or NULL. */
static LLVMValueRef find_called_leaf(struct lower *lower) {
  const struct function_list *list = &lower->reaching;
  for (size_t i = 0; i < list->count; ++i)
    if (is_called(lower, list->items[i]) && !calls_kernel(lower, list->items[i]))
      return list->items[i];
  return NULL;
}

bool lower_inline_into_kernels(struct lower *lower) {
  struct function_list *list = &lower->reaching;
  size_t kernels = 0, length;
  for (size_t i = 0; i < list->count; ++i)
    kernels += clgroup_is_kernel(list->items[i]);
  if (list->count && !kernels)
    return lower_fail(lower,
                      "function '%s' calls a work-group function and no kernel calls it; compile it together with the "
                      "kernels that do, which have its local memory",
                      LLVMGetValueName2(list->items[list->count - 1], &length));
  if (!inline_functions(lower))
    return false;

  /* The only calls left are those of kernels. One kernel in each round, which calls no other: LLVM 19 loses allocas
   * that are inlined into a function whose blocks were moved. */
  for (LLVMValueRef kernel; (kernel = find_called_leaf(lower));) {
    LLVMValueRef body = split_kernel(lower->module, kernel);
    if (!body)
      return lower_fail(lower, "out of memory");
    if (!lower_list_add(lower, list, body) || !inline_functions(lower))
      return false;
  }
  if (lower->error)
    return false;

  /* A function that could not be inlined is recursive. */
  for (size_t i = 0; i < list->count; ++i)
    if (!clgroup_is_kernel(list->items[i]) || is_called(lower, list->items[i]))
      return lower_fail(lower, "function '%s' calls a work-group function and is recursive; OpenCL C has no recursion",
                        LLVMGetValueName2(list->items[i], &length));
  if (lower->options->for_pocl && !lower->doubles && !inline_barriers(lower)) /* of the library too */
    return false;
  for (size_t i = 0; i < list->count; ++i)
    clgroup_hoist_variables(list->items[i]);
  return true;
}

/* Does the kernel call a function of the library whose memory depends on the work-group's size? */
static bool depends_on_size(struct lower *lower, LLVMValueRef kernel) {
  const LLVMValueRef sized[] = {lower->request_functions[REQUEST_SINGLE_BUFFERED],
                                lower->request_functions[REQUEST_DOUBLE_BUFFERED]};
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    if (!clgroup_larger_twin(lower->module, f) || !clgroup_larger_needs_twin(f, sized, sizeof sized / sizeof sized[0]))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (lower_calling_function(lower, f, use) == kernel)
        return true;
  }
  return false;
}

bool lower_double_bodies(struct lower *lower) {
  struct function_list blocks = {0}; /* the first blocks of the second bodies, as values */
  const bool has_rank = lower->options->for_spirv && !lower->options->for_pocl;
  clgroup_larger_set_linkage(lower->module, LLVMExternalLinkage);
  bool ok = lower_drop_unreached(lower) && lower_find_reaching(lower) && lower_inline_into_kernels(lower);
  for (size_t i = 0; ok && i < lower->reaching.count; ++i) {
    LLVMValueRef kernel = lower->reaching.items[i];
    LLVMMetadataRef program = LLVMGetSubprogram(kernel);
    if (!lower_may_be_larger(lower, kernel) || !depends_on_size(lower, kernel))
      continue;
    LLVMValueRef body = split_kernel(lower->module, kernel);
    if (!body) {
      ok = lower_fail(lower, "out of memory");
      break;
    }
    LLVMValueRef rank;
    LLVMBasicBlockRef block =
        clgroup_larger_choose(lower->module, kernel, lower->plan->max_work_group_size, has_rank ? &rank : NULL);
    ok = lower_list_add(lower, &blocks, LLVMBasicBlockAsValue(block)) &&
         (!has_rank || lower_list_add(lower, &lower->ranks, rank));
    lower_inline_always(lower, body);
    LLVMSetSubprogram(body, NULL);
    LLVMSetSubprogram(kernel, program);
  }
  ok = ok && lower_run_passes(lower, "always-inline,globaldce");
  for (size_t i = 0; ok && i < blocks.count; ++i) {
    LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks.items[i]);
    clgroup_hoist_variables(LLVMGetBasicBlockParent(block));
    ok = clgroup_larger_call_twins(lower->module, block, has_rank ? lower->ranks.items[i] : NULL) ||
         lower_fail(lower, "out of memory");
  }
  free(blocks.items);
  clgroup_larger_set_linkage(lower->module, LLVMInternalLinkage);
  lower->doubles = false;
  return ok;
}

bool lower_specialize_chunks(struct lower *lower) {
  struct function_list loops = {0};
  bool ok = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstUse(f) && clgroup_larger_specialize(f))
      ok = lower_list_add(lower, &loops, f);
  /* In kernels what computed the rank, where that is loaded instead, is dead. */
  ok = ok && (!loops.count || (lower_run_on(lower, &loops, "function(sccp,instsimplify,simplifycfg,adce)", true) &&
                               lower_run_on(lower, &lower->reaching, "function(dce)", false)));
  free(loops.items);
  return ok;
}
