/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The second half of the link route: the driver's linker links the objects of its compiler and the library's module to
 * one program. */
#ifndef CLGROUP_LAYER_LINK_H
#define CLGROUP_LAYER_LINK_H

#include "layer/decide/service.h"
#include "layer/objects/objects.h"
#include "base/buffer.h"

struct clgroup_link {
  cl_context context;
  const struct clgroup_service *devices; /* the devices for which the program is linked */
  cl_uint count;
  struct clgroup_choice choice; /* for all devices; the driver's messages may require another */
  const char *options;          /* of clLinkProgram */
  const cl_program *inputs;
  cl_uint input_count;
  const struct clgroup_symbols *needs; /* of inputs that were loaded as binaries; or NULL */
  uint64_t names;   /* the names that the inputs may use (names.h), for drivers with opaque binaries; 0: unknown */
  size_t functions; /* set by the link: how many functions of the library the inputs call */
};

/* Links the inputs with the functions that they call. *linked is the new program; like clLinkProgram's, it may exist
 * after an error too, and then has the driver's build log. *loaded, unless loaded is NULL, is the library's module,
 * which the caller keeps as long as the program, or NULL. Adds lines for the build log to `log`. Returns an error of
 * clLinkProgram. */
cl_int clgroup_link_program(struct clgroup_link *link, cl_program *linked, struct clgroup_loaded **loaded,
                            struct clgroup_buffer *log);

/* Adds the driver's build log of the program for each device. */
void clgroup_add_driver_log(struct clgroup_buffer *log, cl_program program, const struct clgroup_service *devices,
                            cl_uint count);

#endif
