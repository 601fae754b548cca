/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The control-flow graph of a function: numbered blocks and the edges between them; and what follows from these: which
 * blocks reach which, the loops, and the order of the blocks. */
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
  size_t *first;            /* the first edge from each block, and edge_count after the last */
  size_t *into, *next_into; /* the first edge to each block, and the next one to the same; edge_count: there is none */
  /* From a depth-first walk from the entry: its back edges, each of which makes a loop, and the blocks in
   * post-order. */
  struct clgroup_edge *back;
  size_t back_count;
  size_t *order, order_count;
  struct clgroup_flow_number *numbers;
  bool **reached; /* by each block, where that was asked */
  size_t *list;   /* for clgroup_flow_spread(): blocks, */
  bool *seen;     /* whether each is on that list, */
  bool *stops;    /* and a block behind which it does not look */
};

void clgroup_flow_read(struct clgroup_flow *flow, LLVMValueRef function);
void clgroup_flow_free(struct clgroup_flow *flow);

size_t clgroup_flow_number(const struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Lists the blocks to which edges lead from the first `count` blocks of `list`, including these; or, if `backwards`,
 * the blocks from which edges lead to them. Marks them in `marks`: `seen`, or an array of the caller's. Does not go on
 * behind blocks that `stops` marks, which may be NULL. Returns how many are on the list. */
size_t clgroup_flow_spread(struct clgroup_flow *flow, size_t count, bool backwards, const bool *stops, bool *marks);

/* Does an edge, or a path of several, lead from one block to the other? */
bool clgroup_flow_reaches(struct clgroup_flow *flow, size_t from, size_t to);

/* Can control return to this block? */
bool clgroup_flow_in_loop(struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Does every path from the entry to a return pass this block exactly once? */
bool clgroup_flow_passed_once(struct clgroup_flow *flow, LLVMBasicBlockRef block);

/* Marks in `inside` the blocks of the loop of this back edge, and lists them; returns how many there are. */
size_t clgroup_flow_loop(struct clgroup_flow *flow, const struct clgroup_edge *back, bool *inside);

/* Adds to `marks` the blocks about which the branch at the end of this one decides: all on the ways from it to the
 * first block that every way to a return passes. A block that is on no such way of any branch is reached however they
 * go. */
void clgroup_flow_decide(struct clgroup_flow *flow, size_t block, bool *marks);

/* The number of edges from a block. */
size_t clgroup_flow_successors(const struct clgroup_flow *flow, size_t block);

/* The only edge to this block, not counting edges from blocks that `without` marks, which may be NULL; edge_count if
 * there are none or several. */
size_t clgroup_flow_only_edge(const struct clgroup_flow *flow, size_t block, const bool *without);

/* Makes an edge lead to another block. Call it before any other query but clgroup_flow_loop(); the loops and the order
 * stay those that were read. */
void clgroup_flow_redirect(struct clgroup_flow *flow, size_t edge, size_t to);

/* Puts a function's blocks into reverse post-order, so that each comes after its dominators. SPIR-V requires that, and
 * LLVM IR does not; llvm-spirv writes blocks in the order that it finds. */
void clgroup_order_blocks(LLVMValueRef function);

/* Does so only if a block may come before one of its dominators, as in loops that LLVM has rotated; returns whether it
 * did. */
bool clgroup_put_in_order(LLVMValueRef function);

#endif
