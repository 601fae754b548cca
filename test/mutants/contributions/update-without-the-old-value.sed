# A reduce with an update returns the sum of the group alone.
# fault: a contribution that is lost
# file: include/clgroup/cooperative_groups/updates.h
# strategy: subgroup
# way: groups
# judge: nvptx64
# filter: atomic/bit_or*
s/return op(update_once(group, at, total, op), total);/update_once(group, at, total, op); return total;/
