# A negative predicate is not true.
# fault: narrowing
# file: generic/work_group/serial/vote.inc
# strategy: serial
# filter: any*
s/predicate != 0/predicate > 0/
