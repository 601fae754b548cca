/* Kernels whose barriers PoCL's compiler takes as they are. */
#ifndef CLGROUP_LOWER_REGULAR_H
#define CLGROUP_LOWER_REGULAR_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Does every path through the kernel pass each of its barriers, in each turn of the loops that it is in? Such
 * a loop has one entry, one back edge and one exit. It may be behind a branch that leads to it or around it, which LLVM
 * makes where it may have no turn at all; and there are few of such loops. If the kernel does not call the library,
 * there may be many, and it may return in front of all barriers. */
bool clgroup_is_regular(LLVMValueRef kernel, bool calls_library);

#endif
