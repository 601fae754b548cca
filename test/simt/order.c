/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bourdoncle's weak topological order: the strongly connected components are in topological order. In each component
 * the block by which it is entered comes first; the others follow, ordered by the same rule without that block. */
#include "order.h"

#include <stdbool.h>
#include <stdlib.h>

struct node {
  LLVMBasicBlockRef block;
  unsigned *successors, successor_count;
  unsigned set;        /* the set of blocks that it is in, as recursion divides them */
  unsigned index, low; /* of Tarjan's algorithm; index 0: not seen yet */
  bool on_stack;
  int loop; /* the innermost that it is in, or -1 */
};

struct ordering {
  struct node *nodes;
  unsigned count, sets, index, depth;
  unsigned *stack;
  unsigned *reversed, reversed_count; /* the order, last block first */
  struct simt_loop *loops;
  unsigned loop_count;
};

static int by_block(const void *a, const void *b) {
  const uintptr_t x = (uintptr_t)((const struct node *)a)->block, y = (uintptr_t)((const struct node *)b)->block;
  return x < y ? -1 : x > y;
}

static unsigned find(const struct ordering *o, LLVMBasicBlockRef block) {
  const struct node key = {.block = block};
  const struct node *n = bsearch(&key, o->nodes, o->count, sizeof key, by_block);
  return (unsigned)(n - o->nodes);
}

static void order_set(struct ordering *o, const unsigned *members, unsigned count, unsigned set, int loop);

static bool follows_itself(const struct node *node, unsigned index) {
  for (unsigned i = 0; i < node->successor_count; i++)
    if (node->successors[i] == index)
      return true;
  return false;
}

/* Appends, last block first, the component whose entry is `root`; its blocks are on the stack from `from` on. It is
 * part of `loop`, and a loop itself unless it is a single block that is not its own successor. */
static void end_component(struct ordering *o, unsigned root, unsigned from, int loop) {
  const unsigned count = o->depth - from;
  unsigned *rest = malloc((count + 1) * sizeof *rest), n = 0, set = ++o->sets;
  if (count > 1 || follows_itself(&o->nodes[root], root)) {
    o->loops[o->loop_count] = (struct simt_loop){o->nodes[root].block, loop};
    loop = (int)o->loop_count++;
  }
  o->nodes[root].loop = loop;
  for (unsigned i = from; i < o->depth; i++) {
    struct node *v = &o->nodes[o->stack[i]];
    v->on_stack = false;
    if (o->stack[i] != root) {
      v->set = set;
      v->index = 0;
      rest[n++] = o->stack[i];
    }
  }
  o->nodes[root].set = 0;
  o->depth = from;
  order_set(o, rest, n, set, loop);
  o->reversed[o->reversed_count++] = root;
  free(rest);
}

static void visit(struct ordering *o, unsigned v, unsigned set, int loop) {
  struct node *node = &o->nodes[v];
  const unsigned from = o->depth;
  node->index = node->low = ++o->index;
  node->on_stack = true;
  o->stack[o->depth++] = v;
  for (unsigned i = 0; i < node->successor_count; i++) {
    struct node *to = &o->nodes[node->successors[i]];
    if (to->set != set)
      continue;
    if (!to->index) {
      visit(o, node->successors[i], set, loop);
      if (to->on_stack && node->low > to->low)
        node->low = to->low;
    } else if (to->on_stack && node->low > to->index) {
      node->low = to->index;
    }
  }
  if (node->low == node->index)
    end_component(o, v, from, loop);
}

static void order_set(struct ordering *o, const unsigned *members, unsigned count, unsigned set, int loop) {
  for (unsigned i = 0; i < count; i++)
    if (o->nodes[members[i]].set == set && !o->nodes[members[i]].index)
      visit(o, members[i], set, loop);
}

struct simt_order simt_order_blocks(LLVMValueRef function) {
  struct ordering o = {.count = LLVMCountBasicBlocks(function)};
  struct simt_order order = {.count = o.count};
  unsigned entry;
  order.blocks = malloc((o.count + 1) * sizeof *order.blocks);
  order.loop_of = malloc((o.count + 1) * sizeof *order.loop_of);
  o.nodes = calloc(o.count + 1, sizeof *o.nodes);
  o.stack = malloc((o.count + 1) * sizeof *o.stack);
  o.reversed = malloc((o.count + 1) * sizeof *o.reversed);
  o.loops = malloc((o.count + 1) * sizeof *o.loops);
  if (!order.blocks || !order.loop_of || !o.nodes || !o.stack || !o.reversed || !o.loops)
    abort();
  LLVMGetBasicBlocks(function, order.blocks);
  for (unsigned i = 0; i < o.count; i++)
    o.nodes[i].block = order.blocks[i];
  qsort(o.nodes, o.count, sizeof *o.nodes, by_block);
  const unsigned set = ++o.sets;
  for (unsigned i = 0; i < o.count; i++) {
    struct node *n = &o.nodes[i];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(n->block);
    n->set = set;
    n->loop = -1;
    n->successor_count = LLVMGetNumSuccessors(end);
    n->successors = malloc((n->successor_count + 1) * sizeof *n->successors);
    for (unsigned k = 0; k < n->successor_count; k++)
      n->successors[k] = find(&o, LLVMGetSuccessor(end, k));
  }
  entry = find(&o, order.blocks[0]);
  visit(&o, entry, set, -1);
  unsigned reached = o.reversed_count;
  for (unsigned i = 0; i < reached; i++) {
    const struct node *n = &o.nodes[o.reversed[reached - 1 - i]];
    order.blocks[i] = n->block;
    order.loop_of[i] = n->loop;
  }
  for (unsigned i = 0; i < o.count; i++) {
    if (!o.nodes[i].index && o.nodes[i].set == set) {
      order.loop_of[reached] = -1;
      order.blocks[reached++] = o.nodes[i].block;
    }
    free(o.nodes[i].successors);
  }
  order.loops = o.loops;
  order.loop_count = o.loop_count;
  free(o.nodes);
  free(o.stack);
  free(o.reversed);
  return order;
}

void simt_order_free(struct simt_order *order) {
  free(order->blocks);
  free(order->loop_of);
  free(order->loops);
}

int simt_loop_of(const struct simt_order *order, LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < order->count; i++)
    if (order->blocks[i] == block)
      return order->loop_of[i];
  return -1;
}

bool simt_loop_in(const struct simt_order *order, int inner, int outer) {
  while (inner >= 0 && inner != outer)
    inner = order->loops[inner].outer;
  return inner == outer;
}
