/* Selects an OpenCL device. */
#ifndef CLGROUP_BENCH_DEVICE_H
#define CLGROUP_BENCH_DEVICE_H

#include "bench/bench.h"

#include <CL/cl.h>
#include <stdbool.h>

struct device {
  cl_device_id id;
  char platform[128], name[128], driver[128]; /* as the driver reports them */
  const char *standard; /* the -cl-std with which the work-group functions are, or would be, declared */
  bool has_functions;   /* the device has them, natively or from a layer */
  bool has_sub_groups;
};

/* Finds the first matching device, or exits with an error. */
void device_find(struct device *device, const struct wish *wish);

/* Whether the device has the extension. */
bool device_has(const struct device *device, const char *extension);

/* A context, and an in-order queue with these properties; exits if the driver returns an error. */
cl_context device_context(const struct device *device);
cl_command_queue device_queue(const struct device *device, cl_context context, cl_command_queue_properties properties);
/* "clBuildProgram returned STATUS: ", and the build log's first line with an error, or else its first line. */
void describe_build(const struct device *device, cl_program program, cl_int status, char *text, size_t size);

#endif
