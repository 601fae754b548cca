/* clgroup-info --check: runs a small kernel for each function and type, with the driver alone and with the layer. */
#ifndef CLGROUP_INFO_CHECK_H
#define CLGROUP_INFO_CHECK_H

#include "layer/decide/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A device, by its indices in the loader's lists, by which child processes find it. */
struct check_device {
  unsigned platform, device;
  const struct clgroup_device *d; /* in the layer's mode */
  const char *mode;               /* the layer's */
  const char *layer_file;         /* NULL: it cannot be loaded */
};

/* The outcome of a function with a type. */
enum check_outcome { CHECK_UNKNOWN, CHECK_RIGHT, CHECK_WRONG, CHECK_MISSING, CHECK_CRASH, CHECK_HANG, CHECK_OUTCOMES };

/* Over all devices. */
struct check_sums {
  unsigned devices, driver[CHECK_OUTCOMES], layer[CHECK_OUTCOMES], broken;
};

/* Prints the device's table, a line for each function or, with `verbose`, for each function and type, and adds to
 * `sums`; `broken` counts the functions that are not right although the layer should provide them. */
void check_device(const struct check_device *c, bool verbose, struct check_sums *sums);

/* The child process, `--check-one PLATFORM DEVICE TYPES NAMES OPTIONS LAYERS`: prints a line for each function of the
 * mask NAMES unless it crashes or hangs. Returns an exit status. */
int check_one(char **arguments);
enum { CHECK_ONE_ARGUMENTS = 6 };

/* Types, in the order of generic/types.inc. */
struct check_type {
  const char *name;
  unsigned size; /* in bytes */
  enum { CHECK_SIGNED, CHECK_UNSIGNED, CHECK_FLOAT } kind;
};
extern const struct check_type check_types[];
enum { CHECK_TYPES = 7 };

/* Does the function take the type? */
bool check_takes(unsigned name, const struct check_type *type);

/* A work-group's size, and the local id from which a broadcast reads. */
struct check_shape {
  unsigned size[3], from[3];
};

/* Writes operand `i` of work-group `group` to `to`; checks that `got` is the function's result there, and otherwise
 * writes a line to `text`. Sums and products are exact in any order. */
void check_operand(unsigned name, const struct check_type *type, unsigned group, unsigned i, void *to);
bool check_result(unsigned name, const struct check_type *type, const struct check_shape *shape, unsigned group,
                  unsigned i, const void *got, char *text, size_t size);

#endif
