/* What a device is, and what the layer does on it. */
#ifndef CLGROUP_LAYER_DEVICE_H
#define CLGROUP_LAYER_DEVICE_H

#include "layer/base/settings.h"
#include "layer/base/cl.h"
#include "layer/decide/rows.h"

struct clgroup_device {
  cl_device_id id;
  char platform[128], name[128], version[128], driver[128], il[256];
  cl_device_type type;
  unsigned opencl;    /* 300 for OpenCL 3.0 */
  unsigned language;  /* 120 for OpenCL C 1.2: the newest that it lists */
  bool has_functions; /* it has work-group functions of its own */
  bool extension;     /* and those of cl_khr_work_group_uniform_arithmetic */
  bool spir, fp64, fp16, shuffles;
  bool spirv;      /* it takes SPIR-V: `il` lists some */
  unsigned faults; /* of its driver (rows.h) */
  unsigned address_bits;
  size_t max_size;       /* work-items of a work-group */
  cl_ulong local_memory; /* bytes */

  enum clgroup_route route;    /* never AUTO: NATIVE, LINK or COMPILE; NATIVE also where nothing can be done */
  bool acts;                   /* the route is one of the layer's */
  bool only_some;              /* and that of programs alone that call a function of native.inc: it has all of them */
  const char *compiler_driver; /* as clgroup-cc --driver= takes it */
  const char *strategy;
  const char *reason; /* of the route */
  const char *fault;  /* why clgroup-cc, which would be used here, is not; or NULL */
  const char *strategy_reason;
};

/* Asks the driver, by `cl`, and decides by the settings. The platform's part is left empty where the driver gives
 * errors. */
void clgroup_device_describe(const struct clgroup_cl *cl, cl_device_id id, struct clgroup_device *d);

/* A query of unknown size, with a zero behind it, for free(); NULL on an error. */
char *clgroup_device_text(const struct clgroup_cl *cl, cl_device_id id, cl_device_info what);

#endif
