/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One table of operations for each vendor: an expression, and what it must give by plain C. */
#ifndef CLGROUP_SIMT_TEST_INTRINSICS_H
#define CLGROUP_SIMT_TEST_INTRINSICS_H

#include "test.h"

#include <stdint.h>

/* The operands and the results of one warp. */
struct wave {
  unsigned lanes, live; /* live: those that exist, the lowest ones */
  /* Operands: the kernel knows them as a, b, c, d. d is the mask of the lane's set on NVIDIA, and whether the lane does
   * the operation at all on AMD. */
  uint32_t a[64], b[64], c[64], d[64];
  uint64_t result[64];
  bool unknown[64]; /* the result is undefined */
  bool refused;     /* the launch fails: a lane reads one that takes no part, and AMD's documents differ on the value */
  uint64_t set[64]; /* the lanes with which this one meets, itself among them; 0: it does nothing */
};

struct operation {
  const char *name;
  char expression[160]; /* of OpenCL C; or the lines of LLVM IR that make %r of %a, %b, %c, %d */
  bool is_ir;
  void (*expect)(struct wave *w,
                 const struct operation *o); /* fills in result and unknown of lanes that do something */
  unsigned p, q, r, s;                       /* for expect */
};

enum { MAX_OPERATIONS = 400 };

/* Fill in the table; return how many. */
unsigned nvptx_operations(struct operation *table);
unsigned amdgcn_operations(struct operation *table, const char *device);

/* Declarations for the kernels. */
extern const char nvptx_declarations[], amdgcn_declarations[];

#endif
