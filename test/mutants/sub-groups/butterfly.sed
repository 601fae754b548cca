# A butterfly over lanes that the last sub-group has not.
# fault: a butterfly over a sub-group that is not full
# file: generic/work_group/subgroup/fold.inc
# strategy: subgroup
# filter: reduce_*/int/*
s/lane + step;/lane ^ step;/
s/other < live ? other : lane/other/
s/if (other < live)/if (step < live)/
