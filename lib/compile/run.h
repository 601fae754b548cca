/* What the steps of clgroup_compile share. */
#ifndef CLGROUP_COMPILE_RUN_H
#define CLGROUP_COMPILE_RUN_H

#include "compile/compile.h"
#include "compile/install.h"
#include "compile/output.h"
#include "compile/process.h"

/* One run, with what its options come to. */
struct run {
  struct clgroup_session *s;
  const struct clgroup_compile_options *o;
  const struct clgroup_target *target;
  const char *strategy;
  struct clgroup_install install;
  const char *library;
  const char *chunks;    /* the library for work-groups of more than limit work-items; "" where a device takes none */
  unsigned limit;        /* of the scratch of kernels without reqd_work_group_size */
  unsigned device_limit; /* the device takes no larger work-groups; 0: unknown */
  const char **modules;  /* per input: the LLVM module that lowering reads */
  const char **names;    /* per input: what the user calls it */
  struct clgroup_bytes standard_input; /* what clang reads of it */
  int raw;                             /* sources are compiled without clang's passes */
  int plain_loops;                     /* loops lose their metadata */
  struct clgroup_output output, deps;
};

int run_is_source(const struct clgroup_input *input);

/* Is that the name of a file that is an input? */
int run_is_input(const struct run *r, const char *path);

/* Are commands printed? */
int run_prints(const struct run *r);

/* Prints a command as a line; `to`, unless NULL or "-", is where its standard output goes. */
void run_print_command(const struct run *r, const struct clgroup_argv *argv, const char *to);

/* Names a temporary file; the line that makes its folder goes before the first command. */
const char *run_temp_name(struct run *r, const char *base);

/* Names an intermediate module: a temporary file, or one that is kept. */
const char *run_module_name(struct run *r, const char *base);
int run_write_module(struct run *r, const char *path, const struct clgroup_bytes *bytes);

int run_start_clang(struct run *r, const struct clgroup_argv *argv, int feed, struct clgroup_child *child);
int run_start_llvm_spirv(struct run *r, const struct clgroup_argv *argv, int feed, struct clgroup_child *child);

/* `name` is what the user calls what llvm-spirv works on. Returns 0, -1 on an error, or 1 on one that llvm-spirv ended
 * with. */
int run_finish_llvm_spirv(struct run *r, struct clgroup_child *child, const struct clgroup_bytes *input,
                          struct clgroup_bytes *bytes, const char *name);

#endif
