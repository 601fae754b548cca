/* Kernels whose barriers PoCL's compiler handles right as they are. */
#ifndef CLGROUP_LOWER_REGULAR_H
#define CLGROUP_LOWER_REGULAR_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Does every path through the kernel pass each of its barriers, in each turn of the loops around it? Such a loop must
 * have one entry, one back edge and one exit. It may be behind a branch that leads to it or around it, which LLVM makes
 * if the loop may have no turn; but there must be few such loops. A kernel that does not call the library may have
 * many, and may return in front of all barriers. */
bool clgroup_is_regular(LLVMValueRef kernel, bool calls_library);

#endif
