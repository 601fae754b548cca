/* The programs that `build` builds: one kernel, k(global const uint *in, global uint *out), for one work-group. */
#ifndef CLGROUP_BENCH_PROGRAMS_H
#define CLGROUP_BENCH_PROGRAMS_H

#include <CL/cl.h>
#include <stdbool.h>

enum { PROGRAM_ITEMS = 64 };

struct program {
  unsigned calls; /* of work-group functions, of eight kinds in turn */
  bool plain;     /* the same kernel, each call replaced by its argument */
  unsigned
      salt; /* a constant of the kernel: programs that differ only in it cost the same to build, but miss all caches */
};

/* OpenCL C, for free(). */
char *program_text(const struct program *program);
/* The kernel's results for `in`. */
void program_expect(const struct program *program, const cl_uint in[PROGRAM_ITEMS], cl_uint out[PROGRAM_ITEMS]);

#endif
