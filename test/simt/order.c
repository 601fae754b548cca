/* Bourdoncle's weak topological order: the strongly connected components in topological order; in one, a block that
 * enters it, and then the others by the same rule without that one. */
#include "order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct node {
  LLVMBasicBlockRef block;
  unsigned *successors, successor_count;
  unsigned set;        /* the set of blocks that it is in, as recursion divides them */
  unsigned index, low; /* of Tarjan's algorithm; index 0: not seen yet */
  bool on_stack;
};

struct ordering {
  struct node *nodes;
  unsigned count, sets, index, depth;
  unsigned *stack;
  unsigned *reversed, reversed_count; /* the order, last block first */
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

static void order_set(struct ordering *o, const unsigned *members, unsigned count, unsigned set);

/* Appends, last first, the component whose entry is `root`, which lies on the stack from `from` on. */
static void end_component(struct ordering *o, unsigned root, unsigned from) {
  const unsigned count = o->depth - from;
  unsigned *rest = malloc((count + 1) * sizeof *rest), n = 0, set = ++o->sets;
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
  order_set(o, rest, n, set);
  o->reversed[o->reversed_count++] = root;
  free(rest);
}

static void visit(struct ordering *o, unsigned v, unsigned set) {
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
      visit(o, node->successors[i], set);
      if (to->on_stack && node->low > to->low)
        node->low = to->low;
    } else if (to->on_stack && node->low > to->index) {
      node->low = to->index;
    }
  }
  if (node->low == node->index)
    end_component(o, v, from);
}

static void order_set(struct ordering *o, const unsigned *members, unsigned count, unsigned set) {
  for (unsigned i = 0; i < count; i++)
    if (o->nodes[members[i]].set == set && !o->nodes[members[i]].index)
      visit(o, members[i], set);
}

LLVMBasicBlockRef *simt_order_blocks(LLVMValueRef function, unsigned *count) {
  struct ordering o = {.count = LLVMCountBasicBlocks(function)};
  LLVMBasicBlockRef *blocks = malloc((o.count + 1) * sizeof *blocks);
  unsigned entry;
  o.nodes = calloc(o.count + 1, sizeof *o.nodes);
  o.stack = malloc((o.count + 1) * sizeof *o.stack);
  o.reversed = malloc((o.count + 1) * sizeof *o.reversed);
  if (!blocks || !o.nodes || !o.stack || !o.reversed)
    abort();
  LLVMGetBasicBlocks(function, blocks);
  for (unsigned i = 0; i < o.count; i++)
    o.nodes[i].block = blocks[i];
  qsort(o.nodes, o.count, sizeof *o.nodes, by_block);
  const unsigned set = ++o.sets;
  for (unsigned i = 0; i < o.count; i++) {
    struct node *n = &o.nodes[i];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(n->block);
    n->set = set;
    n->successor_count = LLVMGetNumSuccessors(end);
    n->successors = malloc((n->successor_count + 1) * sizeof *n->successors);
    for (unsigned k = 0; k < n->successor_count; k++)
      n->successors[k] = find(&o, LLVMGetSuccessor(end, k));
  }
  entry = find(&o, blocks[0]);
  /* What the entry does not reach comes first into the reversed order. */
  visit(&o, entry, set);
  unsigned reached = o.reversed_count;
  for (unsigned i = 0; i < reached; i++)
    blocks[i] = o.nodes[o.reversed[reached - 1 - i]].block;
  for (unsigned i = 0; i < o.count; i++) {
    if (!o.nodes[i].index && o.nodes[i].set == set)
      blocks[reached++] = o.nodes[i].block;
    free(o.nodes[i].successors);
  }
  free(o.nodes);
  free(o.stack);
  free(o.reversed);
  *count = o.count;
  return blocks;
}
