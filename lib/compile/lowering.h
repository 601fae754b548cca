/* clgroup_lower in a process of its own (tools/clgroup-lower): it starts while clang still runs, and its crash is an
 * error here. */
#ifndef CLGROUP_COMPILE_LOWERING_H
#define CLGROUP_COMPILE_LOWERING_H

#include "compile/process.h"

struct clgroup_lowering {
  const char *program; /* clgroup-lower */
  const char *library; /* the device library */
  const char *chunks;  /* that for larger work-groups; "": there are none */
  unsigned max_work_group_size;
  unsigned opt_level;
  const char *form;          /* "ll", "bc", or "spv": bitcode that becomes SPIR-V */
  int raw;                   /* clang's passes did not run */
  int plain_loops;           /* loops lose their metadata */
  int for_pocl;              /* the driver is PoCL */
  const char *const *inputs; /* may be written after the start */
  const char *const *names;  /* what errors call them */
  size_t input_count;
};

/* The command that does the job once it reads a line. */
struct clgroup_argv clgroup_lowering_command(struct clgroup_session *s, const struct clgroup_lowering *job);

int clgroup_lowering_start(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child);

/* Lets it do its work and waits for the module. Returns 0, -1 on an error, or 1 for CLGROUP_LOWER_NOT_SPIRV
 * (lower/lower.h). */
int clgroup_lowering_finish(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child,
                            struct clgroup_bytes *module);

#endif
