/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links the device library into LLVM modules and lowers scratch memory, by LLVM's C API: the table of passes, in their
 * order, and what runs it.
 *
 * In short: read the inputs; link the library functions that they declare and do not define; inline all code that
 * reaches scratch memory into the kernels (some drivers allocate local memory per kernel only where the kernel's own
 * body uses it); replace the library's requests (generic/scratch.h) by addresses in variables of each kernel; for GPUs
 * link the built-in functions of OpenCL C and optimize all (gpu.c), else optimize the changed kernels again; write. */
#include "lower/ir/addresses.h"
#include "lower/ir/flow.h"
#include "lower/library/larger.h"
#include "lower/library/library.h"
#include "lower/passes/passes.h"
#include "lower/pipeline/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is the function used in another way than being called? */
static bool takes_addresses(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (!clgroup_call_by(f, use))
        return true;
  return false;
}

static void check_calls(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : f;
      size_t length;
      if (LLVMIsAInstruction(called) || LLVMIsAArgument(called))
        lower_fail(lower, "'%s' calls a function by a pointer, which SPIR-V does not have: call it by its name",
                   LLVMGetValueName2(f, &length));
    }
}

/* For C++: inlines its functions into the kernels, and replaces generic pointers (spaces.c). Mesa's compiler crashes on
 * a variable that contains a pointer to another variable, such as an operator that captures by reference, unless both
 * become registers. */
static void lower_cpp(struct lower *lower) {
  const bool passes_functions = takes_addresses(lower->module);
  const bool optimises = (lower->options->opt_level && !lower->options->raw) || passes_functions;
  lower->changed = true;
  if (strncmp(LLVMGetTarget(lower->module), "spir", 4) != 0)
    return;
  if (lower->options->opt_level || passes_functions || clgroup_spaces_are_passed(lower->module))
    lower_inline_all(lower);
  for (bool first = true, more = true; more; first = false) {
    for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f) && (clgroup_spaces_infer(f) || first))
        lower_mark(f, LOWER_RUN_ON);
    more = lower_first(lower->module, LOWER_RUN_ON);
    if (more)
      lower_run_on(lower, LOWER_RUN_ON,
                   optimises ? "function(sroa,early-cse," LOWER_INSTCOMBINE ",simplifycfg)" : "function(mem2reg)",
                   passes_functions);
    lower_drop_marks(lower->module, LOWER_RUN_ON);
  }
  if (passes_functions)
    check_calls(lower);
}

static void move_constants(struct lower *lower) {
  if (!clgroup_move_constants(lower->module))
    return;
  lower->changed = true;
  lower_run_passes(lower, "globaldce");
}

static void name_builtins(struct lower *lower) {
  lower->changed |= clgroup_name_builtins(lower->module, lower->options->for_pocl, lower->options->for_spirv);
}

/* Gives a kernel's twins the rank (larger.h). */
static void pass_ranks(struct lower *lower) {
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    clgroup_larger_pass_rank(f);
}

static void rematerialize(struct lower *lower) {
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    if (!lower_has_mark(f, LOWER_SINGLE))
      clgroup_rematerialize_ids(lower->module, f, lower->options->for_spirv, lower->options->for_pocl);
  lower_run_passes(lower, "dce");
}

/* In bitcode too: -v prints commands that make the same SPIR-V from it. */
static void order_blocks(struct lower *lower) {
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING)) {
    clgroup_drop_loop_metadata(f, false);
    clgroup_order_blocks(f);
  }
}

/* Facts that decide whether a pass is needed. */
enum fact {
  SPIRV = 1,      /* options->for_spirv */
  POCL = 2,       /* options->for_pocl */
  GPU = 4,        /* the library has OpenCL C's built-in functions too */
  OPTIMISE = 8,   /* options->opt_level */
  CPP = 16,       /* an input was C++ */
  LIBRARY = 32,   /* the module uses functions of the library */
  LEADERS = 64,   /* made by a strategy for devices that run work-items as loops */
  DOUBLES = 128,  /* bodies are being doubled (larger.h) */
  PRINTF = 256,   /* POCL or GPU: printf takes other arguments there */
  BUILTINS = 512, /* POCL or SPIRV: drivers have other built-in functions than clang's headers */
  PLAIN_LOOPS = 1024,
  PROVIDED = 2048,         /* functions that the device lacks are to be linked */
  WHOLE_SUB_GROUPS = 4096, /* a work-group is one sub-group, for the device has none */
  OLD_SPIRV = 8192,        /* options->old_spirv */
};

static unsigned facts_of(const struct lower *lower) {
  const struct clgroup_llvm_options *o = lower->options;
  const bool gpu = lower->plan->builtins != NULL;
  return (o->for_spirv ? SPIRV | BUILTINS : 0) | (o->for_pocl ? POCL | PRINTF | BUILTINS : 0) |
         (gpu ? GPU | PRINTF : 0) | (o->opt_level ? OPTIMISE : 0) | (lower->cpp ? CPP : 0) |
         (lower->uses_library ? LIBRARY : 0) | (lower->has_leaders ? LEADERS : 0) | (lower->doubles ? DOUBLES : 0) |
         (o->plain_loops ? PLAIN_LOOPS : 0) | (*lower->plan->provided ? PROVIDED : 0) |
         (lower->plan->whole_sub_groups ? WHOLE_SUB_GROUPS : 0) | (o->old_spirv ? OLD_SPIRV : 0);
}

/* The passes, in their order. Each runs where all of `needs` are facts, and none of `without`, until one fails, or has
 * found that SPIR-V cannot express the module, or the output is written. A pass that needs the module alone returns
 * whether it has changed that so that the input must not be copied. */
static const struct pass {
  const char *name;
  unsigned needs, without;
  void (*run)(struct lower *lower);
  bool (*on_module)(LLVMModuleRef module);
} passes[] = {
    {"read", 0, 0, lower_read_inputs, NULL},
    {"optimise-retargeted", GPU, 0, lower_optimise_retargeted, NULL},
    {"lower-cpp", CPP, 0, lower_cpp, NULL},
    {"check-uniform", WHOLE_SUB_GROUPS, 0, lower_check_uniform, NULL},
    {"link-provided", PROVIDED, 0, lower_link_provided, NULL},
    {"inline-own-builtins", SPIRV, 0, lower_inline_own_builtins, NULL},
    {"name-printf", 0, 0, NULL, lower_name_printf},
    {"rewrite-printf", PRINTF, 0, lower_rewrite_printf, NULL},
    {"move-constants", SPIRV, 0, move_constants, NULL},
    {"legalize", SPIRV, 0, lower_legalize, NULL},
    {"check-integers", SPIRV, 0, lower_check_integers, NULL},
    {"inline-all", POCL, 0, lower_inline_all, NULL},
    {"name-locals", POCL, 0, NULL, lower_name_locals},
    {"name-builtins", BUILTINS, 0, name_builtins, NULL},
    {"check-version", OLD_SPIRV, 0, lower_check_version, NULL},
    {"halve-vectors", POCL, 0, NULL, clgroup_halve_vectors},
    {"match-names", 0, 0, lower_match_names, NULL},
    {"mark-own-barriers", LIBRARY, 0, NULL, lower_mark_own_barriers},
    {"link-library", LIBRARY, 0, lower_link_library, NULL},
    {"double-bodies", LIBRARY | DOUBLES, 0, lower_double_bodies, NULL},
    {"drop-unreached", LIBRARY, 0, lower_drop_unreached, NULL},
    {"find-reaching", LIBRARY, 0, lower_find_reaching, NULL},
    {"inline-into-kernels", LIBRARY, 0, lower_inline_into_kernels, NULL},
    {"end-divergence", LIBRARY, 0, lower_end_divergence, NULL},
    {"pass-ranks", LIBRARY, 0, pass_ranks, NULL},
    {"answer-about-size", LIBRARY, 0, lower_answer_about_size, NULL},
    {"place-scratch", LIBRARY, 0, lower_place_scratch, NULL},
    {"specialize-chunks", LIBRARY, 0, lower_specialize_chunks, NULL},
    {"keep-functions", LIBRARY, 0, lower_keep_functions, NULL},
    {"drop-request-functions", LIBRARY, 0, lower_drop_request_functions, NULL},
    {"link-builtins", GPU, 0, lower_link_builtins, NULL},
    {"finish-gpu", GPU, 0, lower_finish_gpu, NULL},
    {"list-branching", POCL | OPTIMISE, GPU, lower_list_branching, NULL},
    {"answer-sizes", LIBRARY, GPU | LEADERS, lower_answer_sizes, NULL},
    {"optimise", LIBRARY, GPU, lower_optimise, NULL},
    {"single-barriers", 0, GPU, lower_make_single_barriers, NULL},
    {"rematerialize", LIBRARY | LEADERS | OPTIMISE, GPU, rematerialize, NULL},
    {"loop-barriers", 0, GPU, lower_add_loop_barriers, NULL},
    {"check-debug-lists", SPIRV, 0, lower_check_debug_lists, NULL},
    {"hoist-queries", POCL, 0, NULL, lower_hoist_queries},
    {"drop-freeze", LIBRARY, GPU, NULL, clgroup_drop_freeze},
    {"address-elements", LIBRARY, GPU, NULL, clgroup_address_elements},
    {"legalize", LIBRARY | SPIRV, 0, lower_legalize, NULL},
    {"order-blocks", LIBRARY, GPU, order_blocks, NULL},
    {"check-vectors", 0, GPU, lower_check_vectors, NULL},
    {"plain-loops", PLAIN_LOOPS, GPU, NULL, clgroup_plain_loops},
    {"copy-input", 0, GPU | LIBRARY, lower_copy_input, NULL},
    {"write", 0, 0, lower_write, NULL},
};
enum { PASSES = sizeof passes / sizeof *passes };

const char *clgroup_llvm_pass(size_t index) {
  return index < PASSES ? passes[index].name : NULL;
}

/* Returns whether further passes may run. */
static bool run_pass(struct lower *lower, const struct pass *pass) {
  if (pass->run)
    pass->run(lower);
  else
    lower->changed |= pass->on_module(lower->module);
  return !lower_failed(lower) && !lower->outcome->code && !lower->outcome->written;
}

static void run_needed(struct lower *lower) {
  bool ok = true;
  for (size_t i = 0; ok && i < PASSES; i++) {
    const unsigned facts = facts_of(lower);
    if ((facts & passes[i].needs) == passes[i].needs && !(facts & passes[i].without))
      ok = run_pass(lower, &passes[i]);
  }
}

/* For tests: reads the inputs, runs these passes alone, whatever they need, and writes. */
static void run_alone(struct lower *lower, const char *names) {
  bool ok = run_pass(lower, &passes[0]);
  while (ok && *names) {
    const size_t length = strcspn(names, ",");
    size_t i = 0;
    while (i < PASSES && (strlen(passes[i].name) != length || strncmp(passes[i].name, names, length) != 0))
      i++;
    ok = i < PASSES ? run_pass(lower, &passes[i]) : lower_fail(lower, "no pass is named '%.*s'", (int)length, names);
    names += length + (names[length] == ',');
  }
  if (ok)
    run_pass(lower, &passes[PASSES - 1]);
}

static void run(struct lower *lower) {
  const struct clgroup_llvm_options *options = lower->options;
  lower->library = lower_read_library(lower, lower->plan->library);
  lower->other = lower->library && lower->plan->other ? lower_read_library(lower, lower->plan->other) : NULL;
  if (lower->other)
    lower_divide(lower);
  if (lower_failed(lower))
    return;
  if (!lower->plan->shrunk && options->wait && options->wait(options->data))
    lower_fail(lower, "the inputs were not made");
  else if (options->passes)
    run_alone(lower, options->passes);
  else
    run_needed(lower);
}

/* One attempt, with the plan's limits. The context disposes of modules that were not linked. */
static struct lower_outcome lower_once(struct lower lower) {
  struct lower_outcome outcome = {0};
  lower.outcome = &outcome;
  lower.context = LLVMContextCreate();
#if LLVM_VERSION_MAJOR == 15
  if (lower.plan->needs_opaque_pointers)
    LLVMContextSetOpaquePointers(lower.context, true);
#endif
  LLVMContextSetDiagnosticHandler(lower.context, lower_on_diagnostic, &lower);
  run(&lower);
  if (lower.module)
    LLVMDisposeModule(lower.module);
  LLVMContextDispose(lower.context);
  return outcome;
}

static void free_outcome(struct lower_outcome *outcome) {
  free(outcome->error);
  free(outcome->libclc_error);
}

/* If a device's memory is too small for the scratch of so many work-items, tries half as many: larger work-groups then
 * work in chunks. */
int lower_files(const char *const *inputs, size_t input_count, const char *output,
                const struct clgroup_llvm_options *options, bool needs_opaque_pointers, char *error,
                size_t error_size) {
  enum { LEAST = 32 };
  const struct lower_files files = {.inputs = inputs, .input_count = input_count, .output = output};
  struct clgroup_llvm_options own;
  struct lower_plan plan;
  if (lower_take_options(&own, options, error, error_size) || lower_make_plan(&plan, &own, error, error_size))
    return -1;
  plan.needs_opaque_pointers = needs_opaque_pointers;
  const struct lower lower = {.options = &own, .plan = &plan, .files = &files};
  const char *const chunks = plan.chunks;
  if (plan.device_max_work_group_size && plan.max_work_group_size >= plan.device_max_work_group_size)
    plan.chunks = NULL;
  struct lower_outcome outcome = lower_once(lower);
  while (outcome.too_large && chunks && plan.max_work_group_size / 2 >= LEAST) {
    free_outcome(&outcome);
    plan.shrunk = true;
    plan.chunks = chunks;
    plan.max_work_group_size /= 2;
    outcome = lower_once(lower);
  }
  const int result = outcome.error ? -1 : outcome.code;
  if (result)
    snprintf(error, error_size, "%s",
             outcome.error ? outcome.error
                           : "SPIR-V cannot express the input after LLVM's passes: integers of odd widths, or debug "
                             "expressions of several values; compile it with -Xclang -disable-llvm-passes");
  free_outcome(&outcome);
  return result;
}

int clgroup_llvm_lower_files(const char *const *inputs, size_t input_count, const char *output,
                             const struct clgroup_llvm_options *options, char *error, size_t error_size) {
  return lower_files(inputs, input_count, output, options, false, error, error_size);
}
