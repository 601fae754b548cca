# The results of no more than two waves count.
# fault: wrong sub-group counts
# file: targets/amdgcn/primitives.h
# strategy: subgroup
# filter: reduce_add/float/*
# options: --max-size 1024
# judge: amdgcn
s/return last == 0 ? 2 :/return true ? 2 :/
