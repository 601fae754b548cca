#include "lower/ir/order.h"

#include "lower/ir/flow.h"

#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

bool clgroup_put_in_order(LLVMValueRef function, bool *changed) {
  struct clgroup_flow flow;
  if (LLVMCountBasicBlocks(function) < 3)
    return true;
  bool ok = clgroup_flow_read(&flow, function), in_order = true;
  if (ok) {
    /* If each block comes after one of its predecessors, it also comes after its dominators. */
    memset(flow.seen, 0, flow.count * sizeof *flow.seen);
    flow.seen[0] = true;
    for (size_t b = 0; b < flow.count && in_order; ++b) {
      in_order = flow.seen[b];
      for (size_t e = flow.first[b]; e < flow.first[b + 1]; ++e)
        flow.seen[flow.edges[e].to] = true;
    }
  }
  clgroup_flow_free(&flow);
  *changed |= !in_order;
  return ok && (in_order || clgroup_order_blocks(function));
}

bool clgroup_order_blocks(LLVMValueRef function) {
  struct clgroup_flow flow;
  size_t count = 0;
  if (LLVMCountBasicBlocks(function) < 2)
    return true;
  const bool ok = clgroup_flow_read(&flow, function) && clgroup_flow_walk(&flow, flow.list, &count, NULL, NULL);
  /* The entry is the last of the list; unreachable blocks stay at the end of the function. */
  for (size_t i = ok ? count - 1 : 0; i-- > 0;)
    LLVMMoveBasicBlockAfter(flow.blocks[flow.list[i]], flow.blocks[flow.list[i + 1]]);
  clgroup_flow_free(&flow);
  return ok;
}
