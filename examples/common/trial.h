/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the larger examples share: options, buffers and launches, and a run over many sizes. */
#ifndef EXAMPLES_TRIAL_H
#define EXAMPLES_TRIAL_H

#include "common/device.h"

#include <stddef.h>

struct trial {
  struct device device;
  cl_program program;
  size_t count;      /* the largest size */
  int repeats;       /* of the work at that size, which is timed */
  const char *input; /* a file; NULL for random data */
  int passes;        /* over the data, 1 or 2, where an example leaves the choice (2) */
};

/* Reads the command line, opens the device and loads MODULES/NAME. `what` is a line about the example; `more_help` is
 * one about --input or --passes, which the example then has; else NULL. */
void trial_begin(struct trial *t, int argc, char **argv, const char *what, const char *more_help, const char *modules);

/* one(t, n) does the work on n elements, compares with the CPU, and returns the seconds from the first launch to the
 * end of the last, by the host's clock. It is called with sizes around powers of two, then with the largest one, which
 * is timed and printed. `bytes` are those of an element. */
void trial_run(struct trial *t, double (*one)(struct trial *t, size_t n), size_t bytes);
void trial_end(struct trial *t);

/* The median, which sorts them. */
double trial_median(double *seconds, int count);

/* A buffer of at least a byte, with the data unless that is NULL. */
cl_mem trial_buffer(const struct trial *t, size_t size, const void *data);
void trial_read(const struct trial *t, cl_mem buffer, size_t size, void *data);

struct argument {
  size_t size;
  const void *value;
};
#define ARGUMENT(x)                                                                                                    \
  { sizeof(x), &(x) }

/* Enqueues the kernel with `groups` work-groups; none if there is nothing to do. */
void trial_launch(const struct trial *t, const char *kernel, size_t groups, size_t work_group,
                  const struct argument *arguments, cl_uint count);

/* Seconds since some time, when all that was enqueued is done. */
double trial_clock(const struct trial *t);

/* Memory, or the end of the program. */
void *trial_memory(size_t size);
/* The next number of a fixed sequence. */
cl_uint trial_random(void);

#endif
