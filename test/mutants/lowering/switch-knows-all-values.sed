# A switch whose values are all known gets a default that is never reached.
# No fixed test notices it. PoCL 6 makes a return of such a default first.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: r-single-barrier-unreachable.cl
# judge: pocl3
/^  hide_ranges(module/d
