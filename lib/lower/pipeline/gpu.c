/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For targets whose code clang makes, GPUs: links the built-in functions of OpenCL C, which other targets leave to a
 * driver, optimizes, and writes what the target's code generator must know. */
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdlib.h>

static bool is_late(LLVMValueRef function) {
  return lower_begins(lower_name(function), TEXT(CLGROUP_LATE_PREFIX));
}

static bool link_functions(LLVMModuleRef module, const struct facts *facts, const char *path) {
  LLVMModuleRef library = lower_read_library(LLVMGetModuleContext(module), facts->options, path);
  return library && lower_link_declared(module, facts, library, path);
}

/* The file that was found may be another LLVM's. Few kernels need it. */
static void link_libclc(LLVMModuleRef module, const struct facts *facts) {
  const char *path = facts->options->libclc;
  LLVMModuleRef library = path ? lower_read_library(LLVMGetModuleContext(module), facts->options, path) : NULL;
  if (library)
    lower_link_declared(module, facts, library, path);
  else if (path && facts->options->libclc_was_found)
    free(lower_take_error(LLVMGetModuleContext(module)));
}

/* Replaces the calls of a function without arguments by a constant. */
static void answer(LLVMModuleRef module, const char *name, uint64_t value) {
  LLVMValueRef function = LLVMGetNamedFunction(module, name);
  for (LLVMUseRef use = function ? LLVMGetFirstUse(function) : NULL, next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef call = clgroup_call_by(function, use);
    if (call)
      lower_answer(call, value);
  }
}

/* Makes the linked functions internal, and inlines them: the late ones, or all others. Kernels that are called by
 * others are inlined too: a GPU's code cannot call one. */
static void inline_functions(LLVMModuleRef module, bool late) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    if (clgroup_is_kernel(f)) {
      if (lower_is_called(f)) {
        lower_remove_attribute(f, "optnone");
        lower_inline_always(f);
      }
      continue;
    }
    if (LLVMGetLinkage(f) == LLVMLinkOnceODRLinkage)
      LLVMSetLinkage(f, LLVMInternalLinkage);
    if (is_late(f) && !late)
      lower_keep_apart(f);
    else if (is_late(f) || lower_begins(lower_name(f), LOWER_KERNEL_BODY))
      lower_inline_each_call(f);
  }
  lower_run_passes(module, "always-inline,globaldce");
}

/* Runs passes on all functions. */
static void optimise_all(LLVMModuleRef module, const char *passes, bool also_optnone) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !is_late(f))
      lower_mark(f, LOWER_RUN_ON);
  lower_run_on(module, LOWER_RUN_ON, passes, also_optnone);
  lower_drop_marks(module, LOWER_RUN_ON);
}

/* LLVM 15's code generator for NVIDIA fails on kernels with local arguments unless it optimizes them. */
static void allow_code_generator(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (lower_is_for_nvidia(module) && !LLVMIsDeclaration(f))
      lower_remove_attribute(f, "optnone");
}

/* Marks the calls for warps as pure, or removes the mark. LLVM does not know that assembly which is not volatile
 * ends. */
static void mark_exchanges(LLVMModuleRef module, bool as_pure) {
  static const char *const names[] = {"llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.", "llvm.nvvm.redux.sync.",
                                      "llvm.nvvm.match.", NULL};
  const LLVMAttributeIndex index = LLVMAttributeFunctionIndex;
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMAttributeRef pure = lower_attribute(context, LOWER_PURE), ends = lower_attribute(context, "willreturn"),
                   unwinds_not = lower_attribute(context, "nounwind");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      const bool exchanges = called && LLVMIsAFunction(called) && lower_begins_with_one_of(lower_name(called), names);
      if (!exchanges && !(called && LLVMIsAInlineAsm(called)))
        continue;
      LLVMAddCallSiteAttribute(i, index, ends);
      LLVMAddCallSiteAttribute(i, index, unwinds_not);
      if (exchanges && as_pure)
        LLVMAddCallSiteAttribute(i, index, pure);
      else if (exchanges)
        LLVMRemoveCallSiteEnumAttribute(i, index, LLVMGetEnumAttributeKind(pure));
    }
}

/* Removes the calls for warps whose results nothing uses. LLVM keeps them, and ptxas drops some of them: if the warp is
 * not together, the other lanes then shuffle without waiting for it (found on an H100, driver 580). */
static void drop_unused_exchanges(LLVMModuleRef module) {
  if (!lower_is_for_nvidia(module))
    return;
  mark_exchanges(module, true);
  optimise_all(module, "function(sroa,adce)", true);
  mark_exchanges(module, false);
  optimise_all(module, "function(simplifycfg)", true);
}

/* A call of an instruction that meets lanes of a warp, and names them by a value; not redux and match.all, whose
 * results depend on who else is named. */
static bool names_lanes(LLVMValueRef i) {
  static const char *const names[] = {"llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.ballot.sync", "llvm.nvvm.bar.warp.sync",
                                      TEXT(CLGROUP_LATE_PREFIX) "ballot_", NULL};
  LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  return called && LLVMIsAFunction(called) && lower_begins_with_one_of(lower_name(called), names) &&
         !LLVMIsAConstant(LLVMGetOperand(i, 0));
}

/* May it be what some work-items wait by for others, which then must not wait for them? */
static bool may_wait(struct clgroup_uniform *uniform, LLVMValueRef i) {
  static const char *const harmless[] = {"llvm.", TEXT(CLGROUP_LATE_PREFIX), NULL};
  LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
  const bool is_call = called && (!LLVMIsAFunction(called) || !lower_begins_with_one_of(lower_name(called), harmless) ||
                                  lower_begins(lower_name(called), "llvm.nvvm.membar."));
  const bool is_seen = is_call || LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) ||
                       (LLVMIsALoadInst(i) && (LLVMGetVolatile(i) || LLVMGetOrdering(i)));
  LLVMBasicBlockRef block = LLVMGetInstructionParent(i);
  return is_seen && clgroup_uniform_branch(uniform, block) && clgroup_flow_in_loop(&uniform->flow, block);
}

static void name_all_lanes_in(LLVMValueRef call) {
  LLVMValueRef lanes = LLVMGetOperand(call, 0);
  LLVMSetOperand(call, 0, LLVMConstAllOnes(LLVMTypeOf(lanes)));
  if (!lower_begins(lower_name(LLVMGetCalledValue(call)), "llvm.nvvm.vote."))
    return;
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(call)));
  LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(call));
  LLVMValueRef result = LLVMBuildAnd(builder, call, lanes, "");
  LLVMDisposeBuilder(builder);
  LLVMReplaceAllUsesWith(call, result);
  LLVMSetOperand(result, 0, call);
}

/* Where all of the work-group makes a call for the lanes of a tile, it names all lanes of the warp: of lanes that are
 * not a constant ptxas looks which ones name the same, and it has a second path for those that do not. */
static void name_all_lanes(LLVMModuleRef module) {
  for (LLVMValueRef f = clgroup_first_kernel(module); f && lower_is_for_nvidia(module); f = clgroup_next_kernel(f)) {
    struct clgroup_uniform uniform;
    LLVMValueRef i = clgroup_first_instruction(f);
    while (i && !names_lanes(i))
      i = clgroup_next_instruction(i);
    if (!i)
      continue;
    clgroup_uniform_in_group(&uniform, f);
    for (i = clgroup_first_instruction(f); i && !may_wait(&uniform, i);)
      i = clgroup_next_instruction(i);
    for (i = i ? NULL : clgroup_first_instruction(f); i; i = clgroup_next_instruction(i))
      if (names_lanes(i) && !clgroup_uniform_branch(&uniform, LLVMGetInstructionParent(i)))
        name_all_lanes_in(i);
    clgroup_uniform_free(&uniform);
  }
}

/* Code for other architectures is removed even if nothing else is optimized: the code generator fails on it. */
static void optimise(LLVMModuleRef module, const struct facts *facts) {
  optimise_all(module, "function(sroa,sccp,simplifycfg)", true);
  name_all_lanes(module);
  if (facts->options->opt_level)
    optimise_all(module,
                 "function(early-cse<memssa>,simplifycfg," LOWER_INSTCOMBINE ",sccp,simplifycfg,gvn," LOWER_INSTCOMBINE
                 ",simplifycfg,adce)",
                 false);
  inline_functions(module, true);
  if (facts->options->opt_level)
    optimise_all(module, "function(sroa,early-cse,simplifycfg,dce)", false);
}

/* The two arms of a branch may make the same call, each for its own lanes. LLVM's `convergent` allows it to merge these
 * into one call for the lanes of both; `nomerge` does not. */
static void keep_calls_apart(LLVMModuleRef module) {
  const LLVMAttributeIndex index = LLVMAttributeFunctionIndex;
  const unsigned convergent = lower_attribute_kind("convergent");
  LLVMAttributeRef nomerge = lower_attribute(LLVMGetModuleContext(module), "nomerge");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      if (!LLVMIsACallInst(i))
        continue;
      LLVMValueRef called = LLVMIsAFunction(LLVMGetCalledValue(i));
      if (LLVMGetCallSiteEnumAttribute(i, index, convergent) || (called && lower_has_attribute(called, "convergent")))
        LLVMAddCallSiteAttribute(i, index, nomerge);
    }
}

/* Functions that the code generator or the driver defines. LLVM's for NVIDIA lacks these mathematical functions, and
 * crashes. */
static bool is_given(LLVMModuleRef module, const char *name) {
  static const char *const given[] = {"llvm.", "vprintf", "malloc", "free", "__assertfail", "__nvvm_reflect", NULL};
  static const char *const missing[] = {"llvm.exp.", "llvm.log.", "llvm.log10.", "llvm.pow.", NULL};
  return lower_begins_with_one_of(name, given) &&
         !(lower_is_for_nvidia(module) && lower_begins_with_one_of(name, missing));
}

/* SPIR-V may declare a built-in function in another way than the library defines it; such a call would be undefined. */
static void check_types(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
      if (called && LLVMGlobalGetValueType(called) != LLVMGetCalledFunctionType(i))
        lower_fail(module, "function '%s' is called with other types than it is defined with", lower_name(called));
    }
}

/* Why the libclc that was found is not linked, for free(); NULL: it is. Reads it again, only to explain an error. */
static char *libclc_error(LLVMContextRef context, const struct clgroup_llvm_options *options) {
  LLVMModuleRef library = options->libclc ? lower_read_library(context, options, options->libclc) : NULL;
  if (library)
    LLVMDisposeModule(library);
  return lower_take_error(context);
}

static void check_defined(LLVMModuleRef module, const struct facts *facts) {
  const char *libclc = facts->options->libclc;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !lower_failed(module); f = LLVMGetNextFunction(f)) {
    size_t length, characters;
    const char *name = LLVMGetValueName2(f, &length), *plain = clgroup_plain_name(name, &characters);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f) || is_given(module, name))
      continue;
    char *why = libclc_error(LLVMGetModuleContext(module), facts->options);
    lower_fail(module,
               "function '%.*s' (%s) is not defined: not in the inputs, not in clgroup's libraries, and not in %s%s",
               (int)(plain ? characters : length), plain ? plain : name, name, why ? "libclc: " : "",
               why      ? why
               : libclc ? libclc
                        : "libclc, which is not installed: " LOWER_LIBCLC_ADVICE);
    free(why);
  }
}

/* Inlines the built-in functions, except those for a work-group's size, whose calls are answered first. */
static void answer_sizes(LLVMModuleRef module, const struct facts *facts) {
  static const char *const names[] = {CLGROUP_LOCAL_SIZE, CLGROUP_ENQUEUED_LOCAL_SIZE, CLGROUP_LOCAL_ID};
  enum { NAMES = sizeof names / sizeof *names };
  for (int i = 0; i < NAMES; ++i)
    lower_keep_apart(LLVMGetNamedFunction(module, names[i]));
  inline_functions(module, false);
  optimise_all(module, "function(sroa)", true); /* arguments of inlined calls are constants only then */
  lower_answer_about_size(module, facts);
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f)) {
    lower_answer_sizes_in(module, facts, f);
    lower_write_launch(module, facts, f);
  }
  for (int i = 0; i < NAMES; ++i) {
    LLVMValueRef function = LLVMGetNamedFunction(module, names[i]);
    if (function)
      lower_inline_each_call(function);
  }
  inline_functions(module, false);
}

/* A kernel may ask for sub-groups of a size; a GPU has only its own. */
static void check_sub_groups(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && facts->options->lanes; f = LLVMGetNextFunction(f)) {
    const unsigned size = lower_required_sub_group(f);
    if (size && size != facts->options->lanes)
      lower_fail(module,
                 "kernel '%s' requires sub-groups of %u work-items (intel_reqd_sub_group_size), the target has %u",
                 lower_name(f), size, facts->options->lanes);
  }
}

bool lower_link_builtins(LLVMModuleRef module, const struct facts *facts) {
  lower_warn_of_tiles(module, facts);
  check_sub_groups(module, facts);
  if (lower_failed(module) || !link_functions(module, facts, facts->plan->builtins))
    return false;
  link_libclc(module, facts);
  check_types(module);
  return true;
}

/* In place of the passes of output.c. */
bool lower_finish_gpu(LLVMModuleRef module, const struct facts *facts) {
  answer(module, TEXT(CLGROUP_ARCHITECTURE), facts->options->architecture);
  answer(module, TEXT(CLGROUP_HAS_OFFSETS), facts->options->for_nvidia);
  if (facts->options->lanes)
    answer(module, "llvm.amdgcn.wavefrontsize", facts->options->lanes);
  answer_sizes(module, facts);
  keep_calls_apart(module);
  optimise(module, facts);
  drop_unused_exchanges(module);
  allow_code_generator(module);
  check_defined(module, facts);
  return true;
}
