/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every function of lib/spirv on one module, which may be damaged in any way: for fuzz.c and mutate.c. */
#ifndef CLGROUP_TEST_EXERCISE_H
#define CLGROUP_TEST_EXERCISE_H

#include <stddef.h>
#include <stdint.h>

/* Runs them all on a copy of the words, so that a sanitizer sees a read beyond the end, and checks what must hold of
 * any input: a module that was rewritten holds nothing to rewrite, is read again, and gives itself; a module pruned
 * twice is pruned once; an error leaves a message and a success does not lose the output. Aborts where something does
 * not hold. Returns the number of functions that accepted the module. */
int exercise(const uint32_t *words, size_t count);

#endif
