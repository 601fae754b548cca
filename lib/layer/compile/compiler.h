/* clgroup-cc as a child process of the application, and its results from the cache. */
#ifndef CLGROUP_LAYER_COMPILER_H
#define CLGROUP_LAYER_COMPILER_H

#include <stdbool.h>
#include <stddef.h>

struct clgroup_cache; /* cache/cache.h */

/* A program: its source, or what an earlier run made of it. */
struct clgroup_unit {
  const char *source;
  size_t length;
  const char *options;             /* the application's, as it wrote them */
  const char *const *header_names; /* of clCompileProgram, with the texts that #include then finds first */
  const char *const *headers;
  const size_t *header_lengths;
  size_t header_count;
  const unsigned char *binary; /* of a run without `link`; unless NULL, nothing of the above is read */
  size_t binary_size;
};

struct clgroup_compiler_job {
  const char *compiler; /* clgroup-cc: a path, or a name that is looked up in PATH */
  const char *target;   /* as clgroup-cc --target= and --strategy= take them */
  const char *strategy;
  size_t max_work_group_size;   /* in work-items */
  const char *driver;           /* as clgroup-cc --driver= takes it; NULL: any */
  const char *extensions;       /* the device's, separated by spaces: their macros are defined, others' are not */
  const char *features;         /* the same of OpenCL C 3.0's features; NULL: not known, and all are there */
  const char *defines;          /* more options, as the application's are written; or NULL */
  const char *default_standard; /* "CL3.0": of sources whose options have no -cl-std */
  const char *identity; /* whom the result is for, driver and device with their versions: a part of the cache's key */
  unsigned time_limit;  /* in seconds, for each run of the compiler; 0: none */
  struct clgroup_cache *cache; /* NULL: none */
  bool link;  /* with each other and the library; else `units` is one source, and the result a later unit */
  bool spirv; /* what a link makes is SPIR-V, else SPIR bitcode */
};

enum clgroup_compile_result {
  CLGROUP_COMPILE_OK,
  CLGROUP_COMPILE_FAILED,      /* the compiler does not take the source; the log says why */
  CLGROUP_COMPILE_BAD_OPTIONS, /* the log names the option */
  CLGROUP_COMPILE_UNABLE,      /* no compiler, or it crashed, or took too long ...: the log says what to do */
  CLGROUP_COMPILE_NO_MEMORY,   /* *log may be NULL */
};

/* Compiles sources and links units. One source with `link` is one run of the compiler, and so is a
 * source without; several units take one more than there are sources.
 *
 * *binary and *size are set where the result is CLGROUP_COMPILE_OK, else they are NULL and 0. *log is what the compiler
 * said, or a line of the layer's, ending in a newline; "" where nothing was said. Both are for free().
 *
 * May be called by any number of threads at once. Starts nothing but the compiler, in a process group of its own, waits
 * for nobody else's children, and leaves nothing behind: no process, no file, no descriptor. */
enum clgroup_compile_result clgroup_compiler_run(const struct clgroup_compiler_job *c, const struct clgroup_unit *units,
                                                 size_t unit_count, unsigned char **binary, size_t *size, char **log);

#endif
