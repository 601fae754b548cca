# What was read from memory at an address made of ids is read again with the id, behind a barrier.
# No fixed test notices it.
# file: lib/lower/passes/rematerialize.c
# strategy: serial
# way: cc
# filter: any-value-of-before.cl
# judge: pocl
s/!clgroup_is_cheap(LLVMGetInstructionOpcode(value))/(LLVMGetInstructionOpcode(value) != LLVMLoad \&\& &)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
