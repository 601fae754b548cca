/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From a kernel's source to a program on the device, by one of seven ways. */
#ifndef EXEC_PROGRAM_H
#define EXEC_PROGRAM_H

#include "device.h"

enum way {
  WAY_MODULE,  /* clgroup-cc makes SPIR-V, or SPIR bitcode where the driver takes no SPIR-V */
  WAY_LINK,    /* the driver compiles source behind the prelude and links it with the library's modules */
  WAY_NATIVE,  /* the driver's own built-in functions */
  WAY_REWRITE, /* clang and llvm-spirv make SPIR-V with OpGroup instructions, which clgroup-cc rewrites */
  WAY_SOURCE,  /* plain source, built as any application does, under the layer */
  WAY_IL,      /* the SPIR-V of `rewrite`, not rewritten, under the layer */
  WAY_CLANG,   /* clang links the library's bitcode, and llvm-spirv makes SPIR-V of that */
};

struct builder {
  const struct device *device;
  enum way way;
  const char *strategy;
  const char *provide;                       /* of clgroup-cc; NULL: nothing */
  const char *compiler, *clang, *llvm_spirv; /* programs */
  const char *data, *prelude;                /* share/clgroup and clgroup_prelude.h */
  const char *kernels;                       /* the folder of this program's kernel sources */
  size_t limit;                 /* of the scratch that clgroup-cc makes, in work-items; 0: the largest work-group */
  bool shuffles;                /* by way il, modules may have those of SPIR-V 1.3 */
  bool default_limit;           /* neither option is passed to clgroup-cc */
  unsigned long sub_group_size; /* asked for in each kernel; 0: the driver chooses */
  char folder[256];             /* temporary files */
  cl_program library[3];        /* the driver's objects of the library's modules, for work-groups up to library_size */
  unsigned library_count;
  size_t library_size;
  unsigned library_version[2]; /* the SPIR-V version that they claim, major and minor; 0: their own */
};

struct source {
  const char *file;     /* in the folder of kernels */
  const char *defines;  /* lines that precede it */
  const char *standard; /* "CL1.2", or NULL for the newest that the way has */
  const char *options;  /* more compiler options, separated by spaces */
  size_t max_size;      /* the largest work-group that the kernels are launched with; 0: no option says it */
  bool apart;           /* the text is two objects, one with CLGROUP_PART 1 and one with 2, to be linked */
};

/* The folder of temporary files; complains on stderr when it cannot be made. */
bool builder_make_folder(struct builder *b);

/* Whether this way stands on the layer; then returns false where the layer is not there, and *why says what to do. */
bool builder_layer_is_right(const struct builder *b, char *why, size_t why_size);
/* Returns whether the device supports this way; else *why says why not. */
bool builder_can(const struct builder *b, char *why, size_t why_size);
/* Releases the builder's OpenCL objects. */
void builder_release(struct builder *b);

/* The text that is compiled: what precedes the kernels, common.cl, and the source's file. NULL: it cannot be read, with
 * *log set to why. To be freed by the caller. */
char *source_text(const struct builder *b, const struct source *source, char **log);

/* Returns the built program, or NULL with *log set to what went wrong, to be freed by the caller. */
cl_program builder_build(struct builder *b, const struct source *source, char **log);
/* The same from a text; source->file and source->defines are ignored. */
cl_program builder_build_text(struct builder *b, const struct source *source, const char *text, char **log);

/* Whether --strategy chooses the strategy; else the driver or CLGROUP_STRATEGY does. */
bool builder_chooses_strategy(const struct builder *b);

/* Whether this way has mul, and, or ... of cl_khr_work_group_uniform_arithmetic. */
bool builder_has_uniform_arithmetic(const struct builder *b);

#endif
