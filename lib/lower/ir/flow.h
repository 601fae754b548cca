/* The control-flow graph of a function: numbered blocks, and the edges between them. */
#ifndef CLGROUP_LOWER_FLOW_H
#define CLGROUP_LOWER_FLOW_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

struct clgroup_edge {
  size_t from, to;
  unsigned successor; /* of from's terminator */
};

/* A snapshot: blocks that are added later are not in it. */
struct clgroup_flow {
  LLVMBasicBlockRef *blocks; /* in the function's order: 0 is the entry */
  size_t count;
  struct clgroup_edge *edges; /* in the order of `from`, and of its successors */
  size_t edge_count;
  size_t *first; /* the first edge from each block, and edge_count after the last */
  struct clgroup_flow_number *numbers;
  size_t *list; /* for walks: the blocks that were reached, */
  bool *seen;   /* and whether each was */
};

/* Returns false when out of memory. Either way clgroup_flow_free() frees it. */
bool clgroup_flow_read(struct clgroup_flow *flow, LLVMValueRef function);
void clgroup_flow_free(struct clgroup_flow *flow);

size_t clgroup_flow_number(const struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Can control come back to this block? */
bool clgroup_flow_in_loop(struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Does every path from the entry to a return pass this block exactly once? */
bool clgroup_flow_passed_once(struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Marks in `inside` the blocks of the loop of this back edge, and lists them; returns how many there are. */
size_t clgroup_flow_loop(struct clgroup_flow *flow, const struct clgroup_edge *back, bool *inside);

/* Walks depth first from the entry. Lists the blocks that it reaches in post-order, and the back edges; each list has
 * room for all, or is NULL. Returns false when out of memory. */
bool clgroup_flow_walk(const struct clgroup_flow *flow, size_t *order, size_t *order_count, struct clgroup_edge *back,
                       size_t *back_count);
bool clgroup_flow_back_edges(const struct clgroup_flow *flow, struct clgroup_edge *back, size_t *back_count);

#endif
