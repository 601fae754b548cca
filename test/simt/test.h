/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The executor's own tests: kernels that clang alone compiles, launched on its devices. */
#ifndef CLGROUP_SIMT_TEST_H
#define CLGROUP_SIMT_TEST_H

#include "device.h"

#include <stdbool.h>
#include <stddef.h>

struct bench {
  const char *device; /* "nvptx64 sm_75" */
  struct device d;    /* its id, context and queue alone */
  char *message;      /* what the executor said last, or NULL */
  char folder[64];
};

/* Opens the executor's device; complains when it is not there. */
bool bench_open(struct bench *b, const char *device);
void bench_close(struct bench *b);

/* Compiles a kernel file, or LLVM's text if its name ends in .ll, and builds it; NULL: *log says why not. */
cl_program bench_build(struct bench *b, const char *file, char **log);

/* Launches kernel(in, out) with `groups` work-groups of `size`. `in` has in_bytes bytes; `out` is read back if it is
 * not NULL, and starts without contents. Returns the launch's status; b->message is set if the executor complains. */
cl_int bench_run(struct bench *b, cl_program program, const char *kernel, size_t size, size_t groups, const void *in,
                 size_t in_bytes, void *out, size_t out_bytes);

void test_pass(const char *what, const char *device);
void test_fail(const char *what, const char *device, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Each tests one device. */
void test_broken(struct bench *b);
void test_intrinsics(struct bench *b);

extern const char *test_kernels; /* the folder */

#endif
