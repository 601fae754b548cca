/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which functions reach scratch memory: they are inlined into the kernels, and removed if no kernel calls them. Also
 * gives kernels whose work-groups may be too large a second body (larger.h). */
#include "lower/library/library.h"
#include "lower/passes/passes.h"

#include "lower/library/larger.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

/* Is it a function whose callers are to be inlined into the kernels: a request or, while bodies are doubled, one of the
 * library's functions? */
static bool is_reached(const struct lower *lower, LLVMValueRef function) {
  if (lower->doubles)
    return !LLVMIsDeclaration(function) && clgroup_larger_twin(lower->module, function);
  for (int kind = 0; kind < REQUEST_KINDS; ++kind)
    if (lower_request(lower->module, (enum request_kind)kind) == function)
      return true;
  return false;
}

/* Marks the functions that call it, directly or not. With `only_called`, any other use of one of these is an error,
 * unless it is a kernel, to which other things may refer (the list of an attribute, say). */
static void mark_callers(struct lower *lower, LLVMValueRef function, bool only_called) {
  size_t length;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = clgroup_call_by(function, use);
    LLVMValueRef caller = call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
    if (!call && only_called && !clgroup_is_kernel(function))
      lower_fail(lower,
                 "function '%s' calls a work-group function and is used other than by a call (an attribute, a block, a "
                 "pointer): it must be inlined into its kernels, so only call it by its name",
                 LLVMGetValueName2(function, &length));
    if (!caller || lower_has_mark(caller, LOWER_REACHING) || is_reached(lower, caller))
      continue;
    lower_mark(caller, LOWER_REACHING);
    mark_callers(lower, caller, only_called);
  }
}

static void find_reaching(struct lower *lower, bool only_called) {
  lower_drop_marks(lower->module, LOWER_REACHING);
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (is_reached(lower, f))
      mark_callers(lower, f, only_called);
}

void lower_find_reaching(struct lower *lower) {
  find_reaching(lower, true);
}

/* ---- what no kernel calls ---- */

#define CALLED "clgroup-called"

/* Marks those of the marked functions that this one calls, directly or not. */
static void mark_called(LLVMValueRef function) {
  lower_mark(function, CALLED);
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i)) {
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    if (called && lower_has_mark(called, LOWER_REACHING) && !lower_has_mark(called, CALLED))
      mark_called(called);
  }
}

static bool is_unreached(LLVMValueRef function) {
  return LLVMIsAFunction(function) && lower_has_mark(function, LOWER_REACHING) && !lower_has_mark(function, CALLED);
}

/* The function that an element of such a list refers to: the function, a cast of it, or a struct that begins with
 * one. */
static LLVMValueRef listed_function(LLVMValueRef element) {
  while (!LLVMIsAFunction(element) && LLVMIsAUser(element) && LLVMGetNumOperands(element) > 0)
    element = LLVMGetOperand(element, 0);
  return element;
}

/* Rebuilds the list without the functions that no kernel reaches. */
static void shorten(LLVMModuleRef module, const char *name) {
  LLVMValueRef list = LLVMGetNamedGlobal(module, name), old = list ? LLVMGetInitializer(list) : NULL;
  const int count = old && LLVMIsAConstantArray(old) ? LLVMGetNumOperands(old) : 0;
  LLVMValueRef *kept = clgroup_allocate((size_t)count, sizeof *kept);
  unsigned kept_count = 0;
  for (int i = 0; i < count; ++i)
    if (!is_unreached(listed_function(LLVMGetOperand(old, (unsigned)i))))
      kept[kept_count++] = LLVMGetOperand(old, (unsigned)i);
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
}

void lower_drop_unreached(struct lower *lower) {
  static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"};
  bool has_kernel = false, found = false;
  find_reaching(lower, false);
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && clgroup_is_kernel(f)) {
      has_kernel = true;
      if (lower_has_mark(f, LOWER_REACHING))
        mark_called(f);
    }
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); has_kernel && f; f = LLVMGetNextFunction(f))
    if (is_unreached(f)) {
      LLVMSetLinkage(f, LLVMInternalLinkage);
      found = true;
    }
  for (size_t l = 0; found && l < sizeof lists / sizeof lists[0]; ++l)
    shorten(lower->module, lists[l]);
  lower_drop_marks(lower->module, LOWER_REACHING);
  lower_drop_marks(lower->module, CALLED);
  if (found)
    lower_run_passes(lower, "globaldce");
}

/* ---- inlining ---- */

/* Moves the kernel's body into a function that it calls, and returns that. */
static LLVMValueRef split_kernel(LLVMModuleRef module, LLVMValueRef kernel) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const unsigned convention = clgroup_function_convention(module), count = LLVMCountParams(kernel);
  char *name = lower_name_in(kernel, "clgroup.body");
  LLVMTypeRef type = LLVMGlobalGetValueType(kernel);
  LLVMValueRef body = LLVMAddFunction(module, name, type);
  LLVMValueRef *arguments = clgroup_allocate(count, sizeof *arguments);
  LLVMSetLinkage(body, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(body, convention);
  for (unsigned i = 0; i < count; ++i)
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel, i), LLVMGetParam(body, i));
  LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(context, body, "");
  while (LLVMGetFirstBasicBlock(kernel))
    LLVMMoveBasicBlockBefore(LLVMGetFirstBasicBlock(kernel), anchor);
  LLVMDeleteBasicBlock(anchor);

  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, kernel, "entry"));
  LLVMGetParams(kernel, arguments);
  LLVMSetInstructionCallConv(LLVMBuildCall2(builder, type, body, arguments, count, ""), convention);
  LLVMBuildRetVoid(builder);
  LLVMDisposeBuilder(builder);
  free(arguments);
  free(name);
  return body;
}

void lower_inline_each_call(LLVMValueRef function) {
  LLVMSetLinkage(function, LLVMInternalLinkage);
  lower_remove_attribute(function, "optnone");
  lower_inline_always(function);
}

void lower_inline_all(struct lower *lower) {
  bool has_kernels = false, has_others = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    has_kernels |= !LLVMIsDeclaration(f) && clgroup_is_kernel(f);
    has_others |= !LLVMIsDeclaration(f) && !clgroup_is_kernel(f);
  }
  if (!has_kernels || !has_others)
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !clgroup_is_kernel(f))
      lower_inline_each_call(f);
  lower->changed = true;
  lower_run_passes(lower, "always-inline,globaldce");
}

void lower_inline_own_builtins(struct lower *lower) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) || clgroup_is_kernel(f) || !LLVMGetFirstUse(f) ||
        !clgroup_plain_name(LLVMGetValueName2(f, &length), &length))
      continue;
    const LLVMLinkage linkage = LLVMGetLinkage(f); /* another program may import it */
    lower_inline_each_call(f);
    LLVMSetLinkage(f, linkage);
    found = true;
  }
  lower->changed |= found;
  if (found)
    lower_run_passes(lower, "always-inline,globaldce");
}

static bool holds_barrier(LLVMValueRef function) {
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    if (clgroup_is_barrier(i))
      return true;
  return false;
}

void lower_inline_into_kernels(struct lower *lower) {
  LLVMValueRef own = NULL; /* a function of the program, not of the library */
  bool has_kernel = false;
  size_t length;
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    has_kernel |= clgroup_is_kernel(f);
    own = LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage ? own : f;
    if (!clgroup_is_kernel(f))
      lower_inline_each_call(f);
    else if (lower_is_called(f)) /* by other kernels */
      lower_inline_always(f);
  }
  if (own && !has_kernel) {
    lower_fail(lower,
               "function '%s' calls a work-group function and no kernel calls it; compile it together with the "
               "kernels that do, which have its local memory",
               LLVMGetValueName2(own, &length));
    return;
  }
  /* The library's functions for larger work-groups have barriers, which PoCL accepts only in kernels. */
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (lower->options->for_pocl && !lower->doubles && !LLVMIsDeclaration(f) && !clgroup_is_kernel(f) &&
        !is_reached(lower, f) && holds_barrier(f))
      lower_inline_each_call(f);
  lower_run_passes(lower, "always-inline,globaldce");
  find_reaching(lower, true);
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    if (!clgroup_is_kernel(f) || lower_is_called(f))
      lower_fail(lower, "function '%s' calls a work-group function and is recursive; OpenCL C has no recursion",
                 LLVMGetValueName2(f, &length));
    lower_remove_attribute(f, "alwaysinline");
    if (lower_has_attribute(f, "optnone"))
      lower_add_attribute(f, "noinline");
    clgroup_hoist_variables(f);
  }
}

/* ---- second bodies ---- */

/* Does the kernel call a function of the library whose memory depends on the work-group's size? */
static bool depends_on_size(struct lower *lower, LLVMValueRef kernel) {
  const LLVMValueRef sized[] = {lower_request(lower->module, REQUEST_SINGLE_BUFFERED),
                                lower_request(lower->module, REQUEST_DOUBLE_BUFFERED)};
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i; i = clgroup_next_instruction(i)) {
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    if (called && clgroup_larger_twin(lower->module, called) &&
        clgroup_larger_needs_twin(called, sized, sizeof sized / sizeof sized[0]))
      return true;
  }
  return false;
}

void lower_double_bodies(struct lower *lower) {
  const bool has_rank = lower->options->for_spirv && !lower->options->for_pocl;
  clgroup_larger_set_linkage(lower->module, LLVMExternalLinkage);
  lower_drop_unreached(lower);
  lower_find_reaching(lower);
  if (!lower_failed(lower))
    lower_inline_into_kernels(lower);
  for (LLVMValueRef kernel = lower_first(lower->module, LOWER_REACHING); kernel && !lower_failed(lower);
       kernel = lower_next(kernel, LOWER_REACHING)) {
    if (!lower_may_be_larger(lower, kernel) || !depends_on_size(lower, kernel))
      continue;
    LLVMValueRef body = split_kernel(lower->module, kernel);
    LLVMBasicBlockRef block = clgroup_larger_choose(lower->module, kernel, lower->plan->max_work_group_size, has_rank);
    lower_inline_always(body);
    lower_run_passes(lower, "always-inline,globaldce");
    clgroup_hoist_variables(kernel);
    clgroup_larger_call_twins(lower->module, block, has_rank);
  }
  clgroup_larger_set_linkage(lower->module, LLVMInternalLinkage);
  lower->doubles = false;
}

void lower_specialize_chunks(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (LLVMGetFirstUse(f) && clgroup_larger_specialize(f))
      lower_mark(f, LOWER_RUN_ON);
  if (!lower_first(lower->module, LOWER_RUN_ON))
    return;
  lower_run_on(lower, LOWER_RUN_ON, "function(sccp,instsimplify,simplifycfg,adce)", true);
  lower_drop_marks(lower->module, LOWER_RUN_ON);
  /* In kernels the code that computed the rank is dead if the rank is loaded instead. */
  lower_run_on(lower, LOWER_REACHING, "function(dce)", false);
}
