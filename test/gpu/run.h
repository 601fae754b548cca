/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gpu-run: its parts. Each section runs in a process of its own, so that a crash leaves the others whole, and prints
 * Markdown. */
#ifndef CLGROUP_GPU_RUN_H
#define CLGROUP_GPU_RUN_H

#include "cuda.h"
#include "prepared.h"

struct run {
  char folder[256];         /* what was prepared */
  const char *architecture; /* the newest one of PTX that the GPU takes */
  const char *platform;     /* a part of the name of the OpenCL platform */
  bool quick;
  struct gpu gpu;
};
extern struct run run;

/* Opens the GPU, and picks the architecture. */
bool run_open(struct run *r, char **error);

/* A module of the folder, compiled by the driver; NULL with *error set. */
CUmodule run_module(const struct run *r, const char *name, char **error);

/* What is timed: reduce to all, inclusive and exclusive scan of sums. */
struct timed {
  const char *function, *type;
  unsigned bytes; /* of the type */
  unsigned size;  /* of the work-groups */
};
enum { TIMED = 36, TIMED_SIZES = 4 };
struct timed timed_case(unsigned index);
/* A kernel's name: reduce_add_int_256, and repeat_reduce_add_int_256 for the one that calls it many times. */
void timed_name(const struct timed *t, bool repeats, char name[64]);

/* How much a kernel does. */
struct timed_work {
  size_t items;
  int rounds; /* of a kernel that repeats; a copy of one item for each otherwise */
  unsigned launches;
};
struct timed_work timed_work(const struct timed *t, bool repeats, unsigned processors, bool quick);
enum { TIMED_RUNS = 15 };
double timed_median(double *values, unsigned count);

/* The sections. They return 0, or 1 if they failed. */
int section_tests(void);
int section_timings(void);
int section_opencl(void);

#endif
