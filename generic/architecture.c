/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of lowering.h that return the architecture and the driver, in self-contained builds. C, like
 * scratch.c. */
#include <lowering.h>

#define QUESTION __attribute__((always_inline)) unsigned

QUESTION CLGROUP_ARCHITECTURE(void) {
  return 0;
}

QUESTION CLGROUP_HAS_OFFSETS(void) {
  return 0;
}

QUESTION CLGROUP_MOST_ITEMS(void) {
  return 1024;
}
