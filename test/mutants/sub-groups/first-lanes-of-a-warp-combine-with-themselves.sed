# A lane that has none below it combines with its own word.
# fault: a shuffle without its predicate
# file: targets/nvptx64/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: nvptx64
s/CLGROUP_COMBINE_IF(is_there != 0, other, w, w)/OP_COMBINE(other, w)/
