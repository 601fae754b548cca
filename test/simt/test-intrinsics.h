/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One table of operations for each vendor: an expression, and what it must give by plain C. */
#ifndef CLGROUP_SIMT_TEST_INTRINSICS_H
#define CLGROUP_SIMT_TEST_INTRINSICS_H

#include "test.h"

#include <stdint.h>

/* The operands of one warp, and what is known of the results. */
struct wave {
  unsigned lanes, live; /* live: those that exist, the lowest ones */
  /* Operands: the kernel knows them as a, b, c, d. d is the mask of the lane's set on NVIDIA, and whether the lane does
   * the operation at all on AMD. */
  uint32_t a[64], b[64], c[64], d[64];
  uint64_t set[64]; /* the lanes with which this one meets, itself among them; 0: it does nothing */
  bool unknown[64]; /* the result is undefined */
  bool refused;     /* the launch fails: a lane reads one that takes no part, and AMD's documents differ on the value */
};

struct operation {
  const char *name;
  char expression[160]; /* of OpenCL C; or the lines of LLVM IR that make %r of %a, %b, %c, %d */
  bool is_ir;
  /* What lane i gets, which does something. Sets unknown and refused. */
  uint64_t (*expect)(struct wave *w, const struct operation *o, unsigned i);
  unsigned p, q, r, s; /* for expect */
};

#define EXPECT(name) static uint64_t expect_##name(struct wave *w, const struct operation *o, unsigned i)
#define GIVES(name, number)                                                                                            \
  EXPECT(name) {                                                                                                       \
    (void)w, (void)o, (void)i;                                                                                         \
    return number;                                                                                                     \
  }
/* A value of the type that each lane k of the set changes. */
#define GIVES_FOLD(name, type, start, next)                                                                            \
  EXPECT(name) {                                                                                                       \
    type x = start;                                                                                                    \
    (void)o;                                                                                                           \
    for (unsigned k = 0; k < w->live; k++)                                                                             \
      if (w->set[i] >> k & 1)                                                                                          \
        x = next;                                                                                                      \
    return sizeof x == 4 ? (uint32_t)x : (uint64_t)x;                                                                  \
  }
/* The lanes of the set for which it holds. */
#define GIVES_MASK(name, holds) GIVES_FOLD(name, uint64_t, 0, x | (uint64_t)(holds) << k)

enum { MAX_OPERATIONS = 400 };

/* Fill in the table; return how many. */
unsigned nvptx_operations(struct operation *table);
unsigned amdgcn_operations(struct operation *table, const char *device);

/* Declarations for the kernels. */
extern const char nvptx_declarations[], amdgcn_declarations[];

#endif
