/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The compile route: clgroup-cc compiles and links, and the driver loads the output: SPIR-V if the device accepts it,
 * otherwise SPIR bitcode. For drivers that do not accept SPIR-V, and where drivers.inc or CLGROUP_ROUTE says so. */
#ifndef CLGROUP_LAYER_COMPILE_H
#define CLGROUP_LAYER_COMPILE_H

#include "layer/decide/plan.h"
#include "base/buffer.h"

/* Compiles the program's source: *linked is an executable, built for the plan's devices, or *unit an object for
 * a later clgroup_compile_link. Returns an error of clCompileProgram or clLinkProgram, with lines in `log`. */
cl_int clgroup_compile_route(const struct clgroup_program *p, const struct clgroup_plan *plan, cl_program *linked,
                             struct clgroup_unit *unit, struct clgroup_buffer *log);

/* Links units to an executable. */
cl_int clgroup_compile_link(cl_context context, const struct clgroup_service *devices, cl_uint count,
                            const struct clgroup_unit *units, size_t unit_count, cl_program *linked,
                            struct clgroup_buffer *log);

/* Sets *bitcode to a unit with the bitcode of `unit`, which is compiled if necessary. */
cl_int clgroup_compile_unit(const struct clgroup_service *devices, cl_uint count, const struct clgroup_unit *unit,
                            struct clgroup_unit *bitcode, struct clgroup_buffer *log);

/* A copy of a source and of the call's arguments, to be compiled when a link needs it. */
cl_int clgroup_unit_of_source(const struct clgroup_program *p, const struct clgroup_request *request,
                              struct clgroup_unit *unit);

#endif
