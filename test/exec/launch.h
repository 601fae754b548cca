/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shapes of launches, and running a kernel over one. */
#ifndef EXEC_LAUNCH_H
#define EXEC_LAUNCH_H

#include "device.h"

/* Of work-groups, with smaller ones at the end or without. */
struct suite_shape {
  size_t local[3];
  bool tail;
};
/* Reads the first of a list such as "64 9x5+tail"; returns what follows it. */
const char *shapes_next(const char *list, struct suite_shape *shape);

struct shape {
  size_t local[3];  /* a full work-group */
  size_t global[3]; /* need not be a multiple of local: then the last work-groups are smaller */
};

struct group {
  size_t origin[3], size[3];
  size_t n; /* work-items */
};

size_t shape_items(const struct shape *shape);
size_t shape_group_count(const struct shape *shape);
/* Work-group `index`, in the order that the kernels count them. */
struct group shape_group(const struct shape *shape, size_t index);
/* Where in the buffers the work-item of this rank reads and writes: its linear global id. */
size_t shape_item(const struct shape *shape, const struct group *group, size_t rank);
/* "16x4x2", or "16x4x2+tail" where the last work-groups are smaller. */
void shape_name(const struct shape *shape, char *name, size_t size);

/* At least `groups` work-groups of `local`, spread over as many dimensions; `tail` makes the last ones smaller. */
struct shape shape_make(const size_t local[3], size_t groups, bool tail);

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
