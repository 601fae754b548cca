# Only the lowest byte of a predicate counts.
# fault: narrowing
# file: generic/work_group/vote.inc
# strategy: tree
# filter: all*
s/predicate == 0/(predicate \& 255) == 0/
