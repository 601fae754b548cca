# In a smaller work-group at the end rows are as long as elsewhere.
# file: generic/shape.h
# strategy: serial
# filter: scan_*/int/*
# judge: intel
/^CLGROUP_HELPER uint clgroup_rank_of/i\
size_t __attribute__((overloadable)) get_enqueued_local_size(uint dimension);
s/return (__z \* .*/return (__z * (uint)get_local_size(1) + __y) * (uint)get_enqueued_local_size(0) + __x;/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
