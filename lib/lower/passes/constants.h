/* Constants in private memory, which clang makes of compound literals: SPIR-V has no variables there outside of
 * functions. */
#ifndef CLGROUP_LOWER_CONSTANTS_H
#define CLGROUP_LOWER_CONSTANTS_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Moves such constants to constant memory. If a function does more with one than load and copy it, the function gets a
 * variable with a copy. Returns whether there was one. */
bool clgroup_move_constants(LLVMModuleRef module);

#endif
