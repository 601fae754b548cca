# A float sum takes the first sub-group for full, though it may be the only one, or lack lanes where a row ends.
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: reduce_*/float/*
# options: --sub-group-size 8
s/(int)(missing < lanes) & (int)(get_local_size(0) >= lanes)/1/
