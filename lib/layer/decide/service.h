/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer does on a device, by the settings and the device's facts: for all programs, and for those with given
 * calls. */
#ifndef CLGROUP_LAYER_SERVICE_H
#define CLGROUP_LAYER_SERVICE_H

#include "layer/decide/device.h"

/* Asks for the device's facts and decides by the settings, once for a device. */
void clgroup_device_describe(cl_device_id id, struct clgroup_service *d);

/* The descriptions of several devices, for free(); NULL when out of memory. An application may name a device twice:
 * then *count becomes less. */
struct clgroup_service *clgroup_devices_describe(const cl_device_id *ids, cl_uint *count);

/* The faults that any of the devices has (drivers.h). */
unsigned clgroup_devices_faults(const struct clgroup_service *devices, cl_uint count);

/* Is the device one of them? */
bool clgroup_devices_have(const struct clgroup_service *devices, cl_uint count, cl_device_id id);

/* Their ids, for free(); NULL when out of memory. */
cl_device_id *clgroup_devices_ids(const struct clgroup_service *devices, cl_uint count);

/* Forgets all descriptions. */
void clgroup_devices_end(void);

/* Decides again as with CLGROUP_MODE=always, unless the mode is off. */
void clgroup_service_always(struct clgroup_service *d);

/* The strategy of a program for all these devices. If theirs differ: subgroup, if all of them shuffle, and otherwise
 * tree, for any device. `headers`: the functions of the library's headers use sub-groups if all devices can. Without
 * `optimized` there are no shuffles: Intel's compiler crashes on some kernels with them if it may not optimize. */
struct clgroup_choice clgroup_devices_choice(const struct clgroup_service *devices, cl_uint count, bool headers,
                                             bool optimized);

/* The work-group functions that a program may call. */
struct clgroup_calls {
  uint64_t names; /* names.h */
  bool module;    /* the program is SPIR-V */
  bool compiled;  /* clgroup-cc would compile it, if that is the device's route */
  bool foreign;   /* it has instructions that correspond to no function of OpenCL C (lib/spirv/spirv.h) */
};

/* Iterates over the faults of the device's functions: returns the first one for NULL, and NULL after the last one. */
const struct clgroup_fault *clgroup_service_next_fault(const struct clgroup_device *d,
                                                       const struct clgroup_fault *fault);

struct clgroup_replaced {
  uint64_t names;           /* names.h */
  uint64_t by_any_compiler; /* those of them that are replaced by whatever compiler */
  uint64_t by_library;      /* those that the driver gets wrong for 0 and 1, too */
};

/* The functions that the layer replaces in such a program. If only_some, the program must call one of those. */
struct clgroup_replaced clgroup_service_replaced(const struct clgroup_service *d, const struct clgroup_calls *calls);

/* Is the driver's own compiler wrong about the functions (BRANCH), and is there a clgroup-cc to replace it? */
bool clgroup_service_wants_compiler(const struct clgroup_service *d);

#endif
