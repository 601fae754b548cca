/* Rematerializes work-item ids after barriers. */
#ifndef CLGROUP_RENEW_H
#define CLGROUP_RENEW_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Where a kernel uses get_global_id() or get_local_id(), or what follows from them by casts, integer arithmetic and
 * addresses, behind a barrier that came after it was computed, the use gets a copy of it of its own. For drivers that
 * run work-items as loops between barriers (PoCL): what is live across a barrier is kept in memory there, an element
 * for each work-item, and accesses by it are no longer seen to be neighbours: a scan of out[get_global_id(0)] takes
 * twice as long.
 *
 * They merge equal queries, so the new one is of another kind. In bitcode (PoCL 3.1) it is a call of a function that is
 * not inlined. In SPIR-V it is a detour of the local id over half its bits: no compiler can know that nothing is lost
 * before it has made the loop, and then it does. (PoCL 6 cannot link functions that ask for ids, and sees through sums
 * with the linear id.)
 *
 * A kernel that is too large to be worth it stays as it is. Returns false when out of memory. */
bool clgroup_rematerialize_ids(LLVMModuleRef module, LLVMValueRef kernel, bool for_spirv);

#endif
