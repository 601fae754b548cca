/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is known of drivers and their faults: drivers.inc. */
#ifndef CLGROUP_LAYER_DRIVERS_H
#define CLGROUP_LAYER_DRIVERS_H

#include "layer/base/cl.h"
#include "layer/base/settings.h"
#include "layer/objects/choice.h"

#include <stdbool.h>

/* Faults of a driver's functions, compiler or linker, as bits. The first four concern functions, which the layer
 * replaces. */
enum clgroup_fault_kind {
  CLGROUP_FAULT_WRONG = 1,
  CLGROUP_FAULT_MODULE = 2,
  CLGROUP_FAULT_BRANCH = 4,
  CLGROUP_FAULT_TRUTHS = 8,
  CLGROUP_FAULT_OF_FUNCTIONS = 15,
  CLGROUP_FAULT_PLAIN_OBJECTS = 16, /* the linker requires one SPIR-V version, the compiler writes several */
  CLGROUP_FAULT_CALLS = 32,         /* functions with barriers that are not inlined crash, or lose private memory */
  CLGROUP_FAULT_LOADS_AGAIN = 64,   /* loads are repeated behind a barrier */
  CLGROUP_FAULT_WIDE_VECTORS = 128, /* in SPIR-V, calls of built-in functions lose wide vectors */
  CLGROUP_FAULT_SUB_GROUPS = 256, /* its sub-groups are work-groups in a loop, and lack functions that those can have */
  CLGROUP_FAULT_EXTENSION = 512,  /* an extension that it lists, in the place of `functions`, is wrong or incomplete */
  CLGROUP_FAULT_UNLISTED = 1024,  /* it has the extensions in the place of `functions`, in SPIR-V alone */
  CLGROUP_FAULT_SHUFFLES = 2048,  /* its compiler crashes on shuffles for AVX-512 */
  CLGROUP_FAULT_LINES = 4096,     /* its build log counts lines from the first string, whatever #line says */
};

#define CLGROUP_FAULT_FOREIGN "char, short, bool, vectors, int indices"

/* The properties by which the rows are chosen: platform's and device's name, type, CL_DRIVER_VERSION and
 * CL_DEVICE_IL_VERSION ("" for none). */
struct clgroup_driver_id {
  const char *platform, *device;
  cl_device_type type;
  const char *version, *il;
};

/* Whose a row is. */
struct clgroup_drivers {
  const char *platform, *device;
  cl_device_type type;
  unsigned spirv_minor; /* at most this */
  const char *from, *before;
};

struct clgroup_driver {
  struct clgroup_drivers of;
  struct clgroup_choice choice;
  enum clgroup_route route;
  const char *compiler_driver;
  const char *reason;
};

struct clgroup_fault {
  const char *name;
  struct clgroup_drivers of;
  const char *seen; /* the newest version that shows a fault without an end; or "" */
  enum clgroup_fault_kind kind;
  const char *functions, *types, *why, *test, *price;
};

/* Does `il` list SPIR-V 1.minor or newer? */
bool clgroup_takes_spirv(const char *il, unsigned minor);

/* Some row always fits. */
const struct clgroup_driver *clgroup_driver_find(const struct clgroup_driver_id *id);

/* Does it load bitcode for its own device? */
bool clgroup_driver_loads_bitcode(const struct clgroup_driver_id *id);

/* Iterates over the driver's faults: returns the first one for NULL, and NULL after the last one. */
const struct clgroup_fault *clgroup_fault_next(const struct clgroup_driver_id *id, const struct clgroup_fault *fault);

/* One strategy for all functions. */
struct clgroup_choice clgroup_device_all_by(const char *strategy);

/* The choice's strategy; or, on a device that lacks what it needs, its replacement for all functions. */
const char *clgroup_device_strategy(const struct clgroup_choice *choice, bool shuffles, const char *il);

#endif
