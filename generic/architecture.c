/* lowering.h's question for the architecture, in self-contained builds. C, like scratch.c. */
#include <lowering.h>

__attribute__((always_inline)) unsigned CLGROUP_ARCHITECTURE(void) {
  return 0;
}
