/* The device library, as the SPIR-V modules that a driver's own linker takes. They lie in the layer itself: none can be
 * missing, damaged or of another version. */
#ifndef CLGROUP_LAYER_LIBRARY_H
#define CLGROUP_LAYER_LIBRARY_H

#include "layer/objects/symbols.h"
#include "layer/base/buffer.h"

struct clgroup_module {
  uint32_t *words; /* for free() */
  size_t count;
};

struct clgroup_library_request {
  unsigned address_bits;
  const char *strategy;
  size_t max_size;                     /* work-items that a work-group has at most, for the size of scratch memory */
  const struct clgroup_symbols *needs; /* the functions to keep */
  uint32_t version; /* SPIR-V version to claim, as in a module's header; 0: each module's own, the oldest it can */
};

/* Makes one module with all that `needs` names, so that functions of all types share the scratch arrays: several
 * modules would have arrays each, and a device has local memory for one set. A version that the module cannot claim
 * leaves it with its own. Returns 0; or -1 after a line in `log`. */
int clgroup_library_module(const struct clgroup_library_request *request, struct clgroup_module *module,
                           struct clgroup_buffer *log);

#endif
