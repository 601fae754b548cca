/* Queries that the layer answers, entirely or in part. */
#ifndef CLGROUP_LAYER_INFO_H
#define CLGROUP_LAYER_INFO_H

#include "layer/objects/objects.h"

cl_int clgroup_device_info(cl_device_id device, cl_device_info what, size_t size, void *value, size_t *size_ret);
cl_int clgroup_program_info(cl_program program, cl_program_info what, size_t size, void *value, size_t *size_ret);
cl_int clgroup_build_info(cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void *value,
                          size_t *size_ret);
cl_int clgroup_kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size, void *value, size_t *size_ret);

#endif
