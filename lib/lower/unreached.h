/* Helper functions that no kernel calls. */
#ifndef CLGROUP_LOWER_UNREACHED_H
#define CLGROUP_LOWER_UNREACHED_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

/* Of the functions that reach one of `targets` by calls, makes those that no kernel reaches removable by globaldce:
 * internal, and on none of LLVM's lists of what is kept (the attribute `used`) or annotated. *found: there are such.
 * Does nothing in a module without kernels. Returns false when memory runs out. */
bool clgroup_free_unreached(LLVMModuleRef module, const LLVMValueRef *targets, size_t target_count, bool *found);

#endif
