/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sub-group functions: a kernel's expression for each, and what it is to give, in plain C that shares nothing with
 * the library. */
#ifndef SUB_GROUP_FUNCTIONS_H
#define SUB_GROUP_FUNCTIONS_H

#include "reference.h"

#include <stddef.h>

enum { MAX_LANES = 128, MAX_ELEMENTS = 16 };

/* Lane i is bit i % 64 of word i / 64. */
typedef struct {
  uint64_t words[MAX_LANES / 64];
} lane_set;

static inline bool is_in(lane_set set, unsigned lane) {
  return set.words[lane / 64] >> lane % 64 & 1;
}

static inline lane_set with(lane_set set, unsigned lane) {
  set.words[lane / 64] |= UINT64_C(1) << lane % 64;
  return set;
}

/* One sub-group. */
struct lanes {
  unsigned size, full;                 /* work-items in it, and in a full one */
  unsigned id, count, enqueued_count;  /* the last: 0 if not known */
  uint64_t x[MAX_LANES][MAX_ELEMENTS]; /* each lane's operand; of a vector, its elements */
  uint64_t high[MAX_LANES];            /* the second half of its operand as a set of lanes, of which x is the first */
  uint32_t a[MAX_LANES];               /* its second operand: an index, and true where it is odd */
  uint32_t shared;                     /* a number that the work-group shares */
  uint32_t items;                      /* work-items of the launch */
};

struct function {
  char name[64];
  char result[160]; /* the expression of a kernel, a ulong */
  /* What the lane gets if these lanes make the call; false: undefined. */
  bool (*expect)(const struct function *f, const struct lanes *s, lane_set members, unsigned lane, uint64_t *value);
  const char *before; /* statements before it, or NULL */
  enum ref_op op;
  bool folds;     /* a reduce or a scan */
  bool divergent; /* may be called by some lanes: it is, by two parts of the sub-group in turn */
  enum ref_type type;
  unsigned cluster, elements;
  /* Which of its kind there are: of scalars and vectors; of each size of cluster; of each operator too. */
  enum { ONE, LENGTHS, CLUSTERS, CLUSTERS_OF_OPERATORS } variants;
};

/* What is compiled as one program: the functions of an extension, for one type. */
struct family {
  const char *name, *extensions; /* what the device must have; NULL: clgroup alone promises these */
  bool is_typed, divergent;
  /* Who has small types: all; those with cl_khr_subgroup_extended_types, which has vectors too; the GPU targets. */
  enum { ALL_SMALL, EXTENDED_SMALL, GPU_SMALL } small;
  const struct function *rows; /* up to one without a name */
  const char *prefix;          /* of the names of the reduces and scans of these operators; NULL: there are none */
  enum ref_op first, last;
};

enum { FAMILIES = 16 };
extern const struct family families[FAMILIES];

/* What the tests know of the device's sub-groups. */
struct traits {
  unsigned lanes;   /* the largest cluster */
  bool is_quick;    /* fewer sizes of clusters */
  bool is_uniform;  /* all lanes make each call */
  bool is_extended; /* vectors, where cl_khr_subgroup_extended_types has them */
};
/* The family's functions for a type; returns how many. */
unsigned family_functions(const struct family *f, enum ref_type type, const struct traits *traits,
                          struct function *functions);

/* Several calls in a row, in loops, branches and helpers, for ulong; their text must be before the kernels. */
extern const char flow_helpers[];
extern const struct function flows[];

#endif
