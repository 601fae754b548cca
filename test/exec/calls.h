/* Kernels that call one function after another, and their expected outputs (calls-expected.c). */
#ifndef CLGROUP_TEST_CALLS_H
#define CLGROUP_TEST_CALLS_H

#include <stddef.h>
#include <stdint.h>

/* A work-group that a kernel ran in. Columns are by rank. */
struct run {
  const int64_t *x;
  size_t n, width; /* work-items; along x */
  uint32_t uniform;
  int64_t *out; /* columns of n */
};

#define OUT(run, column, i) (run)->out[(column) * (run)->n + (i)]

enum { NEEDS_DOUBLE = 1, NEEDS_HALF = 2, HAS_LOCAL_ARGUMENT = 4, IN_PLACE = 8, PRIVATE_ARRAY = 16 };

struct call {
  const char *kernel;
  void (*expect)(const struct run *);
  unsigned columns, traits;
  size_t fixed; /* the only work-group size that the kernel takes; 0: any */
};

/* The kernels of a file under kernels/, up to one without a name. */
extern const struct call calls_kernels[], calls_kernel_calls_kernel[], calls_nearly_all_local[], calls_own_function[];

#endif
