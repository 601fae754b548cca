/* Helper functions that no kernel calls. */
#ifndef CLGROUP_LOWER_UNREACHED_H
#define CLGROUP_LOWER_UNREACHED_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Types.h>

/* Makes the functions that call one of `targets`, directly or not, and that no kernel reaches removable by globaldce:
 * internal, and in none of LLVM's lists of functions to keep (the attribute `used`) or of annotations. Sets *found if
 * there are any. Does nothing in a module without kernels. Returns false when out of memory. */
bool clgroup_free_unreached(LLVMModuleRef module, const LLVMValueRef *targets, size_t target_count, bool *found);

#endif
