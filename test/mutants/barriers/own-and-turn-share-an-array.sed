# Own slots and turns share their memory: a slot may still be read while the next exchange begins.
# fault: scratch reused too early
# file: generic/scratch.c
# strategy: tree
# filter: calls/*
# way: link
s/? (LOCAL void \*)__clgroup_scratch_double_buffered4/? (LOCAL void *)(element_bytes == 4 ? (LOCAL void *)__clgroup_scratch_single_buffered4 : (LOCAL void *)__clgroup_scratch_double_buffered4)/
