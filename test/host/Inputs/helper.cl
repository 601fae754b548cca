int total(int x) { return work_group_reduce_add(x); }
