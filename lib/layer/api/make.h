/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer makes of a program by one of its routes: an object or an executable. */
#ifndef CLGROUP_LAYER_MAKE_H
#define CLGROUP_LAYER_MAKE_H

#include "layer/decide/plan.h"
#include "layer/link/link.h"
#include "layer/objects/objects.h"
#include "base/buffer.h"

/* A line for the build log of a program whose -cl-std=CL2.0 the driver took as CL3.0. */
#define CLGROUP_AS_3 "clgroup: built as OpenCL C 3.0, since the device has no OpenCL C 2.0\n"

/* The results of a build or compilation, before the program takes them over. */
struct clgroup_made {
  struct clgroup_choice choice; /* the attempt's; or that of devices of earlier builds, too */
  cl_program object;            /* of the link route: the compiled object, with calls */
  cl_program linked;
  struct clgroup_loaded *loaded; /* the library's modules that it was linked with */
  struct clgroup_unit unit;      /* after clCompileProgram: what clgroup-cc made, or the source for it */
  bool has_unit;
  cl_uint device_count;   /* of the plan's devices, for which it is: those of the call, and others of earlier builds */
  bool nothing_linked;    /* the program calls none of the functions, and the driver may build it itself */
  unsigned prelude_lines; /* that the driver's log counts before the source's first */
  struct clgroup_buffer log;
};

/* Builds or compiles for the plan's devices: BY_LINK or BY_COMPILE. Does not change the program. Returns an error of
 * clCompileProgram or clLinkProgram; *made, which is zero before, is for clgroup_made_free after an error too. */
cl_int clgroup_make(struct clgroup_program *p, struct clgroup_plan *plan, const struct clgroup_attempt *t,
                    struct clgroup_made *made);
void clgroup_made_free(struct clgroup_made *made);

/* Does the driver build the program's source if the functions that the plan names are hidden from it? Then all calls
 * are in branches that #if leaves out, and the program is right without the layer. */
bool clgroup_needs_no_function(const struct clgroup_program *p, const struct clgroup_plan *plan);

/* The compile route: clgroup-cc compiles and links, and the driver loads the output: SPIR-V if the device accepts it,
 * otherwise SPIR bitcode or PTX. For drivers that do not accept SPIR-V, and where drivers.inc or CLGROUP_ROUTE says so.
 */

/* Compiles the program's source: made->linked is an executable, built for the plan's devices, or made->unit an object
 * for a later clgroup_compile_link. Returns an error of clCompileProgram or clLinkProgram, with lines in made->log. */
cl_int clgroup_compile_route(const struct clgroup_program *p, const struct clgroup_plan *plan,
                             struct clgroup_made *made);

/* Links units to an executable, for the devices of `link` and with its strategy. */
cl_int clgroup_compile_link(const struct clgroup_link *link, const struct clgroup_unit *units, size_t unit_count,
                            cl_program *linked, struct clgroup_buffer *log);

/* Sets *bitcode to a unit with the bitcode of `unit`, which is compiled if necessary. */
cl_int clgroup_compile_unit(const struct clgroup_link *link, const struct clgroup_unit *unit,
                            struct clgroup_unit *bitcode, struct clgroup_buffer *log);

/* A copy of a source and of the call's arguments, to be compiled when a link needs it. */
cl_int clgroup_unit_of_source(const struct clgroup_program *p, const struct clgroup_request *request,
                              struct clgroup_unit *unit);

/* Copies the source of an object that the driver compiles. clgroup-cc may have to link it later, with objects that it
 * has compiled. */
cl_int clgroup_keep_source(const struct clgroup_program *p, const struct clgroup_request *request,
                           struct clgroup_unit *unit, bool *kept);

#endif
