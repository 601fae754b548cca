# 32-bit and 64-bit types share their memory.
# file: generic/scratch.c
# strategy: serial
# filter: calls/*
# way: link
s/? (LOCAL void \*)__clgroup_scratch_single_buffered4/? (LOCAL void *)(element_bytes == 4 ? (LOCAL void *)__clgroup_scratch_single_buffered8 : (LOCAL void *)__clgroup_scratch_single_buffered4)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
