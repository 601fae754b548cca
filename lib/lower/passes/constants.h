/* Constants in private memory, which clang makes of compound literals: SPIR-V has no variables there outside of
 * functions. */
#ifndef CLGROUP_LOWER_CONSTANTS_H
#define CLGROUP_LOWER_CONSTANTS_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Puts such constants in constant memory. Where more than loads and copies use one, the function gets a copy of it in a
 * variable of its own. Returns whether there was one. */
bool clgroup_move_constants(LLVMModuleRef module);

#endif
