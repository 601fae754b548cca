/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The facts of a device: what its driver says, and what is known of that (drivers.h). What the layer does on it:
 * service.h. */
#ifndef CLGROUP_LAYER_DEVICE_H
#define CLGROUP_LAYER_DEVICE_H

#include "layer/base/settings.h"
#include "layer/base/cl.h"
#include "layer/compile/compiler-job.h"
#include "layer/decide/drivers.h"

struct clgroup_device {
  cl_device_id id;
  char platform[128], name[128], version[128], driver[128], il[256];
  cl_device_type type;
  unsigned opencl;    /* 300 for OpenCL 3.0 */
  unsigned language;  /* the newest version that it lists: 120 for OpenCL C 1.2 */
  bool no_2;          /* it lists OpenCL C 3.0 and not 2.0 */
  bool has_functions; /* it has native work-group functions */
  unsigned listed;    /* extensions of names/extensions.h that it lists */
  unsigned unlisted;  /* those that it has in SPIR-V, without listing them */
  unsigned own;       /* those of which it has the functions, and right ones */
  bool independent;   /* its own sub-groups make progress independently of each other */
  bool spir, fp64, fp16, shuffles, intel_sub_groups;
  bool spirv;           /* it accepts SPIR-V: `il` lists a version */
  char architecture[8]; /* "sm_80": it accepts PTX; else "" */
  char pocl[96];        /* clgroup-cc --pocl-device=: it loads such bitcode faster than SPIR-V; else "" */
  unsigned faults;      /* the driver's (drivers.h) */
  unsigned address_bits;
  size_t max_size;          /* the largest work-group, in work-items */
  cl_ulong local_memory;    /* bytes */
  unsigned sub_group_sizes; /* sub-group sizes that a kernel may require: the sum of those that are powers of two, up to
                             * 4096 */
  bool unsure;              /* a query failed */

  enum clgroup_form form;           /* the form of what clgroup-cc makes for it; NONE: the driver loads no form */
  const struct clgroup_driver *row; /* the driver's */
};

/* What the layer does on it, which service.c decides. */
struct clgroup_service {
  struct clgroup_device device; /* the facts */
  enum clgroup_route route;     /* NATIVE, LINK or COMPILE; NATIVE also if nothing can be done */
  bool acts;                    /* the route is LINK or COMPILE */
  bool only_some;               /* and only for programs that call a wrong function (drivers.inc): the device has all */
  bool unsure;                  /* a query or clgroup-cc failed: the device is described again when it is next used */
  unsigned extensions;          /* that CLGROUP_EXTENSIONS makes the layer add to those that the device lists */
  struct clgroup_choice choice;
  const char *reason; /* for the route */
  const char *fault;  /* why clgroup-cc, which would be used here, cannot be used; or NULL */
  const char *strategy_reason;
};

/* Why nothing can be done where a device's form is NONE. */
extern const char clgroup_device_takes_nothing[];

/* Asks the driver, and the table of drivers. The platform's name is empty if the driver returns errors. */
void clgroup_device_ask(cl_device_id id, struct clgroup_device *d);

/* The properties by which the table of drivers is searched. */
struct clgroup_driver_id clgroup_device_driver(const struct clgroup_device *d);

#endif
