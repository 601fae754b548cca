/* Choosing an OpenCL device. */
#ifndef CLGROUP_BENCH_DEVICE_H
#define CLGROUP_BENCH_DEVICE_H

#include "bench/bench.h"

#include <CL/cl.h>
#include <stdbool.h>

struct device {
  cl_device_id id;
  char platform[128], name[128], driver[128]; /* as the driver calls them */
  const char *standard;                       /* the -cl-std that has the work-group functions, or would */
  bool has_functions;                         /* it has them itself, or by a layer */
};

/* Finds the first device that fits, or ends the program with a list of those that there are. */
void device_find(struct device *device, const struct wish *wish);

/* Whether its list of extensions has the name. */
bool device_has(const struct device *device, const char *extension);

/* A context, and an in-order queue with such properties; ends the program where the driver refuses. */
cl_context device_context(const struct device *device);
cl_command_queue device_queue(const struct device *device, cl_context context, cl_command_queue_properties properties);
/* "clBuildProgram gives STATUS: ", and the first line of the build log that speaks of an error, or else its first. */
void describe_build(const struct device *device, cl_program program, cl_int status, char *text, size_t size);

#endif
