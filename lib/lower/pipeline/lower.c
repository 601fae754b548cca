/* Links the device library into LLVM modules and lowers scratch memory, by LLVM's C API: the table of passes, in their
 * order, and what runs it.
 *
 * In short: read the inputs; link the library functions that they declare and do not define; inline all code that
 * reaches scratch memory into the kernels (some drivers allocate local memory per kernel only where the kernel's own
 * body uses it); replace the library's requests (generic/scratch.h) by addresses in variables of each kernel; for GPUs
 * link the built-in functions of OpenCL C and optimize all (gpu.c), else optimize the changed kernels again; write. */
#include "lower/ir/addresses.h"
#include "lower/passes/constants.h"
#include "lower/library/diverge.h"
#include "lower/passes/halves.h"
#include "lower/library/larger.h"
#include "lower/passes/legalize.h"
#include "lower/passes/locals.h"
#include "lower/ir/order.h"
#include "lower/pipeline/pocl.h"
#include "lower/passes/printf.h"
#include "lower/passes/rematerialize.h"
#include "lower/passes/spaces.h"
#include "lower/pipeline/steps.h"
#include "lower/library/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Is something else done with a function than to call it? */
static bool takes_addresses(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (!clgroup_call_by(f, use))
        return true;
  return false;
}

static bool check_calls(struct lower *lower) {
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first(f); i; i = clgroup_next(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : f;
      size_t length;
      if (LLVMIsAInstruction(called) || LLVMIsAArgument(called))
        return lower_fail(lower, "'%s' calls a function by a pointer, which SPIR-V does not have: call it by its name",
                          LLVMGetValueName2(f, &length));
    }
  return true;
}

/* C++: its functions become parts of the kernels, and generic pointers become others (spaces.h). Mesa's compiler
 * crashes on a pointer to a variable that is in another variable, such as an operator that captures by reference,
 * unless both become registers. */
static bool lower_cpp(struct lower *lower) {
  struct function_list list = {0};
  const bool passes_functions = takes_addresses(lower);
  const bool optimises = (lower->options->opt_level && !lower->options->raw) || passes_functions;
  const char *passes = optimises ? "function(sroa,early-cse," LOWER_INSTCOMBINE ",simplifycfg)" : "function(mem2reg)";
  bool ok = true, inlined;
  lower->changed = true;
  if (strncmp(LLVMGetTarget(lower->module), "spir", 4) != 0)
    return true;
  if ((lower->options->opt_level || passes_functions || clgroup_spaces_are_passed(lower->module)) &&
      !lower_inline_all(lower, &inlined))
    return false;
  for (bool first = true; ok && (first || list.count); first = false) {
    list.count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f) && (clgroup_spaces_infer(f) || first))
        ok = lower_list_add(lower, &list, f);
    ok = ok && (!list.count || lower_run_on(lower, &list, passes, passes_functions));
  }
  free(list.items);
  return ok && (!passes_functions || check_calls(lower));
}

/* What decides whether a pass is needed. */
enum fact {
  SPIRV = 1,      /* options->for_spirv */
  POCL = 2,       /* options->for_pocl */
  GPU = 4,        /* the library has OpenCL C's built-in functions too */
  OPTIMISE = 8,   /* options->opt_level */
  CPP = 16,       /* an input was C++ */
  LIBRARY = 32,   /* the module uses functions of the library */
  LEADERS = 64,   /* by a strategy for devices that run work-items as loops */
  DOUBLES = 128,  /* bodies are being doubled (larger.h) */
  PRINTF = 256,   /* POCL or GPU: printf takes other arguments there */
  BUILTINS = 512, /* POCL or SPIRV: drivers have other built-in functions than clang's headers */
  PLAIN_LOOPS = 1024,
};

static unsigned facts_of(const struct lower *lower) {
  const struct clgroup_llvm_options *o = lower->options;
  const bool gpu = lower->plan->builtins != NULL;
  return (o->for_spirv ? SPIRV | BUILTINS : 0) | (o->for_pocl ? POCL | PRINTF | BUILTINS : 0) |
         (gpu ? GPU | PRINTF : 0) | (o->opt_level ? OPTIMISE : 0) | (lower->cpp ? CPP : 0) |
         (lower->uses_library ? LIBRARY : 0) | (lower->has_leaders ? LEADERS : 0) | (lower->doubles ? DOUBLES : 0) |
         (o->plain_loops ? PLAIN_LOOPS : 0);
}

static bool has_memory(struct lower *lower, bool has) {
  return has || lower_fail(lower, "out of memory");
}

static bool inline_own_builtins(struct lower *lower) {
  return lower_inline_own_builtins(lower, &lower->changed);
}

static bool name_printf(struct lower *lower) {
  lower->changed |= lower_name_printf(lower->module);
  return true;
}

static bool rewrite_printf(struct lower *lower) {
  return lower_rewrite_printf(lower, &lower->changed);
}

static bool move_constants(struct lower *lower) {
  if (!clgroup_move_constants(lower->module))
    return true;
  lower->changed = true;
  return lower_run_passes(lower, "globaldce");
}

static bool legalize(struct lower *lower) {
  return has_memory(lower, clgroup_legalize(lower->module, &lower->changed));
}

static bool check_integers(struct lower *lower) {
  if (!lower_has_odd_integers(lower->module))
    return true;
  if (lower->options->raw)
    return lower_fail(lower, "'%s' uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes",
                      lower->inputs[0]);
  lower->result = CLGROUP_LLVM_NOT_SPIRV;
  return true;
}

static bool inline_all(struct lower *lower) {
  return lower_inline_all(lower, &lower->changed);
}

static bool name_locals(struct lower *lower) {
  return lower_name_locals(lower, &lower->changed);
}

static bool name_builtins(struct lower *lower) {
  lower->changed |= clgroup_name_builtins(lower->module, lower->options->for_pocl && !lower->options->for_spirv);
  return true;
}

static bool halve_vectors(struct lower *lower) {
  lower->changed |= clgroup_halve_vectors(lower->module);
  return true;
}

static bool match_names(struct lower *lower) {
  lower->uses_library = lower_match_names(lower, lower->library);
  lower->uses_library |= lower->other && lower_match_names(lower, lower->other);
  lower->has_leaders = lower->uses_library && lower_has_leaders(lower->library);
  return true;
}

static bool mark_own_barriers(struct lower *lower) {
  lower_mark_own_barriers(lower);
  return true;
}

static bool link_library(struct lower *lower) {
  return lower_link_library(lower, lower->library, lower->other);
}

static bool pass_ranks(struct lower *lower) {
  for (size_t i = 0; i < lower->ranks.count; ++i)
    clgroup_larger_pass_rank(lower->ranks.items[i]);
  return true;
}

/* The code for the other answer goes with its requests. */
static bool answer_about_size(struct lower *lower) {
  return !lower_answer_about_size(lower) ||
         lower_run_on(lower, &lower->reaching, "function(instsimplify,simplifycfg)", true);
}

static bool place_scratch(struct lower *lower) {
  bool ok = true;
  for (size_t i = 0; ok && i < lower->reaching.count; ++i)
    ok = lower_kernel(lower, lower->reaching.items[i]);
  return ok;
}

static bool answer_sizes(struct lower *lower) {
  for (size_t i = 0; i < lower->reaching.count; ++i)
    lower_answer_sizes(lower, lower->reaching.items[i]);
  return true;
}

static bool make_single_barriers(struct lower *lower) {
  lower->changed |= lower->single.count != 0;
  return lower_make_single_barriers(lower);
}

static bool rematerialize(struct lower *lower) {
  const struct function_list *kernels = &lower->reaching;
  bool ok = true;
  for (size_t i = 0; ok && i < kernels->count; ++i)
    ok = lower_list_has(&lower->single, kernels->items[i]) ||
         clgroup_rematerialize_ids(lower->module, kernels->items[i], lower->options->for_spirv);
  return has_memory(lower, ok) && lower_run_passes(lower, "dce");
}

static bool add_loop_barriers(struct lower *lower) {
  lower->changed |= lower->looped.count != 0;
  return lower_add_loop_barriers(lower);
}

static bool check_debug_lists(struct lower *lower) {
  (void)lower_is_for_second_try(lower);
  return true;
}

static bool hoist_queries(struct lower *lower) {
  lower->changed |= lower_hoist_queries(lower->module);
  return true;
}

static bool drop_freeze(struct lower *lower) {
  clgroup_drop_freeze(lower->module);
  return true;
}

/* In bitcode too: -v prints commands that make the same SPIR-V from it. */
static bool address_elements(struct lower *lower) {
  clgroup_address_elements(lower->module);
  return true;
}

static bool order_blocks(struct lower *lower) {
  bool ok = true;
  for (size_t i = 0; ok && i < lower->reaching.count; ++i) {
    clgroup_drop_loop_metadata(lower->reaching.items[i], false);
    ok = clgroup_order_blocks(lower->reaching.items[i]);
  }
  return has_memory(lower, ok);
}

/* An input that nothing has changed is copied as it is. */
static bool copy_input(struct lower *lower) {
  return lower->input_count != 1 || lower->options->as_text || lower->changed ||
         lower_copy_bitcode(lower, lower->inputs[0], lower->output, &lower->written);
}

static bool plain_loops(struct lower *lower) {
  return has_memory(lower, clgroup_plain_loops(lower->module));
}

static bool write_module(struct lower *lower) {
  return lower_write_module(lower, lower->output);
}

/* The passes, in their order. Each runs where all of `needs` are facts, and none of `without`, until one has found that
 * SPIR-V cannot express the module, or the output is written. */
static const struct pass {
  const char *name;
  unsigned needs, without;
  bool (*run)(struct lower *lower);
} passes[] = {
    {"read", 0, 0, lower_read_inputs},
    {"optimise-retargeted", GPU, 0, lower_optimise_retargeted},
    {"lower-cpp", CPP, 0, lower_cpp},
    {"inline-own-builtins", SPIRV, 0, inline_own_builtins},
    {"name-printf", 0, 0, name_printf},
    {"rewrite-printf", PRINTF, 0, rewrite_printf},
    {"move-constants", SPIRV, 0, move_constants},
    {"legalize", SPIRV, 0, legalize},
    {"check-integers", SPIRV, 0, check_integers},
    {"inline-all", POCL, 0, inline_all},
    {"name-locals", POCL, 0, name_locals},
    {"name-builtins", BUILTINS, 0, name_builtins},
    {"halve-vectors", POCL, 0, halve_vectors},
    {"match-names", 0, 0, match_names},
    {"mark-own-barriers", LIBRARY, 0, mark_own_barriers},
    {"link-library", LIBRARY, 0, link_library},
    {"double-bodies", LIBRARY | DOUBLES, 0, lower_double_bodies},
    {"drop-unreached", LIBRARY, 0, lower_drop_unreached},
    {"find-reaching", LIBRARY, 0, lower_find_reaching},
    {"inline-into-kernels", LIBRARY, 0, lower_inline_into_kernels},
    {"end-divergence", LIBRARY, 0, lower_end_divergence},
    {"pass-ranks", LIBRARY, 0, pass_ranks},
    {"answer-about-size", LIBRARY, 0, answer_about_size},
    {"place-scratch", LIBRARY, 0, place_scratch},
    {"specialize-chunks", LIBRARY, 0, lower_specialize_chunks},
    {"keep-functions", LIBRARY, 0, lower_keep_functions},
    {"drop-request-functions", LIBRARY, 0, lower_drop_request_functions},
    {"finish-gpu", GPU, 0, lower_finish_gpu},
    {"list-branching", POCL | OPTIMISE, GPU, lower_list_branching},
    {"answer-sizes", LIBRARY, GPU | LEADERS, answer_sizes},
    {"optimise", LIBRARY, GPU, lower_optimise},
    {"single-barriers", 0, GPU, make_single_barriers},
    {"rematerialize", LIBRARY | LEADERS | OPTIMISE, GPU, rematerialize},
    {"loop-barriers", 0, GPU, add_loop_barriers},
    {"check-debug-lists", SPIRV, 0, check_debug_lists},
    {"hoist-queries", POCL, 0, hoist_queries},
    {"drop-freeze", LIBRARY, GPU, drop_freeze},
    {"address-elements", LIBRARY, GPU, address_elements},
    {"legalize-again", LIBRARY | SPIRV, 0, legalize},
    {"order-blocks", LIBRARY, GPU, order_blocks},
    {"check-vectors", 0, GPU, lower_check_vectors},
    {"copy-input", 0, GPU | LIBRARY, copy_input},
    {"plain-loops", PLAIN_LOOPS, GPU, plain_loops},
    {"write", 0, 0, write_module},
};
enum { PASSES = sizeof passes / sizeof *passes };

const char *clgroup_llvm_pass(size_t index) {
  return index < PASSES ? passes[index].name : NULL;
}

static const struct pass *find_pass(const char *name, size_t length) {
  for (size_t i = 0; i < PASSES; i++)
    if (strlen(passes[i].name) == length && !strncmp(passes[i].name, name, length))
      return &passes[i];
  return NULL;
}

/* For tests: reads the inputs, runs these passes alone, whatever they need, and writes. */
static bool run_alone(struct lower *lower, const char *names) {
  bool ok = lower_read_inputs(lower);
  while (ok && *names) {
    const size_t length = strcspn(names, ",");
    const struct pass *pass = find_pass(names, length);
    if (!pass)
      return lower_fail(lower, "no pass is named '%.*s'", (int)length, names);
    ok = pass->run(lower);
    names += length + (names[length] == ',');
  }
  return ok && write_module(lower);
}

/* The context disposes of modules that were not linked. */
static bool run(struct lower *lower) {
  lower->library = lower_read_library(lower, lower->plan->library);
  lower->other = lower->library && lower->plan->other ? lower_read_library(lower, lower->plan->other) : NULL;
  if (!lower->library || lower->error || (lower->other && !lower_divide(lower, lower->library, lower->other)))
    return false;
  if (!lower->shrunk && lower->options->wait && lower->options->wait(lower->options->data))
    return lower_fail(lower, "the inputs were not made");
  if (lower->options->passes)
    return run_alone(lower, lower->options->passes);
  lower->changed = lower->options->plain_loops;
  bool ok = true;
  for (size_t i = 0; ok && !lower->result && !lower->written && i < PASSES; i++) {
    const unsigned facts = facts_of(lower);
    if ((facts & passes[i].needs) == passes[i].needs && !(facts & passes[i].without))
      ok = passes[i].run(lower);
  }
  return ok;
}

/* One try, with the plan's limits. */
static int lower_once(struct lower *lower) {
  lower->context = LLVMContextCreate();
#if LLVM_VERSION_MAJOR == 15
  if (lower->plan->needs_opaque_pointers)
    LLVMContextSetOpaquePointers(lower->context, true);
#endif
  LLVMContextSetDiagnosticHandler(lower->context, lower_on_diagnostic, lower);
  const bool ok = run(lower) && !lower->error;
  if (lower->module)
    LLVMDisposeModule(lower->module);
  LLVMContextDispose(lower->context);
  free(lower->reaching.items);
  free(lower->ranks.items);
  free(lower->warned.items);
  free(lower->single.items);
  free(lower->looped.items);
  return ok ? lower->result : -1;
}

/* Where a device's memory is too small for the scratch of so many work-items, it is sized for half as many: larger
 * work-groups work in chunks. */
int lower_files(const char *const *inputs, size_t input_count, const char *output,
                const struct clgroup_llvm_options *options, bool needs_opaque_pointers, char *error,
                size_t error_size) {
  enum { LEAST = 32 };
  struct clgroup_llvm_options own;
  struct lower_plan plan;
  if (lower_take_options(&own, options, error, error_size) || lower_make_plan(&plan, &own, error, error_size))
    return -1;
  plan.needs_opaque_pointers = needs_opaque_pointers;
  const char *const chunks = plan.chunks;
  if (plan.device_max_work_group_size && plan.max_work_group_size >= plan.device_max_work_group_size)
    plan.chunks = NULL;
  const struct lower first = {
      .options = &own, .plan = &plan, .inputs = inputs, .input_count = input_count, .output = output};
  struct lower lower = first;
  int result = lower_once(&lower);
  while (result == -1 && lower.too_large && chunks && plan.max_work_group_size / 2 >= LEAST) {
    free(lower.error);
    free(lower.libclc_error);
    lower = first;
    lower.shrunk = true;
    plan.chunks = chunks;
    plan.max_work_group_size /= 2;
    result = lower_once(&lower);
  }
  if (result)
    snprintf(error, error_size, "%s",
             result == CLGROUP_LLVM_NOT_SPIRV
                 ? "SPIR-V cannot express the input after LLVM's passes: integers of odd widths, or debug expressions "
                   "of several values; compile it with -Xclang -disable-llvm-passes"
             : lower.error ? lower.error
                           : "out of memory");
  free(lower.error);
  free(lower.libclc_error);
  return result;
}

int clgroup_llvm_lower_files(const char *const *inputs, size_t input_count, const char *output,
                             const struct clgroup_llvm_options *options, char *error, size_t error_size) {
  return lower_files(inputs, input_count, output, options, false, error, error_size);
}
