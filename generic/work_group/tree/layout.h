/* How the tree strategy lays out its scratch: the group's result, the segments' values, then the items.
 *
 * A segment is a power of two of neighbours, about the square root of the work-group's size, so that the work-items that
 * fold a segment each and the one (or all) that fold the segments' values take about the same time. No work-group has
 * more segments than CLGROUP_TREE_SEGMENTS. */
#ifndef CLGROUP_TREE_LAYOUT_H
#define CLGROUP_TREE_LAYOUT_H

#define CLGROUP_TREE_SEGMENTS 64u
#define CLGROUP_TREE_RESULT 0
#define CLGROUP_TREE_VALUES 1
#define CLGROUP_TREE_ITEMS (CLGROUP_TREE_VALUES + CLGROUP_TREE_SEGMENTS)
#if CLGROUP_TREE_ITEMS > CLGROUP_SCRATCH_EXTRA
#error "the tree strategy needs a larger CLGROUP_SCRATCH_EXTRA"
#endif

/* The binary logarithm of a segment's length, for n work-items. */
CLGROUP_HELPER uint clgroup_tree_segment_log2(uint n) {
  uint log2 = 0;
  while ((1u << (2 * log2)) < n || (CLGROUP_TREE_SEGMENTS << log2) < n)
    ++log2;
  return log2;
}

#endif
