/* clgroup-info --check: a small kernel for each function and type, as the driver has it and as the layer gives it. */
#ifndef CLGROUP_INFO_CHECK_H
#define CLGROUP_INFO_CHECK_H

#include "layer/decide/device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A device, by its place in the loader's lists, which child processes find it by. */
struct check_device {
  unsigned platform, device;
  const struct clgroup_device *d; /* as the mode makes it */
  const char *mode;               /* the layer's */
  const char *layer_file;         /* or NULL, where it cannot be loaded */
};

/* What became of a function with a type. */
enum check_outcome { CHECK_UNKNOWN, CHECK_RIGHT, CHECK_WRONG, CHECK_MISSING, CHECK_CRASH, CHECK_HANG, CHECK_OUTCOMES };

/* Over all devices. */
struct check_sums {
  unsigned devices, driver[CHECK_OUTCOMES], layer[CHECK_OUTCOMES], broken;
};

/* Prints the device's table, a line per function, or with `verbose` per function and type, and adds to `sums`; `broken`
 * counts what the layer should have given and did not. */
void check_device(const struct check_device *c, bool verbose, struct check_sums *sums);

/* The child's side: argv of `--check-one PLATFORM DEVICE TYPES NAMES OPTIONS LAYERS`. Prints a line for each function
 * of the mask NAMES that ends as it should; returns an exit status. */
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

/* Work-groups of this many work-items; a broadcast is from this rank. */
struct check_shape {
  unsigned size[3], from[3];
};

/* Operand `i` of work-group `group`, written to `to`; and does `got` hold what the function returns there? `text` is
 * then a line about it. Sums and products are exact in any order. */
void check_operand(unsigned name, const struct check_type *type, unsigned group, unsigned i, void *to);
bool check_result(unsigned name, const struct check_type *type, const struct check_shape *shape, unsigned group,
                  unsigned i, const void *got, char *text, size_t size);

#endif
