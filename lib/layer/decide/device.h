/* A device's properties, and what the layer does on it. */
#ifndef CLGROUP_LAYER_DEVICE_H
#define CLGROUP_LAYER_DEVICE_H

#include "layer/base/settings.h"
#include "layer/base/cl.h"
#include "layer/compile/compiler.h"
#include "layer/decide/drivers.h"

struct clgroup_device {
  cl_device_id id;
  char platform[128], name[128], version[128], driver[128], il[256];
  cl_device_type type;
  unsigned opencl;    /* 300 for OpenCL 3.0 */
  unsigned language;  /* the newest version that it lists: 120 for OpenCL C 1.2 */
  bool no_2;          /* it lists OpenCL C 3.0 and not 2.0 */
  bool has_functions; /* it has native work-group functions */
  bool extension;     /* and native ones of cl_khr_work_group_uniform_arithmetic */
  bool sub_groups;    /* CLGROUP_EXTENSIONS makes the layer offer cl_khr_subgroups here: the device lacks it */
  bool spir, fp64, fp16, shuffles;
  bool spirv;           /* it accepts SPIR-V: `il` lists a version */
  char architecture[8]; /* "sm_80": it accepts PTX; else "" */
  unsigned faults;      /* the driver's (drivers.h) */
  unsigned address_bits;
  size_t max_size;          /* the largest work-group, in work-items */
  cl_ulong local_memory;    /* bytes */
  unsigned sub_group_sizes; /* sub-group sizes that a kernel may require: the sum of those that are powers of two, up to
                             * 4096 */
  bool unsure;              /* a query or clgroup-cc failed: the device is described again when it is next used */

  enum clgroup_route route;    /* NATIVE, LINK or COMPILE; NATIVE also if nothing can be done */
  bool acts;                   /* the route is LINK or COMPILE */
  bool only_some;              /* and only for programs that call a wrong function (drivers.inc): the device has all
                                * functions */
  enum clgroup_form form;      /* the form of what clgroup-cc makes for it; NONE: the driver loads no form */
  const char *compiler_driver; /* the value of clgroup-cc --driver= */
  struct clgroup_choice choice;
  const char *reason; /* for the route */
  const char *fault;  /* why clgroup-cc, which would be used here, cannot be used; or NULL */
  const char *strategy_reason;
};

/* The reason where the form is NONE. */
extern const char clgroup_device_takes_nothing[];

/* Queries the driver and decides by the settings, once for a device. The platform's name is empty if the driver returns
 * errors. */
void clgroup_device_describe(cl_device_id id, struct clgroup_device *d);

/* The descriptions of several devices, for free(); NULL when out of memory. */
struct clgroup_device *clgroup_devices_describe(const cl_device_id *ids, cl_uint count);

/* Forgets all descriptions. */
void clgroup_devices_end(void);

/* The properties by which the table of drivers is searched. */
struct clgroup_driver_id clgroup_device_driver(const struct clgroup_device *d);

/* Decides again as with CLGROUP_MODE=always, unless the mode is off. */
void clgroup_device_act_always(struct clgroup_device *d);

/* The strategy of all devices. If they differ: one that shuffles, if all their strategies do, and otherwise one for any
 * device. */
const char *clgroup_devices_strategy(const struct clgroup_device *devices, cl_uint count);

/* The faults that any of the devices has (drivers.h). */
unsigned clgroup_devices_faults(const struct clgroup_device *devices, cl_uint count);

/* Their ids, for free(); NULL when out of memory. */
cl_device_id *clgroup_devices_ids(const struct clgroup_device *devices, cl_uint count);

/* The result of a query of unknown size, for free(), with a zero after its *size bytes; NULL on an error. */
void *clgroup_device_query(cl_device_id id, cl_device_info what, size_t *size);
/* The same for a text. */
char *clgroup_device_text(cl_device_id id, cl_device_info what);

#endif
