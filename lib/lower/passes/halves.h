/* Splits calls of built-in functions with long vectors. */
#ifndef CLGROUP_LOWER_HALVES_H
#define CLGROUP_LOWER_HALVES_H

#include <stdbool.h>

#include <llvm-c/Types.h>

/* Functions of PoCL's libraries for SPIR and for SPIR-V that call others with a vector larger than the processor's
 * registers pass memory that nothing was stored to: cos(double16) is wrong with AVX-512, cos(float16) with AVX2.
 * Replaces calls with vectors of more than 256 bits by calls with halves or quarters; shuffle and shuffle2 become
 * instructions. Returns whether it changed any. */
bool clgroup_halve_vectors(LLVMModuleRef module);

#endif
