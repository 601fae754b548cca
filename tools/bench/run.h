/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What `run` measures: the functions, types, shapes and peers; its kernels, what they compute, and their times. */
#ifndef CLGROUP_BENCH_RUN_H
#define CLGROUP_BENCH_RUN_H

#include "bench/bench.h"
#include "reference.h"

#include <stdio.h>

enum form { REDUCE, SCAN_INCLUSIVE, SCAN_EXCLUSIVE, BROADCAST, REVERSE, ROTATE, ALL, ANY };
enum { FUNCTIONS = 9, TYPES = 3, PEERS = 8 };

struct function {
  const char *name; /* in OpenCL C; of a work-group's functions what is behind "work_group_" */
  enum form form;
  enum ref_op op;     /* that it combines values by */
  unsigned extension; /* of sub-group functions: the one that has it (names/extensions.h); 0: it is of work-groups */
};
extern const struct function functions[FUNCTIONS];

struct type {
  const char *name;
  enum ref_type ref;
};
extern const struct type types[TYPES];

enum shape { LARGE, CACHED, COMPUTE, USER, SHAPES };
extern const char *const shape_names[SHAPES];

/* A kernel by hand, which the driver builds; or one that calls the work-group function: built by the driver (`native`)
 * or by the layer by a route. The first is `copy`, without a call: each work-item stores its own value. */
struct peer {
  const char *name;
  unsigned forms;      /* that it is for, a bit each */
  const char *by_hand; /* the function of its name in OpenCL C; NULL: it calls the work-group function */
  const char *route;   /* the layer's; NULL: the driver */
};
extern const struct peer peers[PEERS];

/* USER_GAP: items between the arrays that USER reads; loads from addresses with the same low 12 bits stall CPUs. */
enum { LOOP_CALLS = 64, USER_STORES = 2, USER_GAP = 32, MAX_ITEMS = 4 << 20, MAX_BYTES = MAX_ITEMS * 8 };

struct work {
  const struct function *function;
  const struct type *type;
};

/* The number of items of a launch, a multiple of `size`, and how often the launch processes them, with further
 * work-groups that store the same values: so launches are long enough that a driver's time to wake its threads does not
 * matter. */
size_t shape_items(enum shape shape, size_t size);
size_t shape_rounds(enum shape shape);
/* The name of its kernel in every program. */
const char *shape_kernel(enum shape shape);
/* The number of items in `out` for `items` work-items. */
size_t shape_stores(enum shape shape, size_t items);

/* OpenCL C of a program with the kernels of all shapes, for free(). A kernel takes in, out and, where it needs scratch
 * memory, a third argument: local memory for two elements per work-item. `width`: work-items of a sub-group; 0: all of
 * the work-group. */
char *kernel_text(const struct work *work, const struct peer *peer, size_t width);

/* The results of a function in a work-group of these values. */
void group_results(enum form form, enum ref_op op, enum ref_type type, size_t size, const uint64_t *x, uint64_t *r);
/* Fills `count` items of `in` with values whose sums are exact in any order. */
void values_fill(const struct work *work, void *in, size_t count);
/* The expected `out` after a launch of `items` work-items in work-groups of `size`, of a copy or of all other peers. */
void values_expect(const struct work *work, size_t width, bool copy, enum shape shape, size_t size, size_t items,
                   void *out);
/* Whether the values are equal (+0.0 equals -0.0); otherwise `why` describes the first difference. */
bool values_equal(enum ref_type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size);

/* Makes a folder in the build for temporary files and caches, which is removed when the program exits, and sees to it
 * that OpenCL is loaded without the layer. */
void ours_begin(void);
/* Has the layer build the program by a route with a strategy, or else (NULL) its own one, and loads the device's
 * binary of it. NULL, with the reason in `why`, if it cannot be built. */
cl_program ours_build(const struct device *device, const struct wish *wish, const char *layer, const char *text,
                      const char *route, const char *strategy, char *why, size_t why_size);

enum { MAX_REPEATS = 1000, MAX_LANES = 16 };

/* A peer that is measured in rounds, each of which starts with another lane: its launches with one shape and size. */
struct lane {
  const struct peer *peer;
  const char *strategy; /* of the layer; NULL: its own choice */
  char name[32];
  cl_program program; /* of the current work; NULL: none */
  cl_kernel kernel;
  bool launched, sound; /* it could be launched, and gives right values too */
  double spent_ms, ns[MAX_REPEATS];
  size_t count;
};

struct meter {
  struct device device;
  struct wish wish;
  const char *layer;
  unsigned repeats;
  double patience_ms; /* a kernel has up to `repeats` timed launches, fewer once they have taken so long */
  bool by_processor;
  struct lane lanes[MAX_LANES]; /* the first is the copy */
  unsigned count;
  cl_command_queue queue;
  cl_mem in, out;
  void *values, *expected[2]; /* host memory: inputs or results, and the expected results: all others', copy's */
  size_t rows;                /* that were printed */
  bool failed;
};

void meter_open(struct meter *meter); /* until the process ends */
void csv_head(void);
/* Prints a row for each lane, shape and size, and a line on standard error for each kernel that cannot be built or
 * launched, or gives wrong values. */
void measure_work(struct meter *meter, const struct work *work, const bool shapes[SHAPES], const size_t *sizes,
                  unsigned size_count);

#endif
