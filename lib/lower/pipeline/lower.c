/* Links the device library into LLVM modules and lowers scratch memory, by LLVM's C API.
 *
 *   1. read the inputs, for GPUs make of SPIR-V what clang would have made (retarget.c), and link them into one module
 *   2. link the library functions that it declares and does not define
 *   3. give kernels whose work-groups may be too large a second body (larger.h); inline all code that reaches scratch
 * memory into the kernels (some drivers allocate local memory per kernel only where the kernel's own body uses it)
 *   4. replace the library's requests (generic/scratch.h) by addresses in variables of each kernel
 *   5. for GPUs link the built-in functions of OpenCL C, optimize all, and end (gpu.c)
 *   6. optimize the changed kernels again; for drivers that run work-items as loops rematerialize their ids
 * (rematerialize.h); write the module
 */
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

/* C++: its functions become parts of the kernels, and generic pointers become others (spaces.h). Mesa's compiler
 * crashes on a pointer to a variable that is in another variable, such as an operator that captures by reference,
 * unless both become registers. */
static bool lower_cpp(struct lower *lower) {
  struct function_list list = {0};
  const bool optimises = lower->options->opt_level && !lower->options->raw;
  const char *passes = optimises ? "function(sroa,early-cse," LOWER_INSTCOMBINE ",simplifycfg)" : "function(mem2reg)";
  bool ok = true, inlined;
  if (strncmp(LLVMGetTarget(lower->module), "spir", 4) != 0)
    return true;
  if ((lower->options->opt_level || clgroup_spaces_are_passed(lower->module)) && !lower_inline_all(lower, &inlined))
    return false;
  for (bool first = true; ok && (first || list.count); first = false) {
    list.count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f))
      if (!LLVMIsDeclaration(f) && (clgroup_spaces_infer(f) || first))
        ok = lower_list_add(lower, &list, f);
    ok = ok && (!list.count || lower_run_on(lower, &list, passes, false));
  }
  free(list.items);
  return ok;
}

/* Steps 2 to 4. */
static bool link_and_lower(struct lower *lower, LLVMModuleRef library, LLVMModuleRef other) {
  lower_mark_own_barriers(lower);
  if (!lower_link_library(lower, library, other) || (lower->doubles && !lower_double_bodies(lower)) ||
      !lower_drop_unreached(lower) || !lower_find_reaching(lower) || !lower_inline_into_kernels(lower) ||
      !lower_end_divergence(lower))
    return false;
  for (size_t i = 0; i < lower->ranks.count; ++i)
    clgroup_larger_pass_rank(lower->ranks.items[i]);
  /* The code for the other answer goes with its requests. */
  if (lower_answer_about_size(lower) &&
      !lower_run_on(lower, &lower->reaching, "function(instsimplify,simplifycfg)", true))
    return false;
  for (size_t i = 0; i < lower->reaching.count; ++i)
    if (!lower_kernel(lower, lower->reaching.items[i]))
      return false;
  return lower_specialize_chunks(lower) && lower_keep_functions(lower) && lower_drop_request_functions(lower);
}

/* Step 6. `has_leaders`: the strategy is one for devices that run work-items as loops. */
static bool finish_kernels(struct lower *lower, bool has_leaders, bool *changed) {
  const struct function_list *kernels = &lower->reaching;
  const bool rematerialize = has_leaders && lower->options->opt_level;
  for (size_t i = 0; !has_leaders && i < kernels->count; ++i)
    lower_answer_sizes(lower, kernels->items[i]);
  if (!lower_optimise(lower) || !lower_make_single_barriers(lower))
    return false;
  for (size_t i = 0; rematerialize && i < kernels->count; ++i)
    if (!lower_list_has(&lower->single, kernels->items[i]) &&
        !clgroup_rematerialize_ids(lower->module, kernels->items[i], lower->options->for_spirv))
      return lower_fail(lower, "out of memory");
  if (rematerialize && !lower_run_passes(lower, "dce"))
    return false;
  if (!lower_add_loop_barriers(lower))
    return false;
  if (lower_is_for_second_try(lower))
    return true;
  if (lower->options->for_pocl)
    lower_hoist_queries(lower->module);
  clgroup_drop_freeze(lower->module);
  clgroup_address_elements(lower->module); /* in bitcode too: -v prints commands that make the same SPIR-V from it */
  if (lower->options->for_spirv && !clgroup_legalize(lower->module, changed))
    return lower_fail(lower, "out of memory");
  for (size_t i = 0; i < kernels->count; ++i) {
    clgroup_drop_loop_metadata(kernels->items[i], false);
    if (!clgroup_order_blocks(kernels->items[i]))
      return lower_fail(lower, "out of memory");
  }
  return true;
}

/* The context disposes of modules that were not linked. */
static bool run(struct lower *lower, const char *const *inputs, size_t count, const char *output) {
  LLVMModuleRef library = lower_read_library(lower, lower->plan->library);
  LLVMModuleRef other = library && lower->plan->other ? lower_read_library(lower, lower->plan->other) : NULL;
  if (!library || lower->error || (other && !lower_divide(lower, library, other)))
    return false;
  if (!lower->shrunk && lower->options->wait && lower->options->wait(lower->options->data))
    return lower_fail(lower, "the inputs were not made");
  bool changed = lower->options->plain_loops;
  if (!lower_read_inputs(lower, library, inputs, count, &changed) || !lower_optimise_retargeted(lower))
    return false;
  if (lower->cpp && !lower_cpp(lower))
    return false;
  changed |= lower->cpp;
  changed |= lower_name_printf(lower->module);
  if ((lower->plan->builtins || lower->options->for_pocl) && !lower_rewrite_printf(lower, &changed))
    return false;
  if (lower->options->for_spirv && clgroup_move_constants(lower->module)) {
    changed = true;
    if (!lower_run_passes(lower, "globaldce"))
      return false;
  }
  if (lower->options->for_spirv && !clgroup_legalize(lower->module, &changed))
    return lower_fail(lower, "out of memory");
  if (lower->options->for_spirv && lower_has_odd_integers(lower->module)) {
    if (lower->options->raw)
      return lower_fail(lower, "'%s' uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes",
                        inputs[0]);
    lower->result = CLGROUP_LLVM_NOT_SPIRV;
    return true;
  }
  if (lower->options->for_pocl && (!lower_inline_all(lower, &changed) || !lower_name_locals(lower, &changed)))
    return false;
  if (lower->options->for_spirv || lower->options->for_pocl)
    changed |= clgroup_name_builtins(lower->module, lower->options->for_pocl && !lower->options->for_spirv);
  if (lower->options->for_pocl)
    changed |= clgroup_halve_vectors(lower->module);
  const bool own_used = lower_match_names(lower, library), other_used = other && lower_match_names(lower, other);
  const bool used = own_used || other_used, has_leaders = used && lower_has_leaders(library);
  if (used && !link_and_lower(lower, library, other))
    return false;
  if (lower->plan->builtins)
    return lower_finish_gpu(lower) && lower_write_module(lower, output);
  if (lower->options->for_pocl && lower->options->opt_level && !lower_list_branching(lower))
    return false;
  if (used) {
    if (!finish_kernels(lower, has_leaders, &changed))
      return false;
  } else {
    changed |= lower->single.count != 0 || lower->looped.count != 0;
    if (!lower_make_single_barriers(lower) || !lower_add_loop_barriers(lower))
      return false;
    changed |= lower->options->for_pocl && lower_hoist_queries(lower->module);
  }
  if (lower_is_for_second_try(lower))
    return true;
  if (!lower_check_vectors(lower))
    return false;
  bool copied = false;
  if (!used && count == 1 && !lower->options->as_text && !changed &&
      !lower_copy_bitcode(lower, inputs[0], output, &copied))
    return false;
  if (copied)
    return true;
  if (lower->options->plain_loops && !clgroup_plain_loops(lower->module))
    return lower_fail(lower, "out of memory");
  return lower_write_module(lower, output);
}

/* One try, with the plan's limits. */
static int lower_once(struct lower *lower, const char *const *inputs, size_t input_count, const char *output) {
  lower->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(lower->context, lower_on_diagnostic, lower);
  const bool ok = run(lower, inputs, input_count, output) && !lower->error;
  if (lower->module)
    LLVMDisposeModule(lower->module);
  LLVMContextDispose(lower->context);
  free(lower->reaching.items);
  free(lower->ranks.items);
  free(lower->single.items);
  free(lower->looped.items);
  return ok ? lower->result : -1;
}

/* Where a device's memory is too small for the scratch of so many work-items, it is sized for half as many: larger
 * work-groups work in chunks. */
int clgroup_llvm_lower_files(const char *const *inputs, size_t input_count, const char *output,
                             const struct clgroup_llvm_options *options, char *error, size_t error_size) {
  enum { LEAST = 32 };
  struct lower_plan plan;
  if (lower_make_plan(&plan, options, error, error_size))
    return -1;
  const char *const chunks = plan.chunks;
  if (plan.device_max_work_group_size && plan.max_work_group_size >= plan.device_max_work_group_size)
    plan.chunks = NULL;
  struct lower lower = {.options = options, .plan = &plan};
  int result = lower_once(&lower, inputs, input_count, output);
  while (result == -1 && lower.too_large && chunks && plan.max_work_group_size / 2 >= LEAST) {
    free(lower.error);
    free(lower.libclc_error);
    lower = (struct lower){.options = options, .plan = &plan, .shrunk = true};
    plan.chunks = chunks;
    plan.max_work_group_size /= 2;
    result = lower_once(&lower, inputs, input_count, output);
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
