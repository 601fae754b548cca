/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lower/ir/flow.h"

#include "lower/ir/memory.h"

#include <string.h>

#include <llvm-c/Core.h>

struct clgroup_flow_number {
  LLVMBasicBlockRef block;
  size_t number;
};

/* Lists the edges to each block. */
static void list_edges(struct clgroup_flow *flow) {
  for (size_t b = 0; b < flow->count; ++b)
    flow->into[b] = flow->edge_count;
  for (size_t e = flow->edge_count; e-- > 0;) {
    flow->next_into[e] = flow->into[flow->edges[e].to];
    flow->into[flow->edges[e].to] = e;
  }
}

/* Walks depth first from the entry. */
static void walk(struct clgroup_flow *flow) {
  enum { NEW, OPEN, CLOSED };
  unsigned char *state = clgroup_allocate(flow->count, 1);
  size_t *path = clgroup_allocate(flow->count, sizeof *path), depth = 0;
  size_t *next = clgroup_allocate(flow->count, sizeof *next); /* the edge to look at, of a block on the path */
  memcpy(next, flow->first, flow->count * sizeof *next);
  state[0] = OPEN;
  path[depth++] = 0;
  while (depth) {
    const size_t block = path[depth - 1];
    if (next[block] == flow->first[block + 1]) {
      state[block] = CLOSED;
      --depth;
      flow->order[flow->order_count++] = block;
      continue;
    }
    const struct clgroup_edge *edge = &flow->edges[next[block]++];
    if (state[edge->to] == OPEN)
      flow->back[flow->back_count++] = *edge;
    if (state[edge->to] == NEW) {
      state[edge->to] = OPEN;
      path[depth++] = edge->to;
    }
  }
  free(state);
  free(path);
  free(next);
}

void clgroup_flow_read(struct clgroup_flow *flow, LLVMValueRef function) {
  const size_t blocks = LLVMCountBasicBlocks(function);
  size_t edges = 0;
  *flow = (struct clgroup_flow){
      .blocks = clgroup_allocate(blocks, sizeof *flow->blocks),
      .first = clgroup_allocate(blocks, sizeof *flow->first),
      .into = clgroup_allocate(blocks, sizeof *flow->into),
      .order = clgroup_allocate(blocks, sizeof *flow->order),
      .numbers = clgroup_allocate(blocks, sizeof *flow->numbers),
      .reached = clgroup_allocate(blocks, sizeof *flow->reached),
      .list = clgroup_allocate(blocks, sizeof *flow->list),
      .seen = clgroup_allocate(blocks, sizeof *flow->seen),
      .stops = clgroup_allocate(blocks, sizeof *flow->stops),
  };
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    flow->numbers[flow->count] = (struct clgroup_flow_number){b, flow->count};
    flow->blocks[flow->count++] = b;
    edges += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b));
  }
  qsort(flow->numbers, flow->count, sizeof *flow->numbers, clgroup_by_pointer);
  flow->edges = clgroup_allocate(edges, sizeof *flow->edges);
  flow->back = clgroup_allocate(edges, sizeof *flow->back);
  for (size_t i = 0; i < flow->count; ++i) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(flow->blocks[i]);
    flow->first[i] = flow->edge_count;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); ++s)
      flow->edges[flow->edge_count++] =
          (struct clgroup_edge){i, clgroup_flow_number(flow, LLVMGetSuccessor(end, s)), s};
  }
  flow->first[flow->count] = flow->edge_count;
  flow->next_into = clgroup_allocate(edges, sizeof *flow->next_into);
  list_edges(flow);
  walk(flow);
}

void clgroup_flow_redirect(struct clgroup_flow *flow, size_t edge, size_t to) {
  flow->edges[edge].to = to;
  list_edges(flow);
}

void clgroup_flow_free(struct clgroup_flow *flow) {
  for (size_t i = 0; i < flow->count; ++i)
    free(flow->reached[i]);
  void *const all[] = {flow->blocks, flow->edges,   flow->first,   flow->into, flow->next_into, flow->back,
                       flow->order,  flow->numbers, flow->reached, flow->list, flow->seen,      flow->stops};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
    free(all[i]);
}

size_t clgroup_flow_number(const struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const struct clgroup_flow_number key = {.block = block};
  const struct clgroup_flow_number *found = bsearch(&key, flow->numbers, flow->count, sizeof key, clgroup_by_pointer);
  return found->number;
}

static void reach(struct clgroup_flow *flow, size_t block, bool *marks, size_t *count) {
  if (marks[block])
    return;
  marks[block] = true;
  flow->list[(*count)++] = block;
}

size_t clgroup_flow_spread(struct clgroup_flow *flow, size_t count, bool backwards, const bool *stops, bool *marks) {
  memset(marks, 0, flow->count * sizeof *marks);
  for (size_t i = 0; i < count; ++i)
    marks[flow->list[i]] = true;
  for (size_t i = 0; i < count; ++i) {
    const size_t block = flow->list[i];
    if (stops && stops[block])
      continue;
    for (size_t e = flow->into[block]; backwards && e != flow->edge_count; e = flow->next_into[e])
      reach(flow, flow->edges[e].from, marks, &count);
    for (size_t e = flow->first[block]; !backwards && e < flow->first[block + 1]; ++e)
      reach(flow, flow->edges[e].to, marks, &count);
  }
  return count;
}

bool clgroup_flow_reaches(struct clgroup_flow *flow, size_t from, size_t to) {
  if (!flow->reached[from]) {
    size_t count = 0;
    flow->reached[from] = clgroup_allocate(flow->count, sizeof **flow->reached);
    for (size_t e = flow->first[from]; e < flow->first[from + 1]; ++e)
      reach(flow, flow->edges[e].to, flow->reached[from], &count);
    clgroup_flow_spread(flow, count, false, NULL, flow->reached[from]);
  }
  return flow->reached[from][to];
}

bool clgroup_flow_in_loop(struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const size_t number = clgroup_flow_number(flow, block);
  return clgroup_flow_reaches(flow, number, number);
}

/* The same for one block, with one block behind which the walk does not go on. */
static size_t spread_up_to(struct clgroup_flow *flow, size_t from, bool backwards, size_t stop, bool *marks) {
  flow->stops[stop] = true;
  flow->list[0] = from;
  const size_t count = clgroup_flow_spread(flow, 1, backwards, flow->stops, marks);
  flow->stops[stop] = false;
  return count;
}

bool clgroup_flow_passed_once(struct clgroup_flow *flow, LLVMBasicBlockRef block) {
  const size_t number = clgroup_flow_number(flow, block);
  if (clgroup_flow_in_loop(flow, block))
    return false;
  const size_t count = spread_up_to(flow, 0, false, number, flow->seen);
  for (size_t i = 0; i < count; ++i)
    if (flow->list[i] != number && LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[flow->list[i]])))
      return false;
  return true;
}

size_t clgroup_flow_loop(struct clgroup_flow *flow, const struct clgroup_edge *back, bool *inside) {
  return spread_up_to(flow, back->from, true, back->to, inside);
}

/* A shortest way from a block to a return, as in `way`; returns its length, 0 if there is none. Adds to place[] what
 * number each of its blocks has on it, from 1 on. */
static size_t find_way(struct clgroup_flow *flow, size_t block, size_t *way, size_t *place) {
  size_t *before = clgroup_allocate(flow->count, sizeof *before), count = 0, end = 0, length = 0;
  memset(flow->seen, 0, flow->count * sizeof *flow->seen);
  reach(flow, block, flow->seen, &count);
  while (end < count && !LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[flow->list[end]]))) {
    const size_t from = flow->list[end++];
    for (size_t e = flow->first[from]; e < flow->first[from + 1]; ++e) {
      if (!flow->seen[flow->edges[e].to])
        before[flow->edges[e].to] = from;
      reach(flow, flow->edges[e].to, flow->seen, &count);
    }
  }
  if (end < count) {
    for (size_t b = flow->list[end]; b != block; b = before[b])
      ++length;
    for (size_t b = flow->list[end], at = length++;; b = before[b], --at) {
      way[at] = b;
      place[b] = at + 1;
      if (b == block)
        break;
    }
  }
  free(before);
  return length;
}

/* Marks the blocks behind a block that are not on the way, and returns the farthest place of the way to which they
 * lead: the one behind its end if they return. */
static size_t leave_way(struct clgroup_flow *flow, size_t block, size_t length, const size_t *place, bool *left,
                        bool *marks) {
  size_t farthest = LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[block])) ? length + 1 : 0, count = 1;
  flow->list[0] = block;
  for (size_t i = 0; i < count; ++i)
    for (size_t e = flow->first[flow->list[i]]; e < flow->first[flow->list[i] + 1]; ++e) {
      const size_t to = flow->edges[e].to;
      if (place[to]) {
        farthest = place[to] > farthest ? place[to] : farthest;
        marks[to] |= place[to] == 1;
        continue;
      }
      if (left[to])
        continue;
      reach(flow, to, left, &count);
      marks[to] = true;
      if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[to])))
        farthest = length + 1;
    }
  return farthest;
}

void clgroup_flow_decide(struct clgroup_flow *flow, size_t block, bool *marks) {
  size_t *way = clgroup_allocate(flow->count, sizeof *way), *place = clgroup_allocate(flow->count, sizeof *place);
  bool *left = clgroup_allocate(flow->count, sizeof *left);
  const size_t length = find_way(flow, block, way, place);
  size_t farthest = leave_way(flow, block, length, place, left, marks);
  /* A place that the ways left so far come back behind is passed by. */
  for (size_t at = 2; at < farthest && at <= length; ++at) {
    const size_t other = leave_way(flow, way[at - 1], length, place, left, marks);
    marks[way[at - 1]] = true;
    farthest = other > farthest ? other : farthest;
  }
  free(way);
  free(place);
  free(left);
}

size_t clgroup_flow_successors(const struct clgroup_flow *flow, size_t block) {
  return flow->first[block + 1] - flow->first[block];
}

size_t clgroup_flow_only_edge(const struct clgroup_flow *flow, size_t block, const bool *without) {
  size_t only = flow->edge_count;
  for (size_t e = flow->into[block]; e != flow->edge_count; e = flow->next_into[e]) {
    if (without && without[flow->edges[e].from])
      continue;
    if (only != flow->edge_count)
      return flow->edge_count;
    only = e;
  }
  return only;
}

void clgroup_order_blocks(LLVMValueRef function) {
  struct clgroup_flow flow;
  if (LLVMCountBasicBlocks(function) < 2)
    return;
  clgroup_flow_read(&flow, function);
  /* The entry is the last in post-order; unreachable blocks stay at the end of the function. */
  for (size_t i = flow.order_count - 1; i-- > 0;)
    LLVMMoveBasicBlockAfter(flow.blocks[flow.order[i]], flow.blocks[flow.order[i + 1]]);
  clgroup_flow_free(&flow);
}

bool clgroup_put_in_order(LLVMValueRef function) {
  struct clgroup_flow flow;
  bool in_order = true;
  if (LLVMCountBasicBlocks(function) < 3)
    return false;
  clgroup_flow_read(&flow, function);
  /* If each block comes after one of its predecessors, it also comes after its dominators. */
  flow.seen[0] = true;
  for (size_t b = 0; b < flow.count && in_order; ++b) {
    in_order = flow.seen[b];
    for (size_t e = flow.first[b]; e < flow.first[b + 1]; ++e)
      flow.seen[flow.edges[e].to] = true;
  }
  clgroup_flow_free(&flow);
  if (!in_order)
    clgroup_order_blocks(function);
  return !in_order;
}
