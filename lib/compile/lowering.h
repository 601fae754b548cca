/* Runs clgroup_lower in a separate process (tools/clgroup-lower), which starts while clang is still running, and whose
 * crash is only an error here. */
#ifndef CLGROUP_COMPILE_LOWERING_H
#define CLGROUP_COMPILE_LOWERING_H

#include "compile/process.h"

struct clgroup_lowering {
  const char *program; /* clgroup-lower */
  const char *library; /* the device library */
  const char *other;   /* that of the exceptions' strategy; NULL: none */
  const char *exceptions;
  const char *chunks;            /* the library for larger work-groups; "": none */
  const char *builtins, *libclc; /* a GPU's built-in functions; NULL: none */
  unsigned architecture, lanes;  /* what they ask for; 0: nothing does */
  int has_offsets;               /* launches may have a global offset */
  unsigned max_work_group_size;
  unsigned device_max_work_group_size; /* 0: unknown */
  unsigned local_memory_size;          /* of the device, in bytes; 0: unknown */
  int uniform;                         /* all work-groups of a launch have the same size */
  unsigned opt_level;
  const char *form;          /* "ll", "bc", or "spv": bitcode that is to become SPIR-V */
  int raw;                   /* clang's passes did not run */
  int cpp;                   /* an input is C++ */
  int plain_loops;           /* remove the loops' metadata */
  int for_pocl;              /* the driver is PoCL */
  unsigned leave_vectors;    /* refuse calls with vectors of more bytes; 0: none */
  const char *const *inputs; /* may be written after clgroup_lowering_start */
  const char *const *names;  /* their names in error messages */
  size_t input_count;
};

/* The command for the job. It waits for a line on standard input before it reads the inputs. */
struct clgroup_argv clgroup_lowering_command(struct clgroup_session *s, const struct clgroup_lowering *job);

int clgroup_lowering_start(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child);

/* Lets it read the inputs, and waits for the module. Returns 0, -1 on an error, or 1 for CLGROUP_LOWER_NOT_SPIRV
 * (lower/lower.h). */
int clgroup_lowering_finish(struct clgroup_session *s, const struct clgroup_lowering *job, struct clgroup_child *child,
                            struct clgroup_bytes *module);

#endif
