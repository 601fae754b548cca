/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/library/library.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdlib.h>
#include <string.h>

static bool is_id(LLVMValueRef value) {
  static const char *const names[] = {"get_global_id",       "get_local_id",     "get_global_linear_id",
                                      "get_local_linear_id", "get_sub_group_id", "get_sub_group_local_id"};
  const char *name = clgroup_called_name(value);
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    if (strstr(name, names[i]))
      return true;
  return false;
}

static bool is_load(LLVMValueRef value) {
  return LLVMIsALoadInst(value) != NULL;
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

/* Is the value computed from one for which `is` holds? The search does not go through values for which `ends` holds,
 * unless that is NULL. */
static bool goes_into(LLVMValueRef value, bool (*is)(LLVMValueRef), bool (*ends)(LLVMValueRef)) {
  struct sources seen = {0};
  bool found = false;
  add_source(&seen, value);
  for (size_t i = 0; !found && i < seen.count; ++i) {
    LLVMValueRef source = seen.items[i];
    found = is(source);
    /* A loaded value may be anything, an id too. */
    if (ends && ends(source) && !goes_into(source, is_load, NULL))
      continue;
    for (int o = 0; LLVMIsAInstruction(source) && o < LLVMGetNumOperands(source); ++o)
      if (LLVMIsAInstruction(LLVMGetOperand(source, (unsigned)o)))
        add_source(&seen, LLVMGetOperand(source, (unsigned)o));
  }
  free(seen.items);
  return found;
}

/* Marks the blocks from which a return can be reached without passing `block`, except `block` itself. */
static void mark_ways_around(struct clgroup_flow *flow, size_t block, bool *around) {
  size_t count = 0;
  for (size_t b = 0; b < flow->count; ++b)
    if (b != block && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[b])))
      flow->list[count++] = b;
  flow->stops[block] = true;
  clgroup_flow_spread(flow, count, true, flow->stops, around);
  flow->stops[block] = around[block] = false;
}

/* Does the branch depend on a work-item's id? With `by_tile`: so that work-items of one tile may take different
 * ways? */
static bool is_of_id(LLVMValueRef condition, bool by_tile) {
  return goes_into(condition, by_tile ? is_id_in_tile : is_id, by_tile ? is_of_tile : NULL);
}

/* Is there a branch that depends on an id and decides whether one of the `count` blocks of `list` is reached, directly
 * or by deciding about such a branch? `list` has room for all blocks, `marks` for two of each. */
static bool is_decided_by_id(struct clgroup_flow *flow, size_t *list, size_t count, bool by_tile, bool *marks) {
  bool *around = marks, *asked = marks + flow->count;
  for (size_t i = 0; i < count; ++i) {
    mark_ways_around(flow, list[i], around);
    for (size_t e = 0; e < flow->edge_count; ++e) {
      const size_t from = flow->edges[e].from;
      LLVMValueRef end = LLVMGetBasicBlockTerminator(flow->blocks[from]);
      if (around[flow->edges[e].to] || !around[from] || asked[from])
        continue;
      asked[from] = true;
      bool is_listed = false;
      for (size_t other = 0; other < count; ++other)
        is_listed |= list[other] == from;
      if (!is_listed)
        list[count++] = from;
      if ((LLVMIsABranchInst(end) || LLVMIsASwitchInst(end)) && is_of_id(LLVMGetOperand(end, 0), by_tile))
        return true;
    }
  }
  return false;
}

/* Calls by which lanes find out which others are there. */
static bool finds_lanes(LLVMValueRef value) {
  static const char *const names[] = {"__clgroup_active_lanes", "__clgroup_ballot", NULL};
  size_t length;
  const char *name = clgroup_called_name(value), *plain = clgroup_plain_name(name, &length);
  return lower_begins_with_one_of(plain ? plain : name, names);
}

/* A call by the lanes of a tile that takes all of them to be there: it has no mask of members that lanes have found. */
static bool exchanges_in_tile(LLVMValueRef call) {
  static const char *const names[] = {"__clgroup_word_", "__clgroup_reduce_", "sub_group_reduce_", "sub_group_scan_",
                                      NULL};
  size_t length;
  const char *name = clgroup_called_name(call), *plain = clgroup_plain_name(name, &length);
  return lower_begins_with_one_of(plain ? plain : name, names) &&
         !goes_into(LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1), finds_lanes, NULL);
}

static bool exchanges(LLVMBasicBlockRef block, bool by_tile) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (by_tile ? exchanges_in_tile(i) : clgroup_is_barrier(i) && !lower_is_own_barrier(i))
      return true;
  return false;
}

static bool diverges(LLVMValueRef kernel, bool by_tile) {
  struct clgroup_flow flow;
  clgroup_flow_read(&flow, kernel);
  size_t *list = clgroup_allocate(flow.count, sizeof *list), count = 0;
  bool *marks = clgroup_allocate(2 * flow.count, sizeof *marks);
  for (size_t b = 0; b < flow.count; ++b)
    if (exchanges(flow.blocks[b], by_tile))
      list[count++] = b;
  const bool result = is_decided_by_id(&flow, list, count, by_tile, marks);
  free(list);
  free(marks);
  clgroup_flow_free(&flow);
  return result;
}

/* The kernel that is examined. */
#define DIVERGES "clgroup-diverges"

/* May the kernel get sub-groups of that size? Not if it asks for another size itself. */
static bool may_have(struct lower *lower, LLVMValueRef kernel, unsigned lanes) {
  const unsigned own = lower_required_sub_group(lower, kernel);
  /* PoCL's shuffles need all of the work-group. */
  return !lower->options->for_pocl && (own ? own == lanes : lower->options->device_sub_group_sizes & lanes);
}

/* Removes the mark from kernels that would not diverge with sub-groups of `lanes`, and makes these ask for that size.
 * Tried on a copy of the module in which the kernels have such sub-groups. 0 lanes: removes it from those that do not
 * diverge as they are, once optimized. */
static void ask_for(struct lower *lower, unsigned lanes) {
  LLVMModuleRef module = lower->module;
  lower->module = LLVMCloneModule(module);
  for (LLVMValueRef copy = lower_first(lower->module, DIVERGES); lanes && copy; copy = lower_next(copy, DIVERGES))
    lower_assume_lanes(lower, copy, lanes);
  lower_run_on(lower, DIVERGES, "function(sroa,sccp,simplifycfg)", true);
  for (LLVMValueRef kernel = lower_first(module, DIVERGES); kernel; kernel = lower_next(kernel, DIVERGES)) {
    size_t length;
    if (diverges(LLVMGetNamedFunction(lower->module, LLVMGetValueName2(kernel, &length)), false) ||
        (lanes && !may_have(lower, kernel, lanes)))
      continue;
    if (lanes)
      lower_require_sub_group(lower, kernel, lanes);
    lower_unmark(kernel, DIVERGES);
  }
  LLVMDisposeModule(lower->module);
  lower->module = module;
}

static void warn_of(struct lower *lower, LLVMValueRef kernel, const char *all, const char *otherwise) {
  static const char body[] = "__clang_ocl_kern_imp_"; /* the name that clang 21 and newer give a kernel's body */
  size_t length;
  const char *name = LLVMGetValueName2(kernel, &length);
  char *text = lower_text("kernel '%s': a work-item may leave before a call that all of its %s must make, or go around "
                          "it: let it stay with a value that changes nothing%s",
                          strncmp(name, body, sizeof body - 1) ? name : name + sizeof body - 1, all, otherwise);
  lower->options->warn(lower->options->data, text);
  free(text);
  lower_mark(kernel, LOWER_WARNED);
}

static bool warns(const struct lower *lower) {
  return !lower->options->raw && lower->options->warn && !lower->plan->shrunk;
}

void lower_warn_of_tiles(struct lower *lower) {
  if (!warns(lower) || lower_is_for_nvidia(lower))
    return;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !lower_has_mark(f, LOWER_WARNED) && diverges(f, true))
      warn_of(lower, f, "tile", "");
}

void lower_end_divergence(struct lower *lower) {
  /* If passes are turned off, ids go through memory. */
  if (lower->options->raw || !(warns(lower) || lower->options->device_sub_group_sizes))
    return;
  for (LLVMValueRef f = lower_first(lower->module, LOWER_REACHING); f; f = lower_next(f, LOWER_REACHING))
    if (diverges(f, false))
      lower_mark(f, DIVERGES);
  if (lower->plan->builtins && lower_first(lower->module, DIVERGES))
    ask_for(lower, 0);
  for (unsigned lanes = 1; lanes; lanes *= 2) {
    bool is_wanted = false;
    for (LLVMValueRef f = lower_first(lower->module, DIVERGES); f; f = lower_next(f, DIVERGES))
      is_wanted |= may_have(lower, f, lanes);
    if (is_wanted)
      ask_for(lower, lanes);
  }
  for (LLVMValueRef f = lower_first(lower->module, DIVERGES); f; f = lower_next(f, DIVERGES))
    if (warns(lower))
      warn_of(lower, f, "work-group",
              lower->plan->builtins ? "" : ", or ask for sub-groups as large as the tile by intel_reqd_sub_group_size");
  lower_drop_marks(lower->module, DIVERGES);
}
