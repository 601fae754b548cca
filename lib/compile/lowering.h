/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs clgroup_llvm_lower_files in a separate process (tools/clgroup-lower). It starts while clang is still running,
 * and its crash is only an error here. */
#ifndef CLGROUP_COMPILE_LOWERING_H
#define CLGROUP_COMPILE_LOWERING_H

#include "compile/run.h"

/* The command for the run's modules. It waits for a line on standard input before it reads them. */
struct clgroup_argv lowering_command(struct run *r);

int lowering_start(struct run *r, struct clgroup_child *child);

/* Lets it read the modules, and waits for its result. Returns 0, -1 on an error, or what another attempt can follow:
 * CLGROUP_LLVM_NOT_SPIRV, if the inputs can be compiled `again`, or CLGROUP_LLVM_NOT_POCL, if SPIR-V will do. */
int lowering_finish(struct run *r, struct clgroup_child *child, int again, struct clgroup_bytes *module);

#endif
