/* Built-in functions of long vectors, in halves. */
#ifndef CLGROUP_LOWER_HALVES_H
#define CLGROUP_LOWER_HALVES_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* The functions of PoCL's library for SPIR, and for SPIR-V, that call others with a vector larger than the processor's
 * registers pass memory that nothing was stored to: cos(double16) is wrong with AVX-512, cos(float16) with AVX2. Makes
 * calls with vectors of more than 256 bits calls with halves of them, or quarters; shuffle and shuffle2 become
 * instructions. Returns whether it changed any. */
bool clgroup_halve_vectors(LLVMModuleRef module);

#endif
