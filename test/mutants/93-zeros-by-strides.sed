# Each sub-group takes the values by strides of its own length: a shorter last one meets equal values, zeros of both signs, in
# another order than the rest.
# fault: work-items get different bits from one reduce
# file: generic/work_group/subgroup/reduce.inc
# strategy: subgroup
# filter: reduce_min/float/*
# options: --sub-group-size 8 --sizes full --max-size 1024
# judge: intel
s/for (uint i = first; i < end; ++i)/for (uint i = lane; i < groups + 0 * end; i += size)/
s/(groups + each - 1) \/ each);/min(size, groups));/
