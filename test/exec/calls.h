/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that call one function after another, and what they must write (host.c). */
#ifndef CLGROUP_TEST_CALLS_H
#define CLGROUP_TEST_CALLS_H

#include "launch.h"

/* A work-group that a kernel ran in. */
struct run {
  const int *x; /* the input, by rank */
  size_t n, size[3];
  uint32_t uniform;
  int64_t *out; /* columns of n, by rank */
};

enum { NEEDS_DOUBLE = 1, NEEDS_HALF = 2, HAS_LOCAL_ARGUMENT = 4, IN_PLACE = 8, PRIVATE_ARRAY = 16, UNSET = 32 };

struct call {
  const char *kernel;
  void (*host)(const int *in, int64_t *out, uint32_t items, const uint32_t *uniform);
  unsigned columns, traits;
  size_t fixed; /* the only work-group size that the kernel takes; 0: any */
};

/* The kernels of a file under kernels/, up to one without a name. */
extern const struct call calls_kernels[], calls_kernel_calls_kernel[], calls_nearly_all_local[], calls_own_function[],
    calls_votes[];

/* Computes what the kernel writes. */
void calls_expect(const struct call *c, const struct run *run);

#endif
