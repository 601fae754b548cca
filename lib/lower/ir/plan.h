/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What follows from the options, without LLVM. */
#ifndef CLGROUP_LOWER_PLAN_H
#define CLGROUP_LOWER_PLAN_H

#include "clgroup/clgroup-llvm.h"
#include "names/extensions.h"

enum { LONGEST_PATH = 4096 };

/* Paths that are not needed are NULL. The struct points into itself. */
struct lower_plan {
  const char *library;                 /* the device library of the strategy */
  const char *other;                   /* the library of the functions in `exceptions`, of another strategy */
  const char *exceptions;              /* as names/strategies.h describes them; "": there are none */
  const char *chunks;                  /* the library for larger work-groups */
  const char *builtins;                /* for GPUs: the target's own built-in functions */
  unsigned max_work_group_size;        /* scratch limit, in work-items, of kernels without reqd_work_group_size */
  unsigned device_max_work_group_size; /* the largest that the device launches; 0: unknown */
  bool needs_opaque_pointers;          /* with LLVM 15: the input has them */
  bool shrunk;                         /* scratch is for fewer work-items than would be best, and maybe fewer than are
                                        * required */
  bool uniform;                        /* all work-groups of a launch have the same size */
  const char *provided[CLGROUP_EXTENSION_COUNT + 1]; /* the modules of functions that the device lacks; then NULL */
  unsigned extensions;                               /* that have them: bits of names/extensions.h */
  bool whole_sub_groups;                             /* a work-group is one sub-group, for the device has none */
  char paths[4 + CLGROUP_EXTENSION_COUNT][LONGEST_PATH];
};

/* Writes an error; returns -1. */
__attribute__((format(printf, 3, 4))) int lower_refuse(char *error, size_t error_size, const char *format, ...);

/* Makes the plan of the caller's options, which may be of another version's header (base/sized.h), and copies them to
 * `own`. Returns 0, or -1 after an error. */
int lower_make_plan(struct lower_plan *plan, struct clgroup_llvm_options *own, const struct clgroup_llvm_options *from,
                    char *error, size_t error_size);

#endif
