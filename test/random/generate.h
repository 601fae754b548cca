/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs, from a seed: legal, small, each value defined to the bit. */
#ifndef CLGROUP_RANDOM_GENERATE_H
#define CLGROUP_RANDOM_GENERATE_H

#include "case.h"

struct program;

enum { LARGEST_SUB_GROUP = 128, USUAL_SIZE = 1024, SEQUENCE_PROGRAMS = 30 };

/* What a part of the programs have, each by a chance of its own (make-feature.c), so that the others stay as they are.
 */
enum feature {
  WITH_LITERALS = 1, /* arrays as compound literals */
  WITH_ARRAYS = 2,   /* a private array that holds what calls give, stored to and read at variables */
  WITH_COPIES = 4,   /* async_work_group_copy */
  WITH_PRINTF = 8,
  WITH_OBJECTS = 16,         /* kernels and helpers are compiled apart, and linked */
  WITH_LOCAL_ARGUMENTS = 32, /* local arrays that clSetKernelArg sizes */
  WITH_OFFSETS = 64,         /* of the launch's global ids */
  WITH_PARTIAL_GROUPS = 128, /* the last work-group of a dimension is smaller */
  ALL_FEATURES = 255
};

/* How a device's sub-groups are made, if the way uses them. */
struct lanes {
  unsigned promise; /* tiles of up to that many work-items are lanes of a sub-group (CLGROUP_SUB_GROUP_SIZE); else 1; 0:
                       not known */
  unsigned size;    /* of a full sub-group, where it is the same for all kernels; else 0 */
  bool in_rows;     /* sub-groups, and so these tiles, end where a row of the work-group does */
  bool has_active;  /* coalesced_ functions */
  bool are_groups;  /* a sub-group is a work-group, and has all functions that the library provides */
};

struct generate_limits {
  bool has_double, has_half;
  bool has_extension; /* cl_khr_work_group_uniform_arithmetic */
  bool has_operators; /* <clgroup/operator.h>, which two programs in five use */
  unsigned features;  /* that the device has */
  bool sequences; /* instead of random programs: SEQUENCE_PROGRAMS seeds in a row give all sequences of up to four calls
                   */
  struct lanes lanes;
  unsigned long work_group_size; /* the most work-items of a work-group; more than USUAL_SIZE in few programs */
};

/* The same seed and limits give the same program. All functions end the process where memory is short. */
struct program *program_generate(uint64_t seed, const struct generate_limits *limits);
void program_free(struct program *p);
/* Prints both texts and computes what the launches leave. */
bool program_case(const struct program *p, struct clgroup_case *c);
/* The number of nodes of its tree. */
size_t program_size(const struct program *p);

/* Candidates for a smaller program that fails in the same way, each legal; the largest cuts come first. */
size_t program_reductions(struct program *p);
struct program *program_reduce(const struct program *p, size_t which);

/* Makes the program of a seed, and computes what its launch must leave. */
void groups_case(uint64_t seed, const struct generate_limits *limits, struct clgroup_case *c);

#endif
