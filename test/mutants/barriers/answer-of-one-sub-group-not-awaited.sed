# As 101, for votes.
# fault: a missing barrier
# file: generic/work_group/subgroup/vote.inc
# strategy: subgroup
# filter: a*
# options: --sub-group-size 8
# judge: intel
/answers\[0\] = answer;/,/answer = answers\[0\];/s/clgroup_barrier();//
