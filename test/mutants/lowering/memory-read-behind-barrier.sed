# What a kernel of a single barrier read from memory is read again where it is used.
# No fixed test notices it.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: any-value-of-before.cl
# judge: pocl
s/!clgroup_is_cheap(LLVMGetInstructionOpcode(value))/(LLVMGetInstructionOpcode(value) != LLVMLoad \&\& &)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
