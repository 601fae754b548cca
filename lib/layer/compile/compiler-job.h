/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clgroup-cc is asked for (compiler.h). */
#ifndef CLGROUP_LAYER_COMPILER_JOB_H
#define CLGROUP_LAYER_COMPILER_JOB_H

#include <stdbool.h>
#include <stddef.h>

struct clgroup_cache; /* cache/cache.h */

/* The form in which a driver loads what clgroup-cc makes. */
enum clgroup_form {
  CLGROUP_FORM_BITCODE,
  CLGROUP_FORM_SPIRV,
  CLGROUP_FORM_PTX,
  CLGROUP_FORMS,
  CLGROUP_FORM_NONE = CLGROUP_FORMS
};

/* One of clCompileProgram's headers, which #include finds first. */
struct clgroup_header {
  const char *name, *text;
  size_t length;
};

/* A translation unit: its source, or the bitcode that an earlier run made of it. */
struct clgroup_unit {
  const char *source;
  size_t length;
  const char *options; /* the application's, unchanged */
  const struct clgroup_header *headers;
  size_t header_count;
  unsigned provide; /* extensions that the library provides, in a link for all of its units (names/extensions.h) */
  unsigned macros;  /* those that are defined, though the device does not list them */
  unsigned limit;   /* the largest work-group; 0: the device's */
  const unsigned char *binary; /* the result of a run without `link`, or SPIR-V; unless NULL, the source is not used */
  size_t binary_size;
};

struct clgroup_compiler_job {
  const char *compiler; /* clgroup-cc: a path, or a name to look up in PATH */
  const char *target;   /* as clgroup-cc --target= and --strategy= take them */
  const char *strategy;
  const char *architecture;     /* as clgroup-cc -march= takes it; NULL: the target has none */
  size_t max_work_group_size;   /* in work-items */
  size_t local_memory;          /* the device's local memory, in bytes; 0: unknown */
  unsigned sub_group_sizes;     /* sub-group sizes that a kernel may require: the sum of the powers of two */
  unsigned provide;             /* extensions that the library provides (names/extensions.h) */
  const char *driver;           /* as clgroup-cc --driver= takes it; NULL: any */
  const char *pocl_device;      /* clgroup-cc --pocl-device=, to get bitcode, or SPIR-V; or NULL */
  bool renew;                   /* the driver refuses what the cache has: make it anew, and keep that */
  unsigned leave_vectors;       /* clgroup-cc --leave-vectors=; 0: none */
  const char *extensions;       /* the device's extensions, separated by spaces: only their macros are defined */
  const char *features;         /* the same for OpenCL C 3.0's features; NULL: unknown, all are enabled */
  const char *defines;          /* more options, in the syntax of the application's; or NULL */
  const char *default_standard; /* "CL3.0": for sources whose options have no -cl-std */
  bool no_2;                    /* the device has OpenCL C 3.0 and not 2.0: sources for 2.0 are compiled as 3.0 */
  const char *identity;         /* driver and device with their versions: part of the cache's key */
  unsigned time_limit;          /* in seconds, for each run of the compiler; 0: none */
  struct clgroup_cache *cache;  /* NULL: none */
  bool apart;                   /* files of the current folder are not seen */
  bool link; /* link the units and the library; otherwise `units` is one source, and the result is a unit to link
              * later */
  enum clgroup_form form; /* the form of a link's output */
  bool *ran;              /* unless NULL, set once the compiler has run: a failure is then the compiler's, not this
                           * process's */
};

enum clgroup_compile_result {
  CLGROUP_COMPILE_OK,
  CLGROUP_COMPILE_FAILED,      /* the source has errors, which are in the log */
  CLGROUP_COMPILE_BAD_OPTIONS, /* the log names the option */
  CLGROUP_COMPILE_UNABLE,      /* no compiler, or it crashed, took too long or the like: the log says what to do */
  CLGROUP_COMPILE_NO_MEMORY,   /* the log may have no line */
};

#endif
