/* The second half of a run: from the modules to the output's bytes. */
#ifndef CLGROUP_COMPILE_EXPORT_H
#define CLGROUP_COMPILE_EXPORT_H

#include "compile/lowering.h"
#include "compile/run.h"

struct export {
  struct clgroup_lowering job;
  struct clgroup_argv spirv_argv;
  struct clgroup_child lowering, spirv;
};

/* What clgroup-lower made is not for SPIR-V, or llvm-spirv fails at it, or its SPIR-V is not valid; only where there is
 * another way. */
#define EXPORT_NOT_SPIRV 1

/* Starts the process that lowers and the one that writes SPIR-V, which takes them longer than what they then do. Both
 * wait for their input, so the modules need not be there yet. */
int export_start(struct run *r, struct export *e);

/* Prints what export_finish does. */
void export_print(struct run *r, const struct export *e);

/* Lowers the modules, which are there now. Returns 0, -1 on an error, or, where `again` tells that the caller has
 * another way, EXPORT_NOT_SPIRV. */
int export_finish(struct run *r, struct export *e, int again, struct clgroup_bytes *result);

#endif
