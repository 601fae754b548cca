/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/regions.h"

#include "lower/ir/memory.h"
#include "lower/ir/work-item.h"

void clgroup_regions_read(struct clgroup_regions *regions, LLVMValueRef function) {
  clgroup_flow_read(&regions->flow, function);
  regions->has_barrier = clgroup_allocate(regions->flow.count, sizeof *regions->has_barrier);
  for (size_t b = 0; b < regions->flow.count; ++b)
    regions->has_barrier[b] = clgroup_has_barrier(regions->flow.blocks[b]);
}

void clgroup_regions_free(struct clgroup_regions *regions) {
  clgroup_flow_free(&regions->flow);
  free(regions->has_barrier);
}

bool clgroup_barrier_between(LLVMBasicBlockRef block, LLVMValueRef first, LLVMValueRef last) {
  for (LLVMValueRef i = first ? LLVMGetNextInstruction(first) : LLVMGetFirstInstruction(block); i && i != last;
       i = LLVMGetNextInstruction(i))
    if (clgroup_is_barrier(i))
      return true;
  return false;
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
  while (a && a != b)
    a = LLVMGetNextInstruction(a);
  return a != NULL;
}

bool clgroup_crosses(struct clgroup_regions *regions, LLVMValueRef definition, LLVMValueRef use) {
  struct clgroup_flow *flow = &regions->flow;
  LLVMBasicBlockRef from = LLVMGetInstructionParent(definition), to = LLVMGetInstructionParent(use);
  if (from == to && comes_before(definition, use))
    return clgroup_barrier_between(from, definition, use);
  if (clgroup_barrier_between(from, definition, NULL) || clgroup_barrier_between(to, NULL, use))
    return true;
  const size_t a = clgroup_flow_number(flow, from), b = clgroup_flow_number(flow, to);
  for (size_t x = 0; x < flow->count; ++x)
    if (regions->has_barrier[x] && x != a && clgroup_flow_reaches(flow, a, x) && clgroup_flow_reaches(flow, x, b))
      return true;
  return false;
}
