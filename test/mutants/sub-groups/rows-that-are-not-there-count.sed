# A last wave with less than two rows combines with a row that is not there.
# fault: sub-groups taken for full
# file: targets/amdgcn/work_group/subgroup/sub_group.inc
# strategy: subgroup
# filter: reduce_*/int/*
# judge: amdgcn
s/live > 16 ? OP_COMBINE(w, second) : w/OP_COMBINE(w, second)/
