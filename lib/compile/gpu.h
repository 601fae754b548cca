/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Targets for which clang makes machine code or assembly here: GPUs (targets/targets.cmake). */
#ifndef CLGROUP_COMPILE_GPU_H
#define CLGROUP_COMPILE_GPU_H

#include "compile/run.h"
#include "targets/targets.h"

/* Sets what follows from the options: the architecture, and the paths of the target's libraries. Returns 0, or -1 on an
 * error. */
int gpu_check(struct run *r);

/* Adds clang's options for the target: for sources, or for the module that becomes code. */
void gpu_add_clang_options(struct run *r, struct clgroup_argv *argv, int is_source);

/* Prints the commands that make code of the lowered module, which is their standard input. */
void gpu_print(struct run *r);

/* Makes code of the lowered module in *bytes. Returns 0, or -1 on an error. */
int gpu_make_code(struct run *r, struct clgroup_bytes *bytes);

#endif
