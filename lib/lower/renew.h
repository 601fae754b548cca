/* Work-item ids that are asked for anew behind barriers. */
#ifndef CLGROUP_RENEW_H
#define CLGROUP_RENEW_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Where a kernel uses get_global_id() or get_local_id(), or what follows from them by casts, integer arithmetic and
 * addresses, behind a barrier that came after it was computed, the use gets a copy of it of its own, from a call that
 * is not inlined. For drivers that run work-items as loops between barriers (PoCL 3): what lives over a barrier is kept
 * in memory there, an element for each work-item, and accesses by it are no longer seen to be neighbours: a scan of
 * out[get_global_id(0)] takes twice as long.
 *
 * A kernel that is too large to be worth it stays as it is. Returns false when out of memory. */
bool clgroup_renew_ids(LLVMModuleRef module, LLVMValueRef kernel);

#endif
