/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose barriers PoCL's compiler handles right as they are.
 *
 * Does every path through the kernel pass each of its barriers, in each turn of the loops around it? Such a loop must
 * have one entry, one back edge and one exit. It may be behind a branch that leads to it or around it, which LLVM
 * makes if the loop may have no turn; but there must be few such loops. A kernel that does not call the library may
 * have many, and may return in front of all barriers. */
#include "lower/passes/passes.h"

#include "lower/ir/work-item.h"

#include <stdint.h>
#include <string.h>

/* Behind each loop with barriers that may have no turn PoCL has twice the code, and three times the compile work: 0.2 s
 * for one such loop, 1.5 s for four, a minute for eight. Other such loops cost only their length. */
enum { MOST_LOOPS = 16, MOST_SKIPPED = 3 };

/* `flow` is changed during the analysis: of a regular loop there remains the path from its head to its latch and from
 * there to its exit. */
struct shape {
  struct clgroup_flow flow;
  bool *barriers;          /* of each block */
  bool *inside;            /* for each block: is it in the loop that is examined? */
  unsigned loops, skipped; /* loops with barriers; and those of them that may have no turn */
  bool calls_library;
};

/* Marks the loop's blocks in `inside`. Returns how many there are, or 0 if none has a barrier. */
static size_t mark_loop(struct shape *s, const struct clgroup_edge *back) {
  const size_t count = clgroup_flow_loop(&s->flow, back, s->inside);
  for (size_t i = 0; i < count; ++i)
    if (s->barriers[s->flow.list[i]])
      return count;
  return 0;
}

/* Does a path without a branch or a barrier lead from `from` to `to`? */
static bool leads_to(const struct shape *s, size_t from, size_t to) {
  for (size_t steps = 0; from != to; ++steps) {
    if (s->barriers[from] || clgroup_flow_successors(&s->flow, from) != 1 || steps == s->flow.count)
      return false;
    from = s->flow.edges[s->flow.first[from]].to;
  }
  return true;
}

/* The other edge from a block that has two. */
static size_t other_edge(const struct clgroup_flow *flow, size_t edge) {
  const size_t first = flow->first[flow->edges[edge].from];
  return edge == first ? first + 1 : first;
}

/* Removes the branch around the loop, if there is one, and returns whether there was. */
static bool remove_guard(struct shape *s, size_t head, size_t exit) {
  struct clgroup_flow *flow = &s->flow;
  size_t entry = clgroup_flow_only_edge(flow, head, s->inside);
  while (entry != flow->edge_count) {
    const size_t from = flow->edges[entry].from;
    if (clgroup_flow_successors(flow, from) == 2) {
      const size_t other = other_edge(flow, entry);
      size_t meet = flow->edges[other].to;
      for (size_t steps = 0; steps < flow->count; ++steps) {
        if (leads_to(s, exit, meet)) {
          clgroup_flow_redirect(flow, other, flow->edges[entry].to);
          return true;
        }
        if (s->barriers[meet] || clgroup_flow_successors(flow, meet) != 1)
          return false;
        meet = flow->edges[flow->first[meet]].to;
      }
      return false;
    }
    if (clgroup_flow_successors(flow, from) != 1 || s->barriers[from])
      return false;
    entry = clgroup_flow_only_edge(flow, from, s->inside);
  }
  return false;
}

/* Is the block in a loop within this one, which has no barrier? Work-items may leave such a loop in different turns. */
static bool is_in_inner_loop(struct shape *s, size_t block, size_t head) {
  struct clgroup_flow *flow = &s->flow;
  size_t count = 0;
  for (size_t b = 0; b < flow->count; ++b)
    flow->stops[b] = b == head || !s->inside[b];
  for (size_t e = flow->first[block]; e < flow->first[block + 1]; ++e)
    if (!flow->stops[flow->edges[e].to])
      flow->list[count++] = flow->edges[e].to;
  clgroup_flow_spread(flow, count, false, flow->stops, flow->seen);
  memset(flow->stops, 0, flow->count * sizeof *flow->stops);
  return flow->seen[block];
}

/* Straightens the loop of this back edge, whose blocks are marked. Returns false if the loop has another form, or if
 * there are too many. */
static bool straighten(struct shape *s, const struct clgroup_edge *back) {
  struct clgroup_flow *flow = &s->flow;
  size_t exit = flow->edge_count, backs = 0;
  for (size_t e = 0; e < flow->edge_count; ++e) {
    const struct clgroup_edge *edge = &flow->edges[e];
    if (s->inside[edge->from] && !s->inside[edge->to]) {
      if (exit != flow->edge_count)
        return false;
      exit = e;
    }
    if (!s->inside[edge->from] && s->inside[edge->to] && edge->to != back->to)
      return false;
    backs += s->inside[edge->from] && edge->to == back->to;
  }
  if (exit == flow->edge_count || backs != 1 || s->inside[0])
    return false;
  const size_t leaving = flow->edges[exit].from, target = flow->edges[exit].to;
  if (clgroup_flow_successors(flow, leaving) != 2 || (leaving != back->to && is_in_inner_loop(s, leaving, back->to)))
    return false;
  ++s->loops;
  s->skipped += remove_guard(s, back->to, target) || leaving != back->from;
  if (leaving != back->from)
    clgroup_flow_redirect(flow, exit, flow->edges[other_edge(flow, exit)].to);
  for (size_t e = flow->first[back->from]; e < flow->first[back->from + 1]; ++e)
    if (flow->edges[e].to == back->to)
      clgroup_flow_redirect(flow, e, target);
  return !s->calls_library || (s->loops <= MOST_LOOPS && s->skipped <= MOST_SKIPPED);
}

/* Removes the branches to a return in front of all barriers. */
static void drop_early_returns(struct shape *s) {
  struct clgroup_flow *flow = &s->flow;
  bool *behind = s->inside; /* or at a barrier? */
  size_t count = 0;
  for (size_t b = 0; b < flow->count; ++b)
    if (s->barriers[b])
      flow->list[count++] = b;
  clgroup_flow_spread(flow, count, false, NULL, behind);
  for (size_t e = 0; e < flow->edge_count; ++e) {
    const size_t from = flow->edges[e].from;
    size_t end = flow->edges[e].to;
    for (size_t steps = 0; clgroup_flow_successors(flow, end) == 1 && !s->barriers[end] && steps < flow->count; ++steps)
      end = flow->edges[flow->first[end]].to;
    if (clgroup_flow_successors(flow, from) == 2 && !behind[from] && !clgroup_flow_successors(flow, end) &&
        !s->barriers[end])
      clgroup_flow_redirect(flow, e, flow->edges[other_edge(flow, e)].to);
  }
}

static bool is_regular(struct shape *s) {
  struct clgroup_flow *flow = &s->flow;
  struct clgroup_edge *back = flow->back;
  for (size_t i = 0; i < flow->count; ++i)
    if (!clgroup_flow_successors(flow, i) && !LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[i])))
      return false;
  for (size_t i = 0; i < flow->back_count; ++i) { /* an inner loop has fewer blocks than the loop around it */
    size_t least = i, fewest = SIZE_MAX;
    for (size_t k = i; k < flow->back_count; ++k) {
      const size_t blocks = mark_loop(s, &back[k]);
      if (blocks < fewest) {
        least = k;
        fewest = blocks;
      }
    }
    const struct clgroup_edge edge = back[least];
    back[least] = back[i];
    if (fewest && (mark_loop(s, &edge), !straighten(s, &edge)))
      return false;
  }
  for (size_t i = 0; i < flow->count; ++i)
    if (s->barriers[i] && !clgroup_flow_passed_once(flow, flow->blocks[i]))
      return false;
  return true;
}

bool clgroup_is_regular(LLVMValueRef kernel, bool calls_library) {
  struct shape s = {.calls_library = calls_library};
  clgroup_flow_read(&s.flow, kernel);
  s.barriers = clgroup_allocate(s.flow.count, sizeof *s.barriers);
  s.inside = clgroup_allocate(s.flow.count, sizeof *s.inside);
  for (size_t i = 0; i < s.flow.count; ++i)
    s.barriers[i] = clgroup_has_barrier(s.flow.blocks[i]);
  if (!calls_library)
    drop_early_returns(&s);
  const bool regular = is_regular(&s);
  free(s.barriers);
  free(s.inside);
  clgroup_flow_free(&s.flow);
  return regular;
}

static bool is_straight(LLVMValueRef kernel) {
  struct clgroup_flow flow;
  bool straight = true;
  clgroup_flow_read(&flow, kernel);
  for (LLVMValueRef i = clgroup_first_instruction(kernel); i && straight; i = clgroup_next_instruction(i))
    straight = !clgroup_is_barrier(i) || clgroup_flow_passed_once(&flow, LLVMGetInstructionParent(i));
  clgroup_flow_free(&flow);
  return straight;
}

/* Marks kernels that do not reach the library as those that get a single barrier, where their own are not in
 * straight-line code, nor for PoCL from 6 on in regular loops (regular.c): PoCL is right with these as its own compiler
 * leaves them, and not with some that clang has optimized, such as, on 3.1, an early return before an unrolled loop. */
bool lower_list_branching(LLVMModuleRef module, const struct facts *facts) {
  for (LLVMValueRef f = clgroup_first_kernel(module); f; f = clgroup_next_kernel(f))
    if (!lower_has_mark(f, LOWER_REACHING) && !is_straight(f) &&
        !(facts->options->for_spirv && clgroup_is_regular(f, false)))
      lower_mark(f, LOWER_SINGLE);
  return false;
}
