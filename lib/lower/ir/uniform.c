/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A branch whose condition varies parts the work-items until the first block that all ways from it pass. Blocks on
 * these ways are parted, and all that is computed there varies, for those who come from there too: it may have been
 * computed another number of times. A phi varies if work-items may come to it by different edges.
 *
 * So all work-items pass the same sequence of other blocks: of two blocks that are the next such behind the same one,
 * for different work-items, a branch of a parted block or one that varies would decide, and they would be parted. Where
 * a uniform value is computed in them, its operands are of the same place in that sequence. This needs no loops. */
#include "lower/ir/uniform.h"

#include "lower/ir/calls.h"
#include "lower/ir/memory.h"

struct clgroup_uniform_value {
  LLVMValueRef value, cause; /* an operand, or a branch, because of which it varies; NULL: it does so itself */
  enum clgroup_level level;
};

/* NULL: the value is no instruction, and uniform. */
static struct clgroup_uniform_value *find(const struct clgroup_uniform *uniform, LLVMValueRef value) {
  const struct clgroup_uniform_value key = {.value = value};
  return bsearch(&key, uniform->values, uniform->count, sizeof key, clgroup_by_pointer);
}

/* The branch at the end of a block, if work-items may go different ways from there; else NULL. */
static LLVMValueRef parting_branch(const struct clgroup_uniform *uniform, size_t block) {
  if (uniform->parted[block])
    return uniform->branches[block];
  LLVMValueRef end = LLVMGetBasicBlockTerminator(uniform->flow.blocks[block]);
  return clgroup_flow_successors(&uniform->flow, block) > 1 && find(uniform, end)->level != CLGROUP_UNIFORM ? end
                                                                                                            : NULL;
}

/* Raises the level, and returns whether it rose. The first cause stays: it was not uniform before, so there are no
 * circles of causes. */
static bool raise(struct clgroup_uniform_value *of, enum clgroup_level level, LLVMValueRef cause) {
  if (level <= of->level)
    return false;
  if (of->level == CLGROUP_UNIFORM)
    of->cause = cause;
  of->level = level;
  return true;
}

static bool read_phi(struct clgroup_uniform *uniform, struct clgroup_uniform_value *of) {
  bool rose = false;
  for (unsigned i = 0; i < LLVMCountIncoming(of->value); ++i) {
    const size_t from = clgroup_flow_number(&uniform->flow, LLVMGetIncomingBlock(of->value, i));
    const struct clgroup_uniform_value *in = find(uniform, LLVMGetIncomingValue(of->value, i));
    LLVMValueRef branch = uniform->by_operands ? NULL : parting_branch(uniform, from);
    rose |= in && raise(of, in->level, in->value);
    rose |= branch && raise(of, CLGROUP_VARYING, branch);
  }
  return rose;
}

static bool read_value(struct clgroup_uniform *uniform, size_t block, struct clgroup_uniform_value *of,
                       clgroup_level_rule *rule, void *data) {
  enum clgroup_level operands = CLGROUP_UNIFORM;
  LLVMValueRef highest = NULL;
  if (uniform->parted[block] && !uniform->by_operands)
    return raise(of, CLGROUP_VARYING, uniform->branches[block]);
  if (LLVMIsAPHINode(of->value))
    return read_phi(uniform, of);
  for (int o = 0; o < LLVMGetNumOperands(of->value); ++o) {
    const struct clgroup_uniform_value *operand = find(uniform, LLVMGetOperand(of->value, (unsigned)o));
    if (operand && operand->level > operands) {
      operands = operand->level;
      highest = operand->value;
    }
  }
  return raise(of, LLVMIsATerminatorInst(of->value) ? operands : rule(uniform, of->value, operands, data), highest);
}

static bool read_block(struct clgroup_uniform *uniform, size_t block, clgroup_level_rule *rule, void *data) {
  bool changed = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(uniform->flow.blocks[block]); i; i = LLVMGetNextInstruction(i)) {
    struct clgroup_uniform_value *of = find(uniform, i);
    changed |= of->level != CLGROUP_VARYING && read_value(uniform, block, of, rule, data);
  }
  return changed;
}

/* Parts the blocks about which the branch of this one decides. Returns whether there were any more. */
static bool part(struct clgroup_uniform *uniform, size_t block) {
  LLVMValueRef branch = parting_branch(uniform, block);
  bool changed = false;
  /* What a branch in a parted block decides about is parted already. */
  if (!branch || uniform->parted[block] || uniform->read[block])
    return false;
  uniform->read[block] = true;
  clgroup_flow_decide(&uniform->flow, block, uniform->parted);
  for (size_t b = 0; b < uniform->flow.count; ++b)
    if (uniform->parted[b] && !uniform->branches[b]) {
      uniform->branches[b] = branch;
      changed = true;
    }
  return changed;
}

void clgroup_uniform_read(struct clgroup_uniform *uniform, LLVMValueRef function, bool by_operands,
                          clgroup_level_rule *rule, void *data) {
  size_t instructions = 0;
  *uniform = (struct clgroup_uniform){.by_operands = by_operands};
  struct clgroup_flow *flow = &uniform->flow;
  clgroup_flow_read(flow, function);
  uniform->parted = clgroup_allocate(flow->count, sizeof *uniform->parted);
  uniform->read = clgroup_allocate(flow->count, sizeof *uniform->read);
  uniform->branches = clgroup_allocate(flow->count, sizeof *uniform->branches);
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    ++instructions;
  uniform->values = clgroup_allocate(instructions, sizeof *uniform->values);
  for (LLVMValueRef i = clgroup_first_instruction(function); i; i = clgroup_next_instruction(i))
    uniform->values[uniform->count++].value = i;
  qsort(uniform->values, uniform->count, sizeof *uniform->values, clgroup_by_pointer);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = flow->order_count; i-- > 0;) {
      changed |= read_block(uniform, flow->order[i], rule, data);
      changed |= part(uniform, flow->order[i]);
    }
  }
}

void clgroup_uniform_free(struct clgroup_uniform *uniform) {
  clgroup_flow_free(&uniform->flow);
  free(uniform->values);
  free(uniform->parted);
  free(uniform->read);
  free(uniform->branches);
}

enum clgroup_level clgroup_uniform_level(const struct clgroup_uniform *uniform, LLVMValueRef value) {
  const struct clgroup_uniform_value *of = find(uniform, value);
  return of ? of->level : CLGROUP_UNIFORM;
}

LLVMValueRef clgroup_uniform_branch(const struct clgroup_uniform *uniform, LLVMBasicBlockRef block) {
  return uniform->branches[clgroup_flow_number(&uniform->flow, block)];
}

LLVMValueRef clgroup_uniform_source(const struct clgroup_uniform *uniform, LLVMValueRef value) {
  const struct clgroup_uniform_value *of = find(uniform, value);
  while (of->cause)
    of = find(uniform, of->cause);
  return of->value;
}
