# The 1-D form stays in the first row of a 2-D work-group.
# fault: rank order
# file: generic/work_group/broadcast_forms.inc
# strategy: tree
# filter: broadcast_1d/*
s/clgroup_broadcast(x, (uint)id);/clgroup_broadcast(x, (uint)id % (uint)get_local_size(0));/
