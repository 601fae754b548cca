/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links the device library into LLVM modules and lowers scratch memory, by LLVM's C API: runs the passes of passes.inc.
 *
 * In short: read the inputs; link the library functions that they declare and do not define; inline all code that
 * reaches scratch memory into the kernels (some drivers allocate local memory per kernel only where the kernel's own
 * body uses it); replace the library's requests (generic/scratch.h) by addresses in variables of each kernel; for GPUs
 * link the built-in functions of OpenCL C and optimize all (gpu.c), else optimize the changed kernels again; write. */
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

static void check_calls(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMValueRef i = clgroup_first_instruction(f); i; i = clgroup_next_instruction(i)) {
      LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : f;
      if (LLVMIsAInstruction(called) || LLVMIsAArgument(called))
        lower_fail(module, "'%s' calls a function by a pointer, which SPIR-V does not have: call it by its name",
                   lower_name(f));
    }
}

/* For C++: inlines its functions into the kernels, and replaces generic pointers (spaces.c). Mesa's compiler crashes on
 * a variable that contains a pointer to another variable, such as an operator that captures by reference, unless both
 * become registers. */
bool lower_cpp(LLVMModuleRef module, const struct facts *facts) {
  const bool passes_functions = takes_addresses(module);
  const bool optimises = (facts->options->opt_level && !facts->options->raw) || passes_functions;
  if (!lower_begins(LLVMGetTarget(module), "spir"))
    return true;
  if (facts->options->opt_level || passes_functions || clgroup_spaces_are_passed(module))
    lower_inline_all(module);
  for (bool first = true, more = true; more; first = false) {
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f) && (clgroup_spaces_infer(f) || first))
        lower_mark(f, LOWER_RUN_ON);
    more = lower_first(module, LOWER_RUN_ON);
    if (more)
      lower_run_on(module, LOWER_RUN_ON,
                   optimises ? "function(sroa,early-cse," LOWER_INSTCOMBINE ",simplifycfg)" : "function(mem2reg)",
                   passes_functions);
    lower_drop_marks(module, LOWER_RUN_ON);
  }
  if (passes_functions)
    check_calls(module);
  return true;
}

/* What decides whether a pass is needed. */
enum {
  SPIRV = 1,      /* options->for_spirv */
  POCL = 2,       /* options->for_pocl */
  GPU = 4,        /* the library has OpenCL C's built-in functions too */
  OPTIMISE = 8,   /* options->opt_level */
  CPP = 16,       /* an input was C++ */
  LIBRARY = 32,   /* the module uses functions of the library */
  LEADERS = 64,   /* made by a strategy for devices that run work-items as loops */
  DOUBLES = 128,  /* kernels get a second body (larger.c) */
  PRINTF = 256,   /* POCL or GPU: printf takes other arguments there */
  BUILTINS = 512, /* POCL or SPIRV: drivers have other built-in functions than clang's headers */
  PLAIN_LOOPS = 1024,
  PROVIDED = 2048,         /* functions that the device lacks are to be linked */
  WHOLE_SUB_GROUPS = 4096, /* a work-group is one sub-group, for the device has none */
  OLD_SPIRV = 8192,        /* options->old_spirv */
  RETARGETED = 16384,      /* an input was SPIR-V, and the target is a GPU */
  POCL_DEVICE = 32768,     /* options->pocl_device */
  CHANGED = 65536,         /* the output is not the input's bytes */
};

static unsigned needs_of(const struct facts *facts, const struct lower_read *read) {
  const struct clgroup_llvm_options *o = facts->options;
  return (o->for_spirv ? SPIRV | BUILTINS : 0) | (o->for_pocl ? POCL | PRINTF | BUILTINS : 0) |
         (facts->plan->builtins ? GPU | PRINTF : 0) | (o->opt_level ? OPTIMISE : 0) |
         (facts->has_leaders ? LEADERS : 0) | (o->plain_loops ? PLAIN_LOOPS : 0) |
         (*facts->plan->provided ? PROVIDED : 0) | (facts->plan->whole_sub_groups ? WHOLE_SUB_GROUPS : 0) |
         (o->old_spirv ? OLD_SPIRV : 0) | (o->pocl_device ? POCL_DEVICE : 0) | (read->cpp ? CPP : 0) |
         (read->retargeted ? RETARGETED : 0) | (read->changed ? CHANGED : 0);
}

static const struct pass {
  const char *name;
  unsigned needs, without, finds;
  bool (*on_module)(LLVMModuleRef module);
  bool (*with_facts)(LLVMModuleRef module, const struct facts *facts);
} passes[] = {
#define MODULE .on_module
#define FACTS .with_facts
#define PASS(name, needs, without, finds, takes, function) {name, needs, without, finds, takes = function},
#include "lower/passes.inc"
};
enum { PASSES = sizeof passes / sizeof *passes };

const char *clgroup_llvm_pass(size_t index) {
  return index < PASSES ? passes[index].name : NULL;
}

/* Returns what it has found. */
static unsigned run_pass(const struct pass *pass, LLVMModuleRef module, const struct facts *facts) {
  const bool found = pass->on_module ? pass->on_module(module) : pass->with_facts(module, facts);
  return found ? pass->finds : 0;
}

/* Runs the passes that are needed. `known`, and what is returned, is what holds. */
static unsigned run_needed(unsigned known, LLVMModuleRef module, const struct facts *facts) {
  for (size_t i = 0; i < PASSES && !lower_failed(module); i++)
    if ((known & passes[i].needs) == passes[i].needs && !(known & passes[i].without))
      known |= run_pass(&passes[i], module, facts);
  return known;
}

/* For tests: runs these passes alone, whatever they need. */
static unsigned run_alone(unsigned known, LLVMModuleRef module, const struct facts *facts) {
  for (const char *names = facts->options->passes; *names && !lower_failed(module);) {
    const size_t length = strcspn(names, ",");
    size_t i = 0;
    while (i < PASSES && (strlen(passes[i].name) != length || strncmp(passes[i].name, names, length) != 0))
      i++;
    if (i < PASSES)
      known |= run_pass(&passes[i], module, facts);
    else
      lower_fail(module, "no pass is named '%.*s'", (int)length, names);
    names += length + (names[length] == ',');
  }
  return known;
}

static void run(LLVMContextRef context, struct facts facts) {
  const struct clgroup_llvm_options *options = facts.options;
  struct libraries *libraries = &facts.libraries;
  libraries->usual = lower_read_library(context, options, facts.plan->library);
  if (libraries->usual && facts.plan->other)
    libraries->other = lower_read_library(context, options, facts.plan->other);
  if (libraries->other)
    lower_divide(&facts);
  if (lower_failure(context)->text)
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(libraries->usual); f && !facts.has_leaders; f = LLVMGetNextFunction(f))
    facts.has_leaders = lower_is_leader(f);
  if (!facts.plan->shrunk && options->wait && options->wait(options->data)) {
    lower_fail_in(context, "the inputs were not made");
    return;
  }
  const struct lower_read read = lower_read_inputs(context, &facts);
  if (!read.module)
    return;
  const unsigned known = (options->passes ? run_alone : run_needed)(needs_of(&facts, &read), read.module, &facts);
  if (!lower_failed(read.module) && (known & (CHANGED | GPU | LIBRARY) || !lower_copy_input(read.module, &facts)))
    lower_write(read.module, &facts);
  LLVMDisposeModule(read.module);
}

/* One attempt, with the plan's limits. The context disposes of modules that were not linked. */
static struct failure lower_once(const struct facts *facts) {
  struct failure failure = {0};
  LLVMContextRef context = LLVMContextCreate();
#if LLVM_VERSION_MAJOR == 15
  if (facts->plan->needs_opaque_pointers)
    LLVMContextSetOpaquePointers(context, true);
#endif
  LLVMContextSetDiagnosticHandler(context, lower_on_diagnostic, &failure);
  run(context, *facts);
  LLVMContextDispose(context);
  return failure;
}

/* If a device's memory is too small for the scratch of so many work-items, tries half as many: larger work-groups then
 * work in chunks. */
int lower_files(const char *const *inputs, size_t input_count, const char *output,
                const struct clgroup_llvm_options *options, bool needs_opaque_pointers, char *error,
                size_t error_size) {
  enum { LEAST = 32 };
  struct clgroup_llvm_options own;
  struct lower_plan plan;
  if (lower_make_plan(&plan, &own, options, error, error_size))
    return -1;
  if (!input_count)
    return lower_refuse(error, error_size, "there is no input");
  plan.needs_opaque_pointers = needs_opaque_pointers;
  const struct facts facts = {&own, &plan, inputs, input_count, output, .has_leaders = false};
  const char *const chunks = plan.chunks;
  if (plan.device_max_work_group_size && plan.max_work_group_size >= plan.device_max_work_group_size)
    plan.chunks = NULL;
  struct failure failure = lower_once(&facts);
  while (failure.too_large && chunks && plan.max_work_group_size / 2 >= LEAST) {
    free(failure.text);
    plan.shrunk = true;
    plan.chunks = chunks;
    plan.max_work_group_size /= 2;
    failure = lower_once(&facts);
  }
  if (!failure.text)
    return 0;
  snprintf(error, error_size, "%s", failure.text);
  free(failure.text);
  return failure.other_form ? failure.other_form : -1;
}

int clgroup_llvm_lower_files(const char *const *inputs, size_t input_count, const char *output,
                             const struct clgroup_llvm_options *options, char *error, size_t error_size) {
  return lower_files(inputs, input_count, output, options, false, error, error_size);
}
