/* Rematerializes work-item ids after barriers. */
#ifndef CLGROUP_LOWER_REMATERIALIZE_H
#define CLGROUP_LOWER_REMATERIALIZE_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Where a value is live across a barrier and was computed from get_global_id() or get_local_id() by casts, integer
 * arithmetic and address arithmetic alone, its uses after the barrier get a copy that is computed there. This is for
 * drivers that run work-items as loops between barriers (PoCL): they keep what is live across a barrier in memory, an
 * element for each work-item, and no longer see that accesses by it are to neighbouring elements: a scan of
 * out[get_global_id(0)] takes twice as long.
 *
 * Such drivers merge equal queries, so the new query has another form. In bitcode (PoCL 3.1) it is a call of a function
 * that is not inlined. In SPIR-V the local id is truncated to half its bits and extended again: no compiler can know
 * that this changes nothing before it has made the loop; then it can. (PoCL 6 cannot link functions that query ids, and
 * sees through sums with the linear id.)
 *
 * Kernels that are too large are left as they are. */
void clgroup_rematerialize_ids(LLVMModuleRef module, LLVMValueRef kernel, bool for_spirv);

#endif
