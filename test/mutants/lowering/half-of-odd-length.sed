# The second half of the double-buffered scratch begins within the first where that is no whole number of elements.
# No fixed test notices it.
# fault: scratch overlaps
# file: lib/lower/scratch.c
# strategy: tree
# way: cc
# filter: m-halves-of-scratch.cl
# judge: pocl
/layout.half = align_up(layout.half, layout.element_size)/d
