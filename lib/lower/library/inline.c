/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which functions reach scratch memory: they are inlined into the kernels, and removed if no kernel calls them. Also
 * gives kernels whose work-groups may be too large a second body (larger.c). */
#include "lower/library/library.h"
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdlib.h>

#include <llvm-c/DebugInfo.h>

/* Is it a function whose callers are to be inlined into the kernels: a request or, while bodies are doubled, one of the
 * library's functions? */
static bool is_reached(LLVMModuleRef module, LLVMValueRef function, bool doubles) {
  if (doubles)
    return !LLVMIsDeclaration(function) && clgroup_larger_twin(module, function);
  for (int kind = 0; kind < REQUEST_KINDS; ++kind)
    if (lower_request(module, (enum request_kind)kind) == function)
      return true;
  return false;
}

/* Marks the functions that call it, directly or not. With `only_called`, any other use of one of these is an error,
 * unless it is a kernel, to which other things may refer (the list of an attribute, say). */
static void mark_callers(LLVMModuleRef module, LLVMValueRef function, bool doubles, bool only_called) {
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = clgroup_call_by(function, use);
    LLVMValueRef caller = call ? LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)) : NULL;
    if (!call && only_called && !clgroup_is_kernel(function))
      lower_fail(module,
                 "function '%s' calls a work-group function and is used other than by a call (an attribute, a block, a "
                 "pointer): it must be inlined into its kernels, so only call it by its name",
                 lower_name(function));
    if (!caller || lower_has_mark(caller, LOWER_REACHING) || is_reached(module, caller, doubles))
      continue;
    lower_mark(caller, LOWER_REACHING);
    mark_callers(module, caller, doubles, only_called);
  }
}

static void find_reaching(LLVMModuleRef module, bool doubles, bool only_called) {
  lower_drop_marks(module, LOWER_REACHING);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (is_reached(module, f, doubles))
      mark_callers(module, f, doubles, only_called);
}

/* Marks the functions from which a request can be reached, the kernels among them: LOWER_REACHING. */
bool lower_find_reaching(LLVMModuleRef module) {
  find_reaching(module, false, true);
  return false;
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

static bool drop_unreached(LLVMModuleRef module, bool doubles) {
  static const char *const lists[] = {"llvm.used", "llvm.compiler.used", "llvm.global.annotations"};
  const bool has_kernel = clgroup_first_kernel(module);
  bool found = false;
  find_reaching(module, doubles, false);
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    if (lower_has_mark(f, LOWER_REACHING))
      mark_called(f);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); has_kernel && f; f = LLVMGetNextFunction(f))
    if (is_unreached(f)) {
      LLVMSetLinkage(f, LLVMInternalLinkage);
      found = true;
    }
  for (size_t l = 0; found && l < sizeof lists / sizeof lists[0]; ++l)
    shorten(module, lists[l]);
  lower_drop_marks(module, LOWER_REACHING);
  lower_drop_marks(module, CALLED);
  if (found)
    lower_run_passes(module, "globaldce");
  return found;
}

/* In a module with kernels, removes the functions that reach a request and that no kernel calls, with their entries in
 * LLVM's lists of functions to keep (the attribute `used`) and of annotations: other compilers accept such functions,
 * and another module that calls them gets an error from its linker. */
bool lower_drop_unreached(LLVMModuleRef module) {
  return drop_unreached(module, false);
}

/* Removes the bodies of kernels that clang from 21 on writes as functions too, for kernels that call those, and has
 * inlined into all of them. A module that is otherwise unchanged keeps them: it is what clang made, to the byte. */
bool lower_drop_bodies(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
    const char *name = lower_kernel_name(f);
    next = LLVMGetNextFunction(f);
    if (name == lower_name(f) || LLVMGetFirstUse(f) || !LLVMGetNamedFunction(module, name))
      continue;
    LLVMDeleteFunction(f);
    found = true;
  }
  return found;
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

/* If there are kernels, inlines all functions, so that only kernels are left: PoCL 6 cannot link functions that query
 * ids, and rusticl loses private memory of functions, which without optimization are many. */
bool lower_inline_all(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = clgroup_first_kernel(module) ? LLVMGetFirstFunction(module) : NULL; f;
       f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !clgroup_is_kernel(f)) {
      lower_inline_each_call(f);
      found = true;
    }
  if (found)
    lower_run_passes(module, "always-inline,globaldce");
  return found;
}

/* Inlines the program's functions that have names of built-in ones, by `overloadable` or C++
 * (_Z21work_group_reduce_addi). llvm-spirv decides by names: it makes an instruction of such a call, although the
 * function is defined. */
bool lower_inline_own_builtins(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length;
    if (LLVMIsDeclaration(f) || clgroup_is_kernel(f) || !LLVMGetFirstUse(f) ||
        !clgroup_plain_name(LLVMGetValueName2(f, &length), &length))
      continue;
    const LLVMLinkage linkage = LLVMGetLinkage(f); /* another program may import it */
    lower_inline_each_call(f);
    LLVMSetLinkage(f, linkage);
    found = true;
  }
  if (found)
    lower_run_passes(module, "always-inline,globaldce");
  return found;
}

static bool inline_into_kernels(LLVMModuleRef module, bool for_pocl, bool doubles) {
  LLVMValueRef own = NULL; /* a function of the program, not of the library */
  bool has_kernel = false;
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    has_kernel |= clgroup_is_kernel(f);
    own = LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage ? own : f;
    if (!clgroup_is_kernel(f))
      lower_inline_each_call(f);
    else if (lower_is_called(f)) /* by other kernels */
      lower_inline_always(f);
  }
  if (own && !has_kernel)
    return lower_fail(module,
                      "function '%s' calls a work-group function and no kernel calls it; compile it together with the "
                      "kernels that do, which have its local memory",
                      lower_name(own));
  /* The library's functions for larger work-groups have barriers, which PoCL accepts only in kernels. */
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (for_pocl && !doubles && !LLVMIsDeclaration(f) && !clgroup_is_kernel(f) && !is_reached(module, f, doubles) &&
        clgroup_holds_barrier(f))
      lower_inline_each_call(f);
  lower_run_passes(module, "always-inline,globaldce");
  find_reaching(module, doubles, true);
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    if (!clgroup_is_kernel(f) || lower_is_called(f))
      lower_fail(module, "function '%s' calls a work-group function and is recursive; OpenCL C has no recursion",
                 lower_name(f));
    lower_remove_attribute(f, "alwaysinline");
    if (lower_has_attribute(f, "optnone"))
      lower_add_attribute(f, "noinline");
    clgroup_hoist_variables(f);
  }
  return true;
}

/* Inlines into the kernels what reaches a request. */
bool lower_inline_into_kernels(LLVMModuleRef module, const struct facts *facts) {
  return inline_into_kernels(module, facts->options->for_pocl, false);
}

/* ---- second bodies ---- */

/* Gives kernels whose work-groups may be larger than their scratch allows a second body (larger.c). */
bool lower_double_bodies(LLVMModuleRef module, const struct facts *facts) {
  const bool has_rank = facts->options->for_spirv && !facts->options->for_pocl;
  clgroup_larger_set_linkage(module, LLVMExternalLinkage);
  drop_unreached(module, true);
  find_reaching(module, true, true);
  if (!lower_failed(module))
    inline_into_kernels(module, facts->options->for_pocl, true);
  for (LLVMValueRef kernel = lower_first(module, LOWER_REACHING); kernel && !lower_failed(module);
       kernel = lower_next(kernel, LOWER_REACHING)) {
    if (!lower_may_be_larger(facts, kernel) || !clgroup_larger_depends_on_size(module, kernel))
      continue;
    LLVMValueRef body = split_kernel(module, kernel);
    LLVMBasicBlockRef block = clgroup_larger_choose(module, kernel, facts->plan->max_work_group_size, has_rank);
    lower_inline_always(body);
    lower_run_passes(module, "always-inline,globaldce");
    clgroup_hoist_variables(kernel);
    clgroup_larger_call_twins(module, block, has_rank);
  }
  clgroup_larger_set_linkage(module, LLVMInternalLinkage);
  return true;
}
