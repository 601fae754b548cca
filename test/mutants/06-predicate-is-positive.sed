# A negative predicate is not true.
# fault: narrowing
# file: generic/work_group/vote.inc
# strategy: serial
# filter: any*
s/predicate != 0/predicate > 0/
