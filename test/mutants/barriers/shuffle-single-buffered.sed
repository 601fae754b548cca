# An exchange's words are overwritten by the next one's before all have read them.
# fault: memory that is used again too early
# file: generic/work_group/shuffle.inc
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: tile64/inclusive_scan_*
s/__clgroup_scratch_double_buffered/__clgroup_scratch_single_buffered/
