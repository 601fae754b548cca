#define _GNU_SOURCE /* asprintf */
#include "lower/library/diverge.h"

#include "lower/library/library.h"
#include "lower/ir/flow.h"
#include "lower/ir/work-item.h"
#include "names/mangled.h"

#include <stdio.h>
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

/* Is the value, whatever ids go into it, the same for neighbours by rank that are a tile: the number of a tile, or what
 * a constant decides? (A program that compares an id with a constant means tiles.) */
static bool is_of_tile(LLVMValueRef value) {
  const LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : 0;
  if (opcode != LLVMICmp && opcode != LLVMLShr && opcode != LLVMUDiv && opcode != LLVMAnd)
    return false;
  return is_constant(value, 1) && (opcode != LLVMAnd || LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) % 2 == 0);
}

/* Of the first dimension: tiles are of rows. */
static bool is_id_in_tile(LLVMValueRef value) {
  return is_id(value) && (!LLVMGetNumArgOperands(value) ||
                          (is_constant(value, 0) && !LLVMConstIntGetZExtValue(LLVMGetOperand(value, 0))));
}

/* Does something that `is` go into the value? Not through what `ends` the search, unless that is NULL. */
static bool goes_into(struct lower *lower, LLVMValueRef value, bool (*is)(LLVMValueRef), bool (*ends)(LLVMValueRef),
                      bool *result) {
  struct function_list seen = {0};
  bool ok = lower_list_add(lower, &seen, value), loads;
  *result = false;
  for (size_t i = 0; ok && !*result && i < seen.count; ++i) {
    *result = is(seen.items[i]);
    /* What is read may be anything, for an id too. */
    if (ends && ends(seen.items[i]) && (!(ok = goes_into(lower, seen.items[i], is_load, NULL, &loads)) || !loads))
      continue;
    for (int o = 0; ok && LLVMIsAInstruction(seen.items[i]) && o < LLVMGetNumOperands(seen.items[i]); ++o) {
      LLVMValueRef operand = LLVMGetOperand(seen.items[i], (unsigned)o);
      ok = !LLVMIsAInstruction(operand) || lower_list_has(&seen, operand) || lower_list_add(lower, &seen, operand);
    }
  }
  free(seen.items);
  return ok;
}

/* Marks the blocks from which a return can be reached without `block`. */
static void mark_ways_around(const struct clgroup_flow *flow, size_t block, bool *around) {
  for (size_t b = 0; b < flow->count; ++b)
    around[b] = b != block && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[b]));
  for (bool more = true; more;) {
    more = false;
    for (size_t e = flow->edge_count; e-- > 0;)
      if (flow->edges[e].from != block && around[flow->edges[e].to] && !around[flow->edges[e].from])
        more = around[flow->edges[e].from] = true;
  }
}

/* Does a work-item's id decide there, `by_tile` so that work-items of a tile may go other ways? */
static bool is_of_id(struct lower *lower, LLVMValueRef condition, bool by_tile, bool *result) {
  return goes_into(lower, condition, by_tile ? is_id_in_tile : is_id, by_tile ? is_of_tile : NULL, result);
}

/* Is there a branch that decides whether one of the `count` blocks of `list` is reached, directly or because it decides
 * about such a branch, and about whose condition an id decides? `list` has room for all blocks, `marks` for two of
 * each. */
static bool is_decided_by_id(struct lower *lower, const struct clgroup_flow *flow, size_t *list, size_t count,
                             bool by_tile, bool *marks, bool *result) {
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
      if ((LLVMIsABranchInst(end) || LLVMIsASwitchInst(end)) &&
          !is_of_id(lower, LLVMGetOperand(end, 0), by_tile, result))
        return false;
      if (*result)
        return true;
    }
  }
  return true;
}

/* Calls by which lanes learn which others there are. */
static bool finds_lanes(LLVMValueRef value) {
  static const char *const names[] = {"__clgroup_active_lanes", "__clgroup_ballot", NULL};
  size_t length;
  const char *name = clgroup_called_name(value), *plain = clgroup_plain_name(name, &length);
  return lower_begins_with_one_of(plain ? plain : name, names);
}

/* A call by the lanes of a tile, all of which are taken to be there: it names no members that lanes have found. */
static bool exchanges_in_tile(struct lower *lower, LLVMValueRef call) {
  static const char *const names[] = {"__clgroup_word_", "__clgroup_reduce_", "sub_group_reduce_", "sub_group_scan_",
                                      NULL};
  size_t length;
  const char *name = clgroup_called_name(call), *plain = clgroup_plain_name(name, &length);
  bool found = false;
  return lower_begins_with_one_of(plain ? plain : name, names) &&
         goes_into(lower, LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1), finds_lanes, NULL, &found) && !found;
}

static bool exchanges(struct lower *lower, LLVMBasicBlockRef block, bool by_tile) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (by_tile ? exchanges_in_tile(lower, i) : clgroup_is_barrier(i) && !lower_is_own_barrier(i))
      return true;
  return false;
}

static bool diverges(struct lower *lower, LLVMValueRef kernel, bool by_tile, bool *result) {
  struct clgroup_flow flow;
  const bool is_read = clgroup_flow_read(&flow, kernel);
  size_t *list = is_read ? calloc(flow.count, sizeof *list) : NULL, count = 0;
  bool *marks = is_read ? calloc(2 * flow.count, sizeof *marks) : NULL;
  bool ok = (list && marks) || lower_fail(lower, "out of memory");
  *result = false;
  for (size_t b = 0; ok && b < flow.count; ++b)
    if (exchanges(lower, flow.blocks[b], by_tile))
      list[count++] = b;
  ok = ok && is_decided_by_id(lower, &flow, list, count, by_tile, marks, result);
  free(list);
  free(marks);
  clgroup_flow_free(&flow);
  return ok;
}

/* May the kernel get sub-groups of that size? One that asks for a size itself gets no other. */
static bool may_have(struct lower *lower, LLVMValueRef kernel, unsigned lanes) {
  const unsigned own = lower_required_sub_group(lower, kernel);
  /* PoCL's shuffles are for all of the work-group. */
  return !lower->options->for_pocl && (own ? own == lanes : lower->options->device_sub_group_sizes & lanes);
}

/* Leaves in `kernels` those that diverge with sub-groups of `lanes` too; the others ask for them. A copy of the module
 * shows it, where the kernels have such sub-groups. 0 lanes: those that diverge as they are, once it is optimized. */
static bool ask_for(struct lower *lower, unsigned lanes, struct function_list *kernels) {
  LLVMModuleRef module = lower->module;
  struct function_list copies = {0};
  size_t length, left = 0;
  bool ok = true, still;
  lower->module = LLVMCloneModule(module);
  for (size_t i = 0; ok && i < kernels->count; ++i) {
    LLVMValueRef copy = LLVMGetNamedFunction(lower->module, LLVMGetValueName2(kernels->items[i], &length));
    if (lanes)
      lower_assume_lanes(lower, copy, lanes);
    ok = lower_list_add(lower, &copies, copy);
  }
  ok = ok && lower_run_on(lower, &copies, "function(sroa,sccp,simplifycfg)", true);
  for (size_t i = 0; ok && i < copies.count; ++i) {
    ok = diverges(lower, copies.items[i], false, &still);
    if (still || (lanes && !may_have(lower, kernels->items[i], lanes)))
      kernels->items[left++] = kernels->items[i];
    else if (ok && lanes)
      lower_require_sub_group(lower, kernels->items[i], lanes);
  }
  kernels->count = left;
  LLVMDisposeModule(lower->module);
  lower->module = module;
  free(copies.items);
  return ok;
}

static bool warn_of(struct lower *lower, LLVMValueRef kernel, const char *all, const char *otherwise) {
  static const char body[] = "__clang_ocl_kern_imp_"; /* clang 21's and newer's name of a kernel's body */
  char *text;
  size_t length;
  const char *name = LLVMGetValueName2(kernel, &length);
  if (asprintf(&text,
               "kernel '%s': a work-item may leave before a call that all of its %s must make, or go around it: let it "
               "stay with a value that changes nothing%s",
               strncmp(name, body, sizeof body - 1) ? name : name + sizeof body - 1, all, otherwise) < 0)
    return lower_fail(lower, "out of memory");
  lower->options->warn(lower->options->data, text);
  free(text);
  return lower_list_add(lower, &lower->warned, kernel);
}

bool lower_warn_of_tiles(struct lower *lower) {
  bool ok = true, found;
  if (lower->options->raw || !lower->options->warn || lower->shrunk || lower_is_for_nvidia(lower))
    return true;
  for (LLVMValueRef f = LLVMGetFirstFunction(lower->module); ok && f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && !lower_list_has(&lower->warned, f))
      ok = diverges(lower, f, true, &found) && (!found || warn_of(lower, f, "tile", ""));
  return ok;
}

bool lower_end_divergence(struct lower *lower) {
  const bool warns = lower->options->warn && !lower->shrunk;
  struct function_list kernels = {0};
  bool ok = true, found;
  /* With passes turned off, ids go through memory. */
  if (lower->options->raw || !(warns || lower->options->device_sub_group_sizes))
    return true;
  for (size_t i = 0; ok && i < lower->reaching.count; ++i)
    ok = diverges(lower, lower->reaching.items[i], false, &found) &&
         (!found || lower_list_add(lower, &kernels, lower->reaching.items[i]));
  if (ok && kernels.count && lower->plan->builtins)
    ok = ask_for(lower, 0, &kernels);
  for (unsigned lanes = 1; ok && lanes; lanes *= 2) {
    bool is_wanted = false;
    for (size_t i = 0; i < kernels.count; ++i)
      is_wanted |= may_have(lower, kernels.items[i], lanes);
    ok = !is_wanted || ask_for(lower, lanes, &kernels);
  }
  for (size_t i = 0; ok && warns && i < kernels.count; ++i)
    ok = warn_of(lower, kernels.items[i], "work-group",
                 lower->plan->builtins ? ""
                                       : ", or ask for sub-groups as large as the tile by intel_reqd_sub_group_size");
  free(kernels.items);
  return ok;
}
