# The ways around all go on at the last loop's head.
# No fixed test notices it.
# file: lib/lower/passes/single-barrier.c
# strategy: tree
# way: cc
# filter: any-two-loops.cl
# judge: pocl
s/leave(loop, barriers->count + head + 1)/leave(loop, barriers->count + heads->count)/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
