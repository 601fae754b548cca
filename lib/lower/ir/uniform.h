/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which values of a function are uniform, that is the same in all work-items of a group that are at the same place, and
 * which blocks all of them reach, equally often and in the same order. What the group is, and where values begin to
 * differ, a caller's rule says. */
#ifndef CLGROUP_LOWER_UNIFORM_H
#define CLGROUP_LOWER_UNIFORM_H

#include "lower/ir/flow.h"

/* How much values differ: by an id alone, or in any way. */
enum clgroup_level { CLGROUP_UNIFORM, CLGROUP_BY_ID, CLGROUP_VARYING };

struct clgroup_uniform;

/* The level of an instruction other than a phi, of whose operands the highest level is `operands`. It must not fall
 * where that of an operand rises. */
typedef enum clgroup_level clgroup_level_rule(const struct clgroup_uniform *uniform, LLVMValueRef instruction,
                                              enum clgroup_level operands, void *data);

struct clgroup_uniform {
  struct clgroup_flow flow;
  bool by_operands;
  struct clgroup_uniform_value *values;
  size_t count;
  bool *parted;           /* blocks that not all work-items reach, */
  LLVMValueRef *branches; /* and for each of them a branch that decides so */
  bool *read;             /* blocks whose branch has parted others */
};

/* With `by_operands` a value differs only if it is computed from one that does, and not because work-items come by
 * different ways: the library's functions return to all what one work-item has found. Not all that differ are found. */
void clgroup_uniform_read(struct clgroup_uniform *uniform, LLVMValueRef function, bool by_operands,
                          clgroup_level_rule *rule, void *data);
/* The same for the work-group that runs a kernel, by the rule of uniform-group.c. */
void clgroup_uniform_in_group(struct clgroup_uniform *uniform, LLVMValueRef kernel);
void clgroup_uniform_free(struct clgroup_uniform *uniform);

/* What is known of a value so far, or in the end. */
enum clgroup_level clgroup_uniform_level(const struct clgroup_uniform *uniform, LLVMValueRef value);

/* The branch, or switch, that keeps some of the work-items from this block, or sends them there at other times; NULL:
 * there is none. */
LLVMValueRef clgroup_uniform_branch(const struct clgroup_uniform *uniform, LLVMBasicBlockRef block);

/* The instruction for which the rule says that its values differ, and because of which those of this one do. */
LLVMValueRef clgroup_uniform_source(const struct clgroup_uniform *uniform, LLVMValueRef value);

#endif
