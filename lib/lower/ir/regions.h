/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What lies between barriers: a driver that runs work-items as loops (PoCL) makes a loop of each such region, and keeps
 * what one computes for another in memory. */
#ifndef CLGROUP_LOWER_REGIONS_H
#define CLGROUP_LOWER_REGIONS_H

#include "lower/ir/flow.h"

struct clgroup_regions {
  struct clgroup_flow flow;
  bool *has_barrier; /* of each block */
};

void clgroup_regions_read(struct clgroup_regions *regions, LLVMValueRef function);
void clgroup_regions_free(struct clgroup_regions *regions);

/* Is there a barrier from `first`, or from the block's start, to `last`, or to its end? */
bool clgroup_barrier_between(LLVMBasicBlockRef block, LLVMValueRef first, LLVMValueRef last);

/* May there be a barrier on the way from the instruction to another one that uses it? */
bool clgroup_crosses(struct clgroup_regions *regions, LLVMValueRef definition, LLVMValueRef use);

#endif
