# A smaller work-group at the end counts as a full one.
# fault: a trailing smaller work-group
# file: generic/rank.h
# strategy: tree
# filter: reduce_*/int/*
# judge: intel
/^CLGROUP_HELPER uint clgroup_size/i\
size_t __attribute__((overloadable)) get_enqueued_local_size(uint dimension);
s/return (uint)get_local_size(0) \* .*/return (uint)(get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2));/
