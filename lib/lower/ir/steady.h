/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which memory is steady: all work-items of a work-group that load from the same address at the same place get the same
 * value, since none of them may write there since the last barrier or up to the next one. Memory other than local is
 * written by other work-groups too, which barriers do not order, so nothing of the kernel may write there at all.
 * Pointers that a kernel is given are taken to point to different memory. */
#ifndef CLGROUP_LOWER_STEADY_H
#define CLGROUP_LOWER_STEADY_H

#include "lower/ir/flow.h"

struct clgroup_steady {
  struct clgroup_flow flow;
  LLVMValueRef *writes; /* instructions that may write memory */
  size_t write_count;
  bool *barriers; /* blocks that hold a barrier */
};

void clgroup_steady_read(struct clgroup_steady *steady, LLVMValueRef kernel);
void clgroup_steady_free(struct clgroup_steady *steady);

/* Does this instruction, which does not write, load from steady memory only by that pointer? */
bool clgroup_steady_load(struct clgroup_steady *steady, LLVMValueRef load, LLVMValueRef pointer);

/* May the call write memory, or, if not `writes`, access any? */
bool clgroup_call_accesses(LLVMValueRef call, bool writes);

bool clgroup_is_pointer(LLVMValueRef value);

#endif
