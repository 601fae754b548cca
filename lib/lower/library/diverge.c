/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/library/library.h"
#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"

#include <stdlib.h>
#include <string.h>

/* An id that differs between the work-items of a group. */
static bool is_id(LLVMValueRef value) {
  static const char *const names[] = {"get_global_id",       "get_local_id",     "get_global_linear_id",
                                      "get_local_linear_id", "get_sub_group_id", "get_sub_group_local_id"};
  const char *name = clgroup_called_name(value);
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strstr(name, names[i]))
      return !lower_is_single(value);
  return false;
}

static bool is_constant(LLVMValueRef value, unsigned operand) {
  return LLVMIsAInstruction(value) && LLVMIsAConstantInt(LLVMGetOperand(value, operand));
}

/* Is the value the same for all members of a tile, although it is computed from ids? So is the number of a tile, or a
 * comparison with a constant. (A program that compares an id with a constant means whole tiles.) */
static bool is_of_tile(LLVMValueRef value) {
  const LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : 0;
  if (opcode != LLVMICmp && opcode != LLVMLShr && opcode != LLVMUDiv && opcode != LLVMAnd)
    return false;
  return is_constant(value, 1) && (opcode != LLVMAnd || LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) % 2 == 0);
}

/* Only in the first dimension: tiles are parts of rows. */
static bool is_id_in_tile(LLVMValueRef value) {
  return is_id(value) && (!LLVMGetNumArgOperands(value) ||
                          (is_constant(value, 0) && !LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0))));
}

/* The values that a value is computed from. */
struct sources {
  LLVMValueRef *items;
  size_t count;
};

static void add_source(struct sources *sources, LLVMValueRef value) {
  for (size_t i = 0; i < sources->count; ++i)
    if (sources->items[i] == value)
      return;
  sources->items = clgroup_checked(realloc(sources->items, (sources->count + 1) * sizeof *sources->items));
  sources->items[sources->count++] = value;
}

/* Is the value computed from one for which `is` holds? */
static bool goes_into(LLVMValueRef value, bool (*is)(LLVMValueRef)) {
  struct sources seen = {0};
  bool found = false;
  add_source(&seen, value);
  for (size_t i = 0; !found && i < seen.count; ++i) {
    LLVMValueRef source = seen.items[i];
    found = is(source);
    for (int o = 0; LLVMIsAInstruction(source) && o < LLVMGetNumOperands(source); ++o)
      if (LLVMIsAInstruction(LLVMGetOperand(source, (unsigned)o)))
        add_source(&seen, LLVMGetOperand(source, (unsigned)o));
  }
  free(seen.items);
  return found;
}

/* Values differ by ids alone. A loaded value may be anything, an id too; from one address all load the same. */
static enum clgroup_level level_in_group(const struct clgroup_uniform *uniform, LLVMValueRef value,
                                         enum clgroup_level operands, void *data) {
  (void)uniform, (void)data;
  if (LLVMIsALoadInst(value) && operands)
    return CLGROUP_VARYING;
  return is_id(value) && !operands ? CLGROUP_BY_ID : operands;
}

static enum clgroup_level level_in_tile(const struct clgroup_uniform *uniform, LLVMValueRef value,
                                        enum clgroup_level operands, void *data) {
  if (is_id(value) && !is_id_in_tile(value))
    return operands;
  return operands == CLGROUP_BY_ID && is_of_tile(value) ? CLGROUP_UNIFORM
                                                        : level_in_group(uniform, value, operands, data);
}

/* Calls by which lanes find out which others are there. */
static bool finds_lanes(LLVMValueRef value) {
  static const char *const names[] = {"__clgroup_active_lanes", "__clgroup_ballot", NULL};
  size_t length;
  return lower_begins_with_one_of(clgroup_called_plain_name(value, &length), names);
}

/* A call by the lanes of a tile that takes all of them to be there: it has no mask of members that lanes have found. */
static bool exchanges_in_tile(LLVMValueRef call) {
  static const char *const names[] = {"__clgroup_word_", "__clgroup_reduce_", "sub_group_reduce_", "sub_group_scan_",
                                      NULL};
  size_t length;
  return lower_begins_with_one_of(clgroup_called_plain_name(call, &length), names) &&
         !goes_into(LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1), finds_lanes);
}

static bool exchanges(LLVMBasicBlockRef block, bool by_tile) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (by_tile ? exchanges_in_tile(i) : clgroup_is_barrier(i) && !lower_is_own_barrier(i))
      return true;
  return false;
}

/* Is there an exchange that some work-items of the group, or of the tile, do not reach? */
static bool diverges(LLVMValueRef kernel, bool by_tile) {
  struct clgroup_uniform uniform;
  bool result = false;
  clgroup_uniform_read(&uniform, kernel, true, by_tile ? level_in_tile : level_in_group, NULL);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel); b && !result; b = LLVMGetNextBasicBlock(b))
    result = exchanges(b, by_tile) && clgroup_uniform_branch(&uniform, b);
  clgroup_uniform_free(&uniform);
  return result;
}

/* The kernel that is examined. */
#define DIVERGES "clgroup-diverges"

/* May the kernel get sub-groups of that size? Not if it asks for another size itself. */
static bool may_have(const struct facts *facts, LLVMValueRef kernel, unsigned lanes) {
  const unsigned own = lower_required_sub_group(kernel);
  /* PoCL's shuffles need all of the work-group. */
  return !facts->options->for_pocl && (own ? own == lanes : facts->options->device_sub_group_sizes & lanes);
}

/* Removes the mark from kernels that would not diverge with sub-groups of `lanes`, and makes these ask for that size.
 * Tried on a copy of the module in which the kernels have such sub-groups. 0 lanes: removes it from those that do not
 * diverge as they are, once optimized. */
static void ask_for(LLVMModuleRef module, const struct facts *facts, unsigned lanes) {
  LLVMModuleRef tried = LLVMCloneModule(module);
  for (LLVMValueRef copy = lower_first(tried, DIVERGES); lanes && copy; copy = lower_next(copy, DIVERGES))
    lower_assume_lanes(facts, copy, lanes);
  lower_run_on(tried, DIVERGES, "function(sroa,sccp,simplifycfg)", true);
  for (LLVMValueRef kernel = lower_first(module, DIVERGES); kernel; kernel = lower_next(kernel, DIVERGES)) {
    if (diverges(LLVMGetNamedFunction(tried, lower_name(kernel)), false) || (lanes && !may_have(facts, kernel, lanes)))
      continue;
    if (lanes)
      lower_require_sub_group(kernel, lanes);
    lower_unmark(kernel, DIVERGES);
  }
  LLVMDisposeModule(tried);
}

static void warn_of(const struct facts *facts, LLVMValueRef kernel, const char *all, const char *otherwise) {
  char *text = lower_text("kernel '%s': a work-item may leave before a call that all of its %s must make, or go around "
                          "it: let it stay with a value that changes nothing%s",
                          lower_kernel_name(kernel), all, otherwise);
  facts->options->warn(facts->options->data, text);
  free(text);
  lower_mark(kernel, LOWER_WARNED);
}

static bool warns(const struct facts *facts) {
  return !facts->options->raw && facts->options->warn && !facts->plan->shrunk;
}

void lower_warn_of_tiles(LLVMModuleRef module, const struct facts *facts) {
  if (!warns(facts) || lower_is_for_nvidia(module))
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !lower_has_mark(f, LOWER_WARNED) && diverges(f, true))
      warn_of(facts, f, "tile", "");
}

/* Finds kernels in which a work-item may leave before an exchange by the work-group, or go around it, depending on its
 * id, although all must make that call. If such an exchange is not there in sub-groups of a size that the device has,
 * the kernel asks for the smallest such size; otherwise it is warned of. A kernel that asks for a size itself is warned
 * of if that does not help. Call it for kernels into which the library's functions have been inlined. */
bool lower_end_divergence(LLVMModuleRef module, const struct facts *facts) {
  /* If passes are turned off, ids go through memory. */
  if (facts->options->raw || !(warns(facts) || facts->options->device_sub_group_sizes))
    return false;
  for (LLVMValueRef f = lower_first(module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    if (diverges(f, false))
      lower_mark(f, DIVERGES);
  if (facts->plan->builtins && lower_first(module, DIVERGES))
    ask_for(module, facts, 0);
  for (unsigned lanes = 1; lanes; lanes *= 2) {
    bool is_wanted = false;
    for (LLVMValueRef f = lower_first(module, DIVERGES); f; f = lower_next(f, DIVERGES))
      is_wanted |= may_have(facts, f, lanes);
    if (is_wanted)
      ask_for(module, facts, lanes);
  }
  for (LLVMValueRef f = lower_first(module, DIVERGES); f; f = lower_next(f, DIVERGES))
    if (warns(facts))
      warn_of(facts, f, "work-group",
              facts->plan->builtins
                  ? ""
                  : ", or, if it calls for a tile, ask for sub-groups as large as that by intel_reqd_sub_group_size");
  lower_drop_marks(module, DIVERGES);
  return true;
}
