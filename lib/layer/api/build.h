/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clBuildProgram, clCompileProgram and clLinkProgram, for programs in the layer's tables. */
#ifndef CLGROUP_LAYER_BUILD_H
#define CLGROUP_LAYER_BUILD_H

#include "layer/decide/plan.h"

cl_int CL_API_CALL clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                         const char *options, clgroup_notify notify, void *data);

cl_int CL_API_CALL clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                           const char *options, cl_uint header_count, const cl_program *headers,
                                           const char **header_names, clgroup_notify notify, void *data);

cl_program CL_API_CALL clgroup_link_programs(cl_context context, cl_uint count, const cl_device_id *devices,
                                             const char *options, cl_uint input_count, const cl_program *inputs,
                                             clgroup_notify notify, void *data, cl_int *error);

#endif
