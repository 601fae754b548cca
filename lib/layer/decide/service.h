/* What the layer does on a device, by the settings and the device's facts: for all programs, and for those with given
 * calls. */
#ifndef CLGROUP_LAYER_SERVICE_H
#define CLGROUP_LAYER_SERVICE_H

#include "layer/base/settings.h"
#include "layer/objects/choice.h"

#include <CL/cl_platform.h>
#include <stdbool.h>
#include <stdint.h>

struct clgroup_device; /* device.h */
struct clgroup_fault;  /* drivers.h */

struct clgroup_service {
  enum clgroup_route route; /* NATIVE, LINK or COMPILE; NATIVE also if nothing can be done */
  bool acts;                /* the route is LINK or COMPILE */
  bool only_some;           /* and only for programs that call a wrong function (drivers.inc): the device has all */
  bool sub_groups;          /* CLGROUP_EXTENSIONS makes the layer offer cl_khr_subgroups here: the device lacks it */
  struct clgroup_choice choice;
  const char *reason; /* for the route */
  const char *fault;  /* why clgroup-cc, which would be used here, cannot be used; or NULL */
  const char *strategy_reason;
};

/* The reason where the device's form is NONE. */
extern const char clgroup_device_takes_nothing[];

/* Sets d->service. */
void clgroup_service_choose(struct clgroup_device *d);

/* Decides again as with CLGROUP_MODE=always, unless the mode is off. */
void clgroup_service_always(struct clgroup_device *d);

/* The strategy of all devices. If they differ: one that shuffles, if all their strategies do, and otherwise one for any
 * device. */
const char *clgroup_devices_strategy(const struct clgroup_device *devices, cl_uint count);

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
};

/* The functions that the layer replaces in such a program. If only_some, the program must call one of those. */
struct clgroup_replaced clgroup_service_replaced(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Does the layer act on the device for such a program? If only_some: for programs that call a replaced function. */
bool clgroup_service_acts(const struct clgroup_device *d, const struct clgroup_calls *calls);

/* Is the driver's own compiler wrong about the functions (BRANCH), and is there a clgroup-cc to replace it? */
bool clgroup_service_wants_compiler(const struct clgroup_device *d);

#endif
