#include "lower/order.h"

#include "lower/flow.h"

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

/* Lists the blocks reachable from the entry in post-order, and returns their number. */
static size_t list_in_post_order(struct clgroup_flow *flow, size_t *path, size_t *next, size_t *order) {
  size_t depth = 0, done = 0;
  memset(flow->seen, 0, flow->count * sizeof *flow->seen);
  memcpy(next, flow->first, flow->count * sizeof *next);
  flow->seen[path[depth++] = 0] = true;
  while (depth) {
    const size_t block = path[depth - 1];
    if (next[block] == flow->first[block + 1]) {
      order[done++] = block;
      --depth;
      continue;
    }
    const size_t to = flow->edges[next[block]++].to;
    if (!flow->seen[to])
      flow->seen[path[depth++] = to] = true;
  }
  return done;
}

bool clgroup_order_blocks(LLVMValueRef function) {
  struct clgroup_flow flow;
  if (LLVMCountBasicBlocks(function) < 2)
    return true;
  bool ok = clgroup_flow_read(&flow, function);
  size_t *next = ok ? malloc(flow.count * sizeof *next) : NULL;
  size_t *order = ok ? malloc(flow.count * sizeof *order) : NULL;
  ok = next && order;
  if (ok)
    /* The entry is the last of the list; unreachable blocks stay at the end of the function. */
    for (size_t i = list_in_post_order(&flow, flow.list, next, order) - 1; i-- > 0;)
      LLVMMoveBasicBlockAfter(flow.blocks[order[i]], flow.blocks[order[i + 1]]);
  free(next);
  free(order);
  clgroup_flow_free(&flow);
  return ok;
}
