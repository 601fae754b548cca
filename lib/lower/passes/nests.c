/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nests of loops behind a barrier, for PoCL. Where all work-items make the same turns, PoCL gives the inner loop
 * barriers, so that it can run its turns for all work-items at once; PoCL 7.1 then computes wrong ids behind a nest
 * whose outermost loop makes no turn, unless that loop has a barrier of its own. So it gets one, at the end of each
 * turn: beside those of the inner loop it costs nothing. */
#include "lower/ir/uniform.h"
#include "lower/ir/work-item.h"
#include "lower/passes/passes.h"

#include <stdlib.h>

/* Is the loop of this back edge the outermost one of a nest? Not if one of its blocks that are in no inner loop has a
 * barrier. */
static bool is_nest(struct clgroup_flow *flow, size_t back) {
  const size_t head = flow->back[back].to;
  bool *own = clgroup_allocate(flow->count, sizeof *own); /* blocks in no inner loop that has been looked at */
  bool holds_loops = false, is = true;
  clgroup_flow_loop(flow, &flow->back[back], own);
  for (size_t i = 0; i < flow->back_count; ++i) {
    const size_t other = flow->back[i].to;
    if (other == head)
      continue;
    clgroup_flow_loop(flow, &flow->back[i], flow->seen);
    const bool inside = own[other];
    holds_loops |= inside;
    is &= inside || !flow->seen[head];
    for (size_t b = 0; b < flow->count && inside; ++b)
      own[b] &= !flow->seen[b];
  }
  for (size_t b = 0; b < flow->count; ++b)
    is &= !(own[b] && clgroup_has_barrier(flow->blocks[b]));
  free(own);
  return is && holds_loops;
}

static bool has_nest(LLVMValueRef kernel) {
  struct clgroup_flow flow;
  bool nest = false;
  clgroup_flow_read(&flow, kernel);
  for (size_t i = 0; i < flow.back_count && !nest; ++i)
    nest = is_nest(&flow, i);
  clgroup_flow_free(&flow);
  return nest;
}

/* A kernel with other barriers in loops or branches must stay regular: no barrier is worth a single one. */
static void add_to_kernel(LLVMModuleRef module, LLVMValueRef kernel) {
  struct clgroup_uniform uniform;
  const bool looped = lower_has_mark(kernel, LOWER_SINGLE);
  if (looped && !clgroup_is_regular(kernel, true))
    return;
  clgroup_uniform_in_group(&uniform, kernel);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (size_t i = 0; i < uniform.flow.back_count; ++i) {
    LLVMBasicBlockRef latch = uniform.flow.blocks[uniform.flow.back[i].from];
    if (!is_nest(&uniform.flow, i) || clgroup_uniform_branch(&uniform, latch))
      continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(latch);
    LLVMPositionBuilderBefore(builder, end);
    clgroup_build_barrier(builder, module, CLGROUP_LOCAL_FENCE);
    if (looped && !clgroup_is_regular(kernel, true))
      LLVMInstructionEraseFromParent(LLVMGetPreviousInstruction(end));
  }
  LLVMDisposeBuilder(builder);
  clgroup_uniform_free(&uniform);
}

/* Gives nests of loops a barrier, for PoCL. */
bool lower_add_nest_barriers(LLVMModuleRef module) {
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    if (clgroup_holds_barrier(f) && has_nest(f))
      lower_mark(f, LOWER_RUN_ON);
  if (!lower_first(module, LOWER_RUN_ON))
    return false;
  lower_run_on(module, LOWER_RUN_ON, "function(loop-simplify)", true); /* one latch, which is in no inner loop */
  for (LLVMValueRef f = lower_first(module, LOWER_RUN_ON); f; f = lower_next(f, LOWER_RUN_ON))
    add_to_kernel(module, f);
  lower_drop_marks(module, LOWER_RUN_ON);
  return true;
}
