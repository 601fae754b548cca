/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The second half of a run: from the modules to the output's bytes. */
#ifndef CLGROUP_COMPILE_EXPORT_H
#define CLGROUP_COMPILE_EXPORT_H

#include "compile/lowering.h"
#include "compile/run.h"

struct export {
  struct clgroup_argv spirv_argv;
  struct clgroup_child lowering, spirv;
};

/* SPIR-V cannot express the lowered module, or llvm-spirv fails on it or makes invalid SPIR-V of it. Only returned if
 * `again` is set. */
#define EXPORT_NOT_SPIRV 1

/* Starts the process that lowers and the one that writes SPIR-V, which takes longer than their actual work. Both wait
 * for their input, so the modules need not exist yet. */
int export_start(struct run *r, struct export *e);

/* Prints the commands of export_finish. */
void export_print(struct run *r, const struct export *e);

/* Lowers the modules, which must exist now. Returns 0, -1 on an error, or EXPORT_NOT_SPIRV if `again` says that the
 * caller can try again without clang's passes. */
int export_finish(struct run *r, struct export *e, int again, struct clgroup_bytes *result);

#endif
