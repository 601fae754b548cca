# The next call overwrites the result that others have yet to read.
# fault: scratch reused too early
# file: generic/work_group/tree/layout.h
# strategy: tree
# filter: calls/*
s/define CLGROUP_TREE_RESULT 0/define CLGROUP_TREE_RESULT CLGROUP_TREE_ITEMS/
