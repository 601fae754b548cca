/* Selects an OpenCL device. */
#ifndef CLGROUP_BENCH_DEVICE_H
#define CLGROUP_BENCH_DEVICE_H

#include "bench/bench.h"
#include "layer/decide/device.h"

/* Finds the first matching device, as the layer describes it where no setting says otherwise; or exits with an error.
 * Its largest work-group is one that may lie along the first dimension. */
void device_find(struct clgroup_device *device, const struct wish *wish);

/* The -cl-std with which the work-group functions are, or would be, declared. */
const char *device_standard(const struct clgroup_device *device);
bool device_has_sub_groups(const struct clgroup_device *device);

/* A context, and an in-order queue with these properties; exits if the driver returns an error. */
cl_context device_context(const struct clgroup_device *device);
cl_command_queue device_queue(const struct clgroup_device *device, cl_context context,
                              cl_command_queue_properties properties);
/* "clBuildProgram returned STATUS: ", and the build log's first line with an error, or else its first line. */
void describe_build(const struct clgroup_device *device, cl_program program, cl_int status, char *text, size_t size);

#endif
