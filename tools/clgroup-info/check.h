/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-info --check: runs a small kernel for each function and type, with the driver alone and with the layer. */
#ifndef CLGROUP_INFO_CHECK_H
#define CLGROUP_INFO_CHECK_H

#include "base/buffer.h"
#include "layer/decide/service.h"

#include "reference.h"
#include "shapes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A device, by its indices in the loader's lists, by which child processes find it. */
struct check_device {
  unsigned platform, device;
  const struct clgroup_service *d; /* in the layer's mode */
  const char *mode;                /* the layer's */
  const char *layer_file;          /* NULL: it cannot be loaded */
};

/* The outcome of a function with a type. */
enum check_outcome { CHECK_UNKNOWN, CHECK_RIGHT, CHECK_WRONG, CHECK_MISSING, CHECK_CRASH, CHECK_HANG, CHECK_OUTCOMES };

/* Over all devices. */
struct check_sums {
  unsigned devices, driver[CHECK_OUTCOMES], layer[CHECK_OUTCOMES], broken;
};

/* Prints the device's table, a line for each function or, with `verbose`, for each function and type, and adds to
 * `sums`; `broken` counts the functions that are not right although the layer should provide them. */
void check_device(const struct check_device *device, bool verbose, struct check_sums *sums);

/* The child process, `--check-one PLATFORM DEVICE TYPE NAMES OPTIONS LAYERS WHAT`: prints a line for each function of
 * the mask NAMES unless it crashes or hangs: the outcome where WHAT is "values", or the layer's "speed" beside the
 * driver's. Returns an exit status. */
int check_one(char **arguments);
enum { CHECK_ONE_ARGUMENTS = 7 };

/* The first of the reference's types, which work-group functions take. */
enum { CHECK_TYPES = REF_DOUBLE + 1 };

/* The device in a child process, with room for CHECK_ITEMS values of the type. */
enum { CHECK_ITEMS = 4096 * 64 };
struct check_open {
  cl_platform_id platform;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  cl_mem in, out;
  enum ref_type type;
  const char *options;
};

/* Drivers take long to compile loops with barriers: two types are enough to see what they cost. */
static inline bool check_loops(unsigned type) {
  return type == REF_INT || type == REF_FLOAT;
}

/* Adds a kernel k<name> for each function, which calls it once or, in a loop, n times: a broadcast from x; and for a
 * broadcast with three coordinates k<name>at. */
void check_source(enum ref_type type, uint64_t names, bool loop, struct clgroup_buffer *source);

/* Prints `speed TYPE NAME LOOP RATIO` for each of the functions: the layer's speed by the driver's, LOOP times in a
 * row. */
void check_speed(const struct check_open *d, uint64_t names);

/* Progress, on standard error: a line that is rewritten on a terminal, and a line each ten seconds elsewhere. `results`
 * is the number of results that the children print. */
void check_progress_start(const char *device, unsigned results);
void check_progress_heard(const char *output);
void check_progress_end(const char *output); /* all of a child's output */
void check_progress_done(void);

/* Does the function take the type? */
bool check_takes(unsigned name, enum ref_type type);

/* The work-items of the largest of shapes_few. */
enum { CHECK_LARGEST = 64 };

/* Writes the `count` operands of work-group `group` to `to`. */
void check_operands(unsigned name, enum ref_type type, unsigned group, unsigned count, void *to);
/* Are the results of a work-group the function's, of a broadcast that of item `from`? Otherwise writes a line about the
 * first that is not to `text`. */
bool check_results(unsigned name, enum ref_type type, const size_t local[3], size_t from, const void *operands,
                   const void *results, char *text, size_t size);

#endif
