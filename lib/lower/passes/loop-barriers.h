/* Makes regular loops fit PoCL 3.1 and 6.0. */
#ifndef CLGROUP_LOWER_LOOP_BARRIERS_H
#define CLGROUP_LOWER_LOOP_BARRIERS_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* For a kernel whose loops with barriers are regular (regular.h), and have preheaders (LLVM's loop-simplify).
 *
 * PoCL 3.1 and 6.0 repeat a kernel's code for each work-item in groups of one and two, and make loops in larger ones.
 * They have each region, which is the code between two barriers, load the local id at its start, and take that load for
 * all of the region's ids, in phis too. A phi at the region's start then has an operand that is computed behind it, and
 * PoCL aborts: "Could not find a dominating alternative variable". There are such phis at the heads of loops:
 *
 * - LLVM makes them where the id is known both in front of the loop and at its end, and queried in its first region. So
 *   this ends both places with barriers, behind which LLVM knows no id. A loop's end has one only if an id is queried
 *   behind the loop's last barrier, for it costs a copy of each variable that differs between work-items; ids that are
 *   queried there and used in another block move to their use. In bitcode, for PoCL 3.1, a loop without such an id has
 *   none in front either if it is in straight-line code, its end is its only exit, and no variable has an id: to query
 *   an id at its end, LLVM would have to split the edge to its head, which it does not. There a barrier costs a copy of
 *   each variable that the loop changes.
 * - The kernel has them where it keeps an id in a variable, or LLVM makes them of that variable or of a selection. So
 *   the variable gets the sum of the id and a zero that LLVM does not know before PoCL has made its loops.
 *
 * Where a region ends with a branch around a loop, they run it for the first work-item, to know which way all go, and
 * then for the others; in groups of one work-item in x and several in y or z they then run the first again. So such
 * a branch gets a barrier before it, which is the region's only end.
 */
void clgroup_add_loop_barriers(LLVMModuleRef module, LLVMValueRef kernel, bool for_spirv);

#endif
