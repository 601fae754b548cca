/* Native functions of drivers that the library replaces (drivers.inc). */
#ifndef CLGROUP_LAYER_NATIVE_H
#define CLGROUP_LAYER_NATIVE_H

#include "layer/decide/device.h"

/* The work-group functions that a program may call. */
struct clgroup_calls {
  uint64_t names; /* names.h */
  bool module;    /* the program is SPIR-V */
  bool compiled;  /* clgroup-cc would compile it, if that is the device's route */
  bool foreign;   /* it has instructions that correspond to no function of OpenCL C (lib/spirv/spirv.h) */
};

/* Iterates over the faults of the device's functions: returns the first one for NULL, and NULL after the last one. */
const struct clgroup_fault *clgroup_native_next(const struct clgroup_device *d, const struct clgroup_fault *fault);

struct clgroup_replaced {
  uint64_t names;           /* names.h */
  uint64_t by_any_compiler; /* those of them that are replaced by whatever compiler */
};

/* The functions that the layer replaces in such a program. If only_some, the program must call one of those. */
struct clgroup_replaced clgroup_native_replaced(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Does the layer act on the device for such a program? If only_some: for programs that call a replaced function. */
bool clgroup_native_acts(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Is the driver's own compiler wrong about the functions (BRANCH), and is there a clgroup-cc to replace it? */
bool clgroup_native_wants_compiler(const struct clgroup_device *d);

#endif
