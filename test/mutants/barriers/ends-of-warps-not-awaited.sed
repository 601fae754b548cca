# A warp reads the combination of all before it before that is there.
# fault: a missing barrier
# file: generic/work_group/subgroup/scan.inc
# strategy: subgroup
# filter: scan_*/int/*
# judge: nvptx64
/ends\[group\] =/,/clgroup_barrier/s/clgroup_barrier();//
