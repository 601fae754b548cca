/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-bench: what its subcommands share; and what `run` measures: functions, types, shapes and peers, its kernels,
 * what they compute, and their times. */
#ifndef CLGROUP_BENCH_H
#define CLGROUP_BENCH_H

#include "layer/decide/device.h"
#include "reference.h"
#include "tool/arguments.h"

#include <stdio.h>

/* Prints "clgroup-bench: error: ..." and exits with status 2: nothing could be measured. */
_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* As malloc(), or dies. */
void *take(size_t size);

/* Processor time of this process and of its ended children, in milliseconds. */
double cpu_ms(void);
/* Milliseconds since an arbitrary time. */
double now_ms(void);
/* Of `count` > 0 values, which it sorts. */
double median(double *values, size_t count);

struct device {
  struct clgroup_device facts;
  cl_context context;
  char text[512]; /* for a field of CSV: the platform, the device and the driver's version */
  size_t width;   /* work-items of a full sub-group; 0: a work-group is one, its own or the library's */
};

/* What each subcommand that needs a device is told: parts of the platform's and the device's names, ignoring case. */
struct wish {
  const char *platform, *device;
};

/* Opens the first matching device, or dies. */
void device_open(struct device *device, const struct wish *wish);
cl_command_queue device_queue(const struct device *device, cl_command_queue_properties properties);
/* A program from text, or NULL with the reason in `why`: by these functions, or (NULL) by the OpenCL loader's. */
cl_program device_build(const struct device *device, const cl_icd_dispatch *cl, const char *text, char *why,
                        size_t why_size);

/* The first line of the text with "error", or else its first one; the text is cut behind it. */
const char *error_line(char *text);

enum form { REDUCE, SCAN_INCLUSIVE, SCAN_EXCLUSIVE, BROADCAST, REVERSE, ROTATE, ALL, ANY };
enum { FUNCTIONS = 9, TYPES = 3, SHAPES = 4, PEERS = 8 };

struct function {
  const char *name; /* in OpenCL C; of a work-group's functions what is behind "work_group_" */
  enum form form;
  enum ref_op op;       /* that it combines values by */
  unsigned extension;   /* of sub-group functions: the one that has it (names/extensions.h); 0: it is of work-groups */
  const char *argument; /* behind x */
};
extern const struct function functions[FUNCTIONS];

struct type {
  const char *name;
  enum ref_type ref;
};
extern const struct type types[TYPES];

/* A launch processes `items`, or the next smaller multiple of the work-group's size, in `rounds`: so often, with
 * further work-groups that store the same values, so that it is long enough that a driver's time to wake its threads
 * does not matter. */
struct shape {
  const char *name, *kernel;           /* the kernel's name in every program */
  size_t items, rounds, calls, stores; /* calls and stores of a work-item */
};
extern const struct shape shapes[SHAPES];

/* A kernel by hand, which the driver builds; or one that calls the work-group function: built by the driver (`native`)
 * or by the layer by a route. The first is `copy`, without a call: each work-item stores its own value. */
struct peer {
  const char *name;
  unsigned forms;      /* that it is for, a bit each */
  const char *by_hand; /* the function of its name in OpenCL C; NULL: it calls the work-group function */
  const char *route;   /* the layer's; NULL: the driver */
};
extern const struct peer peers[PEERS];

/* USER_GAP: items between the arrays that kernel `user` reads; loads from addresses with the same low 12 bits stall
 * CPUs. */
enum { LOOP_CALLS = 64, USER_GAP = 32, MAX_ITEMS = 4 << 20, MAX_BYTES = MAX_ITEMS * 8 };

struct work {
  const struct function *function;
  const struct type *type;
};

/* OpenCL C of a program with the kernels of all shapes, for free(). A kernel takes in, out and, where it needs scratch
 * memory, a third argument: local memory for two elements per work-item. `width`: work-items of a sub-group; 0: all of
 * the work-group. */
char *kernel_text(const struct work *work, const struct peer *peer, size_t width);

/* The results of a function in a work-group of these values. */
void group_results(enum form form, enum ref_op op, enum ref_type type, size_t size, const uint64_t *x, uint64_t *r);
/* Fills `count` items of `in` with values whose sums are exact in any order. */
void values_fill(const struct work *work, void *in, size_t count);
/* The expected `out` after a launch of `items` work-items in work-groups of `size`, of a copy or of all other peers. */
void values_expect(const struct work *work, size_t width, bool copy, const struct shape *shape, size_t size,
                   size_t items, void *out);
/* Whether the values are equal (+0.0 equals -0.0); otherwise `why` describes the first difference. */
bool values_equal(enum ref_type type, const void *got, const void *wanted, size_t count, char *why, size_t why_size);

/* The kernels of all shapes from text by these functions, or (NULL) by the OpenCL loader's. False, with the reason in
 * `why`, if they cannot be built. */
bool build_kernels(const struct device *device, const cl_icd_dispatch *cl, const char *text, cl_kernel kernels[SHAPES],
                   char *why, size_t why_size);
/* Makes a folder in the build for temporary files and caches, which is removed when the program exits, and sees to it
 * that OpenCL is loaded without the layer. */
void ours_begin(void);
/* The same as build_kernels by the layer, by a route with a strategy, or else (NULL) its own one. */
bool ours_build(const struct device *device, const char *layer, const char *text, const char *route,
                const char *strategy, cl_kernel kernels[SHAPES], char *why, size_t why_size);

enum { MAX_REPEATS = 1000, MAX_LANES = 16 };

/* A peer that is measured in rounds, each of which starts with another lane: its launches with one shape and size. */
struct lane {
  const struct peer *peer;
  const char *strategy; /* of the layer; NULL: its own choice */
  char name[32];
  cl_kernel kernels[SHAPES]; /* of the current work; NULL: none */
  cl_kernel kernel;          /* of the current shape */
  bool launched, sound;      /* it could be launched, and gives right values too */
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
/* Prints a row for each lane, shape and size, and a line on standard error for each kernel that cannot be built or
 * launched, or gives wrong values. */
void measure_work(struct meter *meter, const struct work *work, const bool of_shapes[SHAPES], const size_t *sizes,
                  unsigned size_count);

/* The subcommands, with the arguments after their name. Each returns the exit status. */
int bench_build(int count, char **arguments);
int bench_run(int count, char **arguments);

/* Reads a subcommand's options, and the wish. */
void bench_options(int count, char **arguments, struct wish *wish, const struct argument *own, size_t own_count);

#endif
