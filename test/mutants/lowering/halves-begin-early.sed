# The double-buffered scratch begins within what is in front of it where that is no whole number of elements.
# No fixed test notices it.
# fault: scratch overlaps
# file: lib/lower/scratch.c
# strategy: tree
# way: cc
# filter: m-halves-of-scratch.cl
# judge: pocl
s/layout.halves_at = align_up(layout.bytes, layout.element_size)/layout.halves_at = layout.bytes/
