# Successive calls get the same half of the double-buffered scratch.
# fault: scratch overlaps
# file: lib/lower/scratch.c
# strategy: tree
# way: cc
# filter: t-exchanges-in-a-row.cl
# judge: nvptx64
/LLVMBuildStore(builder, LLVMBuildSub(builder, sum, now, ""), region->next_half);/d
