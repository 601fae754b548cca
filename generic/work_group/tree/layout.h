/* How the tree strategy lays out its scratch: the group's result, the segments' values, then the items.
 *
 * A segment is a power of two of neighbours, about the square root of the work-group's size, so that the work-items that
 * fold a segment each and the one (or all) that fold the segments' values take about the same time. No work-group has
 * more segments than CLGROUP_TREE_SEGMENTS. */
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

/* The binary logarithm of a segment's length, for n work-items: the least whose square is n or more, and whose
 * CLGROUP_TREE_SEGMENTS-fold is. No loop, so that all calls of a kernel share it. */
CLGROUP_HELPER uint clgroup_tree_segment_log2(uint n) {
  const uint bits = 32 - clz(n - 1); /* 0 for n = 1 */
  return max((bits + 1) / 2, bits > CLGROUP_TREE_SEGMENTS_LOG2 ? bits - CLGROUP_TREE_SEGMENTS_LOG2 : 0);
}

#endif
