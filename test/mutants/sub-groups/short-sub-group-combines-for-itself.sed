# A last sub-group combines for itself though it has fewer lanes than there are values.
# fault: wrong sub-group counts
# file: generic/work_group/subgroup/layout.h
# strategy: subgroup
# filter: scan_*/int/*
# options: --sub-group-size 16 --sizes full --max-size 128
# judge: intel
s/get_num_sub_groups() <= rest &&/get_num_sub_groups() <= get_max_sub_group_size() \&\&/
