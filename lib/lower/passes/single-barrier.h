/* Rewrites kernels with barriers in branches and loops so that they have one barrier. */
#ifndef CLGROUP_LOWER_SINGLE_BARRIER_H
#define CLGROUP_LOWER_SINGLE_BARRIER_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Splits the kernel's blocks at its barriers, so that each barrier begins a block with a single predecessor, and copies
 * values that depend only on ids and arguments to their uses. Then run LLVM's reg2mem, so that all other values that
 * are live across blocks are in memory. */
void clgroup_split_at_barriers(LLVMModuleRef module, LLVMValueRef kernel);

/* Gives such a kernel a single barrier, in a loop around all of the code between the barriers that it had:
 *
 *   section 0; state = 1
 *   for (;;) {
 *     barrier
 *     if (state == 0) return
 *     switch (state) { case 1: section 1; state = 2; break ... }
 *   }
 *
 * A section is the code from one barrier to the next, or to the kernel's end, which sets state 0. OpenCL C requires all
 * work-items of a work-group to reach the same barrier, so they agree on the state. */
void clgroup_make_single_barrier(LLVMModuleRef module, LLVMValueRef kernel);

#endif
