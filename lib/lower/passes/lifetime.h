/* Loads that a compiler may repeat at each use of their result. */
#ifndef CLGROUP_LOWER_LIFETIME_H
#define CLGROUP_LOWER_LIFETIME_H

#include "lower/ir/flow.h"

/* Is the loaded value, and is all that is or may be computed of it, used only before the next barrier, and before the
 * work-item's next store to local memory? Then the memory cannot have changed, and the load need not be volatile for
 * PoCL (generic/scratch.h). What may be computed of it:
 *   - results of instructions and of pure functions that it is an operand of
 *   - values of phis where the paths of a branch on it meet: LLVM makes selects of those
 *   - what is loaded after it was stored, before the next barrier
 * Says no where it cannot tell. */
bool clgroup_may_load_again(const struct clgroup_flow *flow, LLVMValueRef load);

#endif
