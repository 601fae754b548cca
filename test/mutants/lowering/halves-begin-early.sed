# The double-buffered scratch begins where the single-buffered scratch of its element size does.
# file: lib/lower/library/scratch.c
# strategy: tree
# way: cc
# filter: any-halves-of-scratch.cl any-exchanges-in-a-row.cl any-value-of-before.cl
s|LLVMConstInt(i32, region->single / size, 0), region->next_half|LLVMConstInt(i32, 0, 0), region->next_half|
s|(2 \* region->single + region->half) / size|region->half / size|
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
