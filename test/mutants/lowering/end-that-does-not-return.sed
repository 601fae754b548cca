# Only a return ends a kernel of a single barrier: what is never reached is left, which PoCL takes for a barrier's place.
# No fixed test notices it, and PoCL 6 computes the same.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: pocl3-single-barrier-unreachable.cl
# judge: pocl3
s/(!clgroup_flow_successors(flow, i))/(LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(flow->blocks[i])))/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
