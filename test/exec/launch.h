/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Running a kernel over a shape of launches. */
#ifndef EXEC_LAUNCH_H
#define EXEC_LAUNCH_H

#include "device.h"
#include "shapes.h"

/* A kernel's argument: a buffer, which starts with the bytes at `before` (NULL: with any) and is read back to `after`,
 * if that is not NULL; a value; or, without `before`, local memory. */
struct launch_argument {
  bool is_buffer;
  size_t bytes;
  const void *before;
  void *after;
};
enum { LAUNCH_ARGUMENTS = 64 };

struct launch_range {
  cl_uint dimensions;
  const size_t *offset, *global, *local; /* NULL: none, or the driver picks the size of the work-groups */
};

/* Launches the kernel with at most LAUNCH_ARGUMENTS arguments. Returns CL_SUCCESS, or the error of *step. */
cl_int launch_kernel(const struct device *d, cl_program program, const char *name, const struct launch_range *range,
                     const struct launch_argument *arguments, size_t count, const char **step);

struct launch {
  const char *kernel;
  const void *in; /* an element per work-item */
  size_t in_bytes;
  const cl_uint *uniform; /* a number per work-group; NULL for zeros */
  size_t columns;         /* output elements per work-item */
  size_t out_bytes;       /* size of one */
  size_t local_bytes;     /* of the kernel's last argument, a pointer to local memory; 0: it has none */
  const void *start;      /* with what the output's column start_column begins; NULL: nothing */
  size_t start_bytes, start_column;
  bool in_place;           /* the kernel has no input argument: its output buffer starts as `in` */
  bool without_local_size; /* the driver picks the size of the work-groups */
};

/* Runs the kernel and returns its output, column after column, to be freed by the caller; or NULL, with *error set to
 * what went wrong, to be freed by the caller. Output is poisoned before; a store outside it is an error. */
void *launch_run(const struct device *d, cl_program program, const struct shape *shape, const struct launch *l,
                 char **error);

/* The largest work-group that this kernel can have; 0 when there is no such kernel. */
size_t launch_limit(const struct device *d, cl_program program, const char *kernel);

/* The work-items of a full sub-group in such work-groups, by clGetKernelSubGroupInfo; 0: it does not say. */
size_t launch_lanes(const struct device *d, cl_program program, const char *kernel, const size_t local[3]);

/* Elements before and after the output that must stay as they are; the kernels know this number as GUARD. */
enum { LAUNCH_GUARD = 64 };
/* What each byte of the output is before. */
enum { LAUNCH_POISON = 0xa5 };

#endif
