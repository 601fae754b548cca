/* Native functions of drivers that the library replaces (drivers.inc). */
#ifndef CLGROUP_LAYER_NATIVE_H
#define CLGROUP_LAYER_NATIVE_H

#include "layer/decide/device.h"

/* The work-group functions that a program may call. */
struct clgroup_calls {
  uint64_t names; /* names.h */
  bool module;    /* the program is SPIR-V */
  bool compiled;  /* clgroup-cc would compile it, where that is the device's route */
  bool foreign;   /* with instructions that no function of OpenCL C corresponds to (lib/spirv/spirv.h) */
};

/* Iterates over the faults of the device's functions: returns the first one for NULL, and NULL after the last one. */
const struct clgroup_fault *clgroup_native_next(const struct clgroup_device *d, const struct clgroup_fault *fault);

struct clgroup_replaced {
  uint64_t names;  /* names.h */
  uint64_t anyway; /* of these, by whatever compiler */
};

/* The functions that the layer replaces in such a program: if only_some, those of which the program calls one. */
struct clgroup_replaced clgroup_native_replaced(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Does the layer act on the device for such a program? If only_some, it acts for programs that call a replaced
 * function. */
bool clgroup_native_acts(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Does the driver's own compiler get the functions wrong (BRANCH), and is there a clgroup-cc that does not? */
bool clgroup_native_wants_compiler(const struct clgroup_device *d);

#endif
