# A reduce by blocks combines one value more than there are blocks.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_*/float/*
# judge: amdgcn
s/if (first < clgroup_size())/if (first < clgroup_size() + CLGROUP_BLOCK_LANES)/
