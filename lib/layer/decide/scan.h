/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which of the library's functions may OpenCL C source call? Asked before each build of a program, so that the others
 * go to the driver untouched. A search for words, which errs on the side of more: a name counts wherever it is a word,
 * in a branch that #if leaves out as well; and where something is not followed, the driver is to say. Comments and
 * literals are skipped all the same: kernels that paste tokens and have comments about the "work group" are common (8
 * of oneDNN's 61 OpenCL C files), and would all seem to put together any name. */
#ifndef CLGROUP_LAYER_SCAN_H
#define CLGROUP_LAYER_SCAN_H

#include "layer/base/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct clgroup_scan {
  uint64_t names;        /* functions that the text names (names.h), or may put together by ## */
  bool feature;          /* it names __opencl_c_work_group_collective_functions */
  bool extension;        /* it names cl_khr_work_group_uniform_arithmetic */
  bool seeks_extensions; /* set by the caller: the next two are searched for */
  unsigned extensions;   /* that it uses, by the names of functions or macros (names/extensions.h) */
  unsigned perhaps;      /* the same, with names that are often the program's own */
  bool defines;          /* it has a #define, or the options have a -D, of one of the functions' names */
  bool header;  /* it has an #include of a header of the library's, clgroup/..., that is found nowhere else: only
                 * clgroup-cc has it */
  bool unknown; /* it includes a file that cannot be read here, or is written in a way that the scan does not follow: it
                 * may name anything */
};

/* A header that the application gives: the text for an #include of this name, and its length; or NULL. The text stays
 * until the scan ends, and need not end in a zero. */
typedef const char *clgroup_scan_header(void *context, const char *name, size_t *length);

/* Scans the source, the definitions in the options, and what these include, each file once: a given header, else each
 * file of that name beside the including file, in the options' folders and in the current one. What is no regular file
 * is not read. If includes were not followed, each program with one might name any function: on drivers whose functions
 * are wrong the layer would then build all of these programs, also those that call none.
 *
 * `options` and `header` may be NULL. What is found is added to *result: zero it first. Returns 0, or -1 where memory
 * runs out; *result then says nothing. Any bytes are taken, in time proportional to their number. */
int clgroup_scan_source(struct clgroup_scan *result, const char *source, size_t length,
                        const struct clgroup_options *options, clgroup_scan_header *header, void *context);

#endif
