/* Kernels whose barriers stand in branches and loops, rewritten to have one barrier. */
#ifndef CLGROUP_LOWER_SINGLE_BARRIER_H
#define CLGROUP_LOWER_SINGLE_BARRIER_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Splits the kernel's blocks at its barriers, so that each barrier begins a block that one other leads to, and lets
 * values that follow from ids and arguments alone be computed where they are used. After that LLVM's reg2mem must keep
 * all other values that cross blocks in memory. Returns false when out of memory. */
bool clgroup_split_at_barriers(LLVMModuleRef module, LLVMValueRef kernel);

/* Gives such a kernel a single barrier, in a loop around all of the code between the barriers that it had:
 *
 *   section 0; state = 1
 *   for (;;) {
 *     barrier
 *     if (state == 0) return
 *     switch (state) { case 1: section 1; state = 2; break ... }
 *   }
 *
 * A section is what runs from one barrier to the next, or to the kernel's end, which sets state 0. All work-items of a
 * work-group come to the same barrier, as OpenCL C demands, so that they agree on the state. Returns false when out of
 * memory. */
bool clgroup_make_single_barrier(LLVMModuleRef module, LLVMValueRef kernel);

#endif
