/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by the steps of clgroup_compile. */
#ifndef CLGROUP_COMPILE_RUN_H
#define CLGROUP_COMPILE_RUN_H

#include "compile/install.h"
#include "compile/options.h"
#include "compile/output.h"
#include "compile/process.h"

/* One run, and what follows from its options. */
struct run {
  struct clgroup_session *s;
  const struct clgroup_compile_options *o;
  const struct clgroup_target *target;
  struct clgroup_install install;
  struct clgroup_llvm_options lower; /* the options `o`, completed */
  const char *march;    /* a GPU's architecture; lower.architecture is its number (sm_80: 80, gfx90a: 0x90a) */
  const char **modules; /* per input: the LLVM module that lowering reads */
  const char **names;   /* per input: its name in messages */
  struct clgroup_bytes standard_input; /* read here, and passed to clang */
  struct clgroup_output output, deps;
  struct clgroup_argv clang; /* the command that compiled the last source */
};

int run_is_source(const struct clgroup_input *input);
int run_is_stdin(const struct clgroup_input *input);

/* Can it be read only once, and not by its name? It is read here then, and passed on. */
int run_is_stream(const struct clgroup_input *input);

/* Is it C++ for OpenCL, or made of it, by its kind or by -cl-std? Bitcode may also say so itself
 * (CLGROUP_LLVM_CPP_MARK). */
int run_is_cpp(const struct run *r, const struct clgroup_input *input);

/* Is `path` one of the inputs? */
int run_is_input(const struct run *r, const char *path);

/* File number i that the lowering reads in addition to the inputs; NULL: there are no more, or after an error. */
const char *run_library(struct run *r, size_t i);

/* Are commands to be printed? */
int run_prints(const struct run *r);

/* Prints a command on a line; unless `to` is NULL or "-", its standard output is redirected there. */
void run_print_command(const struct run *r, const struct clgroup_argv *argv, const char *to);

/* Names a temporary file. The first call prints the command that makes the folder. */
const char *run_temp_name(struct run *r, const char *base);

/* Names an intermediate module: a temporary file, or one that is kept (-save-temps). */
const char *run_module_name(struct run *r, const char *base);
int run_write_module(struct run *r, const char *path, const struct clgroup_bytes *bytes);

/* Starts a tool of LLVM's. */
enum run_tool { RUN_CLANG, RUN_LLVM_SPIRV, RUN_LLD };
int run_start(struct run *r, enum run_tool tool, const struct clgroup_argv *argv, int feed,
              struct clgroup_child *child);

/* `name` is the name of its input in messages. Returns 0, -1 on an error, or 1 if llvm-spirv failed. */
int run_finish_llvm_spirv(struct run *r, struct clgroup_child *child, const struct clgroup_bytes *input,
                          struct clgroup_bytes *bytes, const char *name);

#endif
