/* The devices of a program or a context, as the driver lists them. */
#ifndef CLGROUP_LAYER_DEVICE_LIST_H
#define CLGROUP_LAYER_DEVICE_LIST_H

#include "layer/base/cl.h"

/* *devices is for free(), with at least one device. After an error of the driver it is NULL and *count is 0. */
cl_int clgroup_program_devices(cl_program program, cl_device_id **devices, cl_uint *count);
cl_int clgroup_context_devices(cl_context context, cl_device_id **devices, cl_uint *count);

#endif
