/* Choosing an OpenCL device. */
#ifndef CLGROUP_BENCH_DEVICE_H
#define CLGROUP_BENCH_DEVICE_H

#include "bench/bench.h"

#include <CL/cl.h>
#include <stdbool.h>

struct device {
  cl_device_id id;
  char platform[128], name[128], driver[128]; /* as the driver calls them */
  const char *standard;                       /* the -cl-std that has the collectives, or would */
  bool collectives;                           /* it has them itself, or by a layer */
};

/* Finds the first device that fits, or ends the program with a list of those that there are. */
void device_find(struct device *device, const struct wish *wish);

/* A context and an in-order queue; ends the program where the driver refuses. */
cl_context device_context(const struct device *device);
cl_command_queue device_queue(const struct device *device, cl_context context);

#endif
