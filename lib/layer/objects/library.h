/* The device library as SPIR-V modules for a driver's linker. They are embedded in the layer, so that none can be
 * missing, damaged or of another version. */
#ifndef CLGROUP_LAYER_LIBRARY_H
#define CLGROUP_LAYER_LIBRARY_H

#include "layer/objects/symbols.h"
#include "layer/base/buffer.h"

struct clgroup_module {
  uint32_t *words; /* for free() */
  size_t count;
  uint64_t local_memory; /* bytes of its arrays */
};

/* The library in chunks of work-items (generic/work_group/chunks/layout.h), which takes the place of a strategy: its
 * arrays serve work-groups of any size. */
#define CLGROUP_LIBRARY_IN_CHUNKS "chunks"

struct clgroup_library_request {
  unsigned address_bits;
  const char *strategy;
  size_t max_size;                     /* of a work-group, in work-items, for the size of scratch memory */
  const struct clgroup_symbols *needs; /* the functions to keep */
  bool loads_again;                    /* a driver may repeat loads from memory that has changed */
  uint32_t version; /* SPIR-V version to declare, as in a module's header; 0: the module's own, the oldest possible */
};

/* Makes one module with all functions in `needs`, so that functions of all types share the scratch arrays: several
 * modules would have an array set each, and a device has local memory for one set. If the module needs a newer version
 * than `version`, it keeps its own. Returns 0; or -1 after a line in `log`. */
int clgroup_library_module(const struct clgroup_library_request *request, struct clgroup_module *module,
                           struct clgroup_buffer *log);

#endif
