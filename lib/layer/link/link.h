/* The link route's second half: objects of the driver's compiler and the library's modules become one program, by the
 * driver's own linker. */
#ifndef CLGROUP_LAYER_LINK_H
#define CLGROUP_LAYER_LINK_H

#include "layer/decide/device.h"
#include "layer/objects/objects.h"
#include "layer/base/buffer.h"

struct clgroup_link {
  cl_context context;
  const struct clgroup_device *devices; /* that the program is for */
  cl_uint count;
  const char *options; /* of clLinkProgram */
  const cl_program *inputs;
  cl_uint input_count;
  const struct clgroup_symbols *needs; /* of inputs that were loaded, where that is known; or NULL */
  uint64_t names; /* what the inputs may name (names.h), for drivers whose binaries do not show it; 0: not known */
};

/* Links; the modules hold what the inputs call. *linked is the new program, which may also be there after an error, as
 * from clLinkProgram, and is then the driver's report of it. *loaded, unless loaded is NULL, are the modules, for the
 * caller to hold as long as the program lives, or NULL. Lines for the build log are added to `log`. Returns an error of
 * clLinkProgram. */
cl_int clgroup_link_program(const struct clgroup_link *link, cl_program *linked, struct clgroup_loaded **loaded,
                            struct clgroup_buffer *log);

/* Adds the driver's build log of the program for each device. */
void clgroup_add_driver_log(struct clgroup_buffer *log, cl_program program, const struct clgroup_device *devices,
                            cl_uint count);

#endif
