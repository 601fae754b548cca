/* The table of devices, devices.inc. */
#ifndef CLGROUP_LAYER_ROWS_H
#define CLGROUP_LAYER_ROWS_H

#include "layer/base/settings.h"
#include "layer/objects/choice.h"

#include <CL/cl.h>
#include <stdbool.h>

/* Faults of a driver's compiler or linker, as bits. */
enum {
  CLGROUP_FAULT_NONE = 0,
  CLGROUP_FAULT_PLAIN_OBJECTS =
      1, /* the compiler writes the oldest SPIR-V version that a source needs, the linker requires one version */
  CLGROUP_FAULT_LOSES_STACK = 2, /* functions with barriers that are not inlined may lose their private memory */
  CLGROUP_FAULT_LOADS_AGAIN = 4, /* loads are repeated behind a barrier, though the memory has been written meanwhile */
  CLGROUP_FAULT_WIDE_VECTORS = 8, /* SPIR-V's calls of built-in functions lose vectors wider than the CPU's registers */
};

struct clgroup_device_row {
  const char *platform, *device;
  cl_device_type type;
  unsigned spirv_minor; /* at most this */
  const char *from;     /* the driver's version at least this */
  struct clgroup_choice choice;
  enum clgroup_route route;
  const char *compiler_driver;
  unsigned faults;
  const char *reason;
};

/* Compares numbers separated by dots; ignores what follows them, as in "3.1+debian". Nothing is below "". */
int clgroup_compare_versions(const char *a, const char *b);

/* Does `il`, CL_DEVICE_IL_VERSION, list SPIR-V 1.minor or newer? */
bool clgroup_takes_spirv(const char *il, unsigned minor);

/* The row for a device with this platform, name, type, CL_DRIVER_VERSION and CL_DEVICE_IL_VERSION ("" for none). */
const struct clgroup_device_row *clgroup_device_row(const char *platform, const char *name, cl_device_type type,
                                                    const char *driver, const char *il);

/* One strategy for all functions. */
struct clgroup_choice clgroup_device_all_by(const char *strategy);

/* The choice's strategy, or the replacement for all functions on a device that lacks what it needs. */
const char *clgroup_device_strategy(const struct clgroup_choice *choice, bool shuffles, const char *il);

#endif
