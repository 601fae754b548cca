# As 70, in the passes that keep to the tree.
# fault: padding that shows
# file: generic/work_group/serial/reduce_pass.inc
# strategy: serial
# filter: reduce_*/float/*
s/for (uint i = n; i < end/for (uint i = n + 1; i < end/
