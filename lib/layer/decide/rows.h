/* The table of devices, devices.inc. */
#ifndef CLGROUP_LAYER_ROWS_H
#define CLGROUP_LAYER_ROWS_H

#include "layer/base/settings.h"

#include <CL/cl.h>
#include <stdbool.h>

/* What a driver's compiler or linker does wrong, as bits. */
enum {
  CLGROUP_FAULT_NONE = 0,
  CLGROUP_FAULT_PLAIN_OBJECTS =
      1, /* its compiler writes the oldest SPIR-V that a text needs, its linker wants one version */
  CLGROUP_FAULT_LOSES_STACK =
      2, /* a function that it does not inline may lose its private memory where there are barriers */
};

struct clgroup_device_row {
  const char *platform;
  cl_device_type type;
  unsigned spirv_minor;
  const char *strategy;
  enum clgroup_route route;
  const char *compiler_driver;
  unsigned faults;
  const char *reason;
};

/* A word of a list that is separated by spaces. */
bool clgroup_list_has(const char *list, const char *word);

/* Does CL_DEVICE_IL_VERSION, `il`, name a SPIR-V of version 1.minor or newer? */
bool clgroup_takes_spirv(const char *il, unsigned minor);

/* The row for a device of that platform and type which has that CL_DEVICE_IL_VERSION ("" for none). */
const struct clgroup_device_row *clgroup_device_row(const char *platform, cl_device_type type, const char *il);

/* The strategy itself, or what takes its place on a device that lacks what it needs. */
const char *clgroup_device_strategy(const char *strategy, bool shuffles, const char *il);

#endif
