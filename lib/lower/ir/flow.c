#include "lower/ir/flow.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Core.h>

struct clgroup_flow_number {
  LLVMBasicBlockRef block;
  size_t number;
};

static int by_block(const void *a, const void *b) {
  const uintptr_t left = (uintptr_t)((const struct clgroup_flow_number *)a)->block;
  const uintptr_t right = (uintptr_t)((const struct clgroup_flow_number *)b)->block;
  return (left > right) - (left < right);
}

bool clgroup_flow_read(struct clgroup_flow *flow, LLVMValueRef function) {
  const size_t blocks = LLVMCountBasicBlocks(function);
  size_t edges = 0;
  *flow = (struct clgroup_flow){
      .blocks = malloc(blocks * sizeof *flow->blocks),
      .first = malloc((blocks + 1) * sizeof *flow->first),
      .numbers = malloc(blocks * sizeof *flow->numbers),
      .list = malloc(blocks * sizeof *flow->list),
      .seen = malloc(blocks * sizeof *flow->seen),
  };
  if (!flow->blocks || !flow->first || !flow->numbers || !flow->list || !flow->seen)
    return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    flow->numbers[flow->count] = (struct clgroup_flow_number){b, flow->count};
    flow->blocks[flow->count++] = b;
    edges += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b));
  }
  qsort(flow->numbers, flow->count, sizeof *flow->numbers, by_block);
  flow->edges = malloc((edges + 1) * sizeof *flow->edges);
  if (!flow->edges)
    return false;
  for (size_t i = 0; i < flow->count; ++i) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(flow->blocks[i]);
    flow->first[i] = flow->edge_count;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); ++s)
      flow->edges[flow->edge_count++] =
          (struct clgroup_edge){i, clgroup_flow_number(flow, LLVMGetSuccessor(end, s)), s};
  }
  flow->first[flow->count] = flow->edge_count;
  return true;
}

void clgroup_flow_free(struct clgroup_flow *flow) {
  free(flow->blocks);
  free(flow->edges);
  free(flow->first);
  free(flow->numbers);
  free(flow->list);
  free(flow->seen);
}

size_t clgroup_flow_number(const struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const struct clgroup_flow_number key = {.block = block};
  const struct clgroup_flow_number *found = bsearch(&key, flow->numbers, flow->count, sizeof key, by_block);
  return found->number;
}

static void reach(struct clgroup_flow *flow, size_t block, size_t *count) {
  if (flow->seen[block])
    return;
  flow->seen[block] = true;
  flow->list[(*count)++] = block;
}

/* Marks in `seen` the first `count` blocks of `list` and all blocks that are reachable from them without an edge that
 * leaves `barred`. */
static void walk(struct clgroup_flow *flow, size_t count, size_t barred) {
  for (size_t i = 0; i < count; ++i)
    for (size_t e = flow->first[flow->list[i]]; flow->list[i] != barred && e < flow->first[flow->list[i] + 1]; ++e)
      reach(flow, flow->edges[e].to, &count);
}

bool clgroup_flow_in_loop(struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const size_t number = clgroup_flow_number(flow, block);
  size_t count = 0;
  memset(flow->seen, 0, flow->count * sizeof *flow->seen);
  for (size_t e = flow->first[number]; e < flow->first[number + 1]; ++e)
    reach(flow, flow->edges[e].to, &count);
  walk(flow, count, flow->count);
  return flow->seen[number];
}

bool clgroup_flow_passed_once(struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const size_t number = clgroup_flow_number(flow, block);
  size_t count = 0;
  if (clgroup_flow_in_loop(flow, block))
    return false;
  memset(flow->seen, 0, flow->count * sizeof *flow->seen);
  reach(flow, 0, &count);
  walk(flow, count, number);
  for (size_t i = 0; i < flow->count; ++i)
    if (flow->seen[i] && i != number && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[i])))
      return false;
  return true;
}

size_t clgroup_flow_loop(struct clgroup_flow *flow, const struct clgroup_edge *back, bool *inside) {
  size_t count = 0;
  memset(inside, 0, flow->count * sizeof *inside);
  inside[back->to] = true;
  flow->list[count++] = back->to;
  if (back->from != back->to)
    flow->list[count++] = back->from;
  inside[back->from] = true;
  for (size_t i = 1; i < count; ++i)
    for (size_t e = 0; e < flow->edge_count; ++e) {
      const size_t from = flow->edges[e].from;
      if (flow->edges[e].to != flow->list[i] || inside[from])
        continue;
      inside[from] = true;
      flow->list[count++] = from;
    }
  return count;
}

bool clgroup_flow_walk(const struct clgroup_flow *flow, size_t *order, size_t *order_count, struct clgroup_edge *back,
                       size_t *back_count) {
  enum { NEW, OPEN, CLOSED };
  unsigned char *state = calloc(flow->count, 1);
  size_t *path = malloc(flow->count * sizeof *path), depth = 0;
  size_t *next = malloc(flow->count * sizeof *next); /* the edge to look at, of a block on the path */
  const bool ok = state && path && next;
  if (ok) {
    memcpy(next, flow->first, flow->count * sizeof *next);
    state[0] = OPEN;
    path[depth++] = 0;
  }
  while (ok && depth) {
    const size_t block = path[depth - 1];
    if (next[block] == flow->first[block + 1]) {
      state[block] = CLOSED;
      --depth;
      if (order)
        order[(*order_count)++] = block;
      continue;
    }
    const struct clgroup_edge *edge = &flow->edges[next[block]++];
    if (state[edge->to] == OPEN && back)
      back[(*back_count)++] = *edge;
    if (state[edge->to] == NEW) {
      state[edge->to] = OPEN;
      path[depth++] = edge->to;
    }
  }
  free(state);
  free(path);
  free(next);
  return ok;
}

bool clgroup_flow_back_edges(const struct clgroup_flow *flow, struct clgroup_edge *back, size_t *back_count) {
  return clgroup_flow_walk(flow, NULL, NULL, back, back_count);
}
