/* Drivers' own functions that are not to be used (native.inc). */
#ifndef CLGROUP_LAYER_NATIVE_H
#define CLGROUP_LAYER_NATIVE_H

#include "layer/decide/device.h"

/* What is known of a program that may call them. */
struct clgroup_calls {
  uint64_t names; /* names.h */
  bool half;      /* it may have operands of this type */
  bool module;    /* it is SPIR-V */
};

enum clgroup_native_fault { CLGROUP_NATIVE_WRONG, CLGROUP_NATIVE_MODULE, CLGROUP_NATIVE_SLOW };

struct clgroup_native {
  const char *platform;
  cl_device_type type;
  const char *from, *before, *functions, *types;
  enum clgroup_native_fault fault;
  const char *why, *test;
};

/* The device's rows, one after the other: NULL begins, and is what follows the last one. */
const struct clgroup_native *clgroup_native_next(const struct clgroup_device *d, const struct clgroup_native *row);

/* Does the mode of the settings replace what this row is of? */
bool clgroup_native_replaces(const struct clgroup_native *row);

/* Is anything replaced on the device? */
bool clgroup_native_any(const struct clgroup_device *d);

/* Does the layer act on the device for such a program? Where it acts for some programs only, it does for those that
 * call what is replaced. */
bool clgroup_native_acts(const struct clgroup_device *d, const struct clgroup_calls *calls);

#endif
