/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of the tree strategy's scratch: the group's result, the segments' values, then the items.
 *
 * A segment is a run of neighbours whose length is a power of two, about the square root of the work-group's size: folding one
 * segment then takes about as long as folding the segments' values. No work-group has more segments than
 * CLGROUP_TREE_SEGMENTS. */
#ifndef CLGROUP_TREE_LAYOUT_H
#define CLGROUP_TREE_LAYOUT_H

#define CLGROUP_TREE_SEGMENTS_LOG2 6
#define CLGROUP_TREE_SEGMENTS (1 << CLGROUP_TREE_SEGMENTS_LOG2)
#define CLGROUP_TREE_RESULT 0
#define CLGROUP_TREE_VALUES 1
#define CLGROUP_TREE_ITEMS (CLGROUP_TREE_VALUES + CLGROUP_TREE_SEGMENTS)
#if CLGROUP_TREE_ITEMS > CLGROUP_SCRATCH_EXTRA
#error "the tree strategy needs a larger CLGROUP_SCRATCH_EXTRA"
#endif

/* The binary logarithm of a segment's length, for n work-items: the shortest segment whose length squared, and whose length
 * times CLGROUP_TREE_SEGMENTS, is at least n. No loop, so that all calls of a kernel share the computation. */
CLGROUP_HELPER uint clgroup_tree_segment_log2(uint n) {
  const uint bits = 32 - clz(n - 1); /* 0 for n = 1 */
  return max((bits + 1) / 2, bits > CLGROUP_TREE_SEGMENTS_LOG2 ? bits - CLGROUP_TREE_SEGMENTS_LOG2 : 0);
}

#endif
