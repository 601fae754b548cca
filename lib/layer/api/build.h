/* clBuildProgram, clCompileProgram and clLinkProgram, for programs in the layer's tables. */
#ifndef CLGROUP_LAYER_BUILD_H
#define CLGROUP_LAYER_BUILD_H

#include "layer/decide/native.h"
#include "layer/objects/objects.h"

typedef void(CL_CALLBACK *clgroup_notify)(cl_program, void *);

cl_int CL_API_CALL clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                         const char *options, clgroup_notify notify, void *data);

cl_int CL_API_CALL clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                           const char *options, cl_uint header_count, const cl_program *headers,
                                           const char **header_names, clgroup_notify notify, void *data);

cl_program CL_API_CALL clgroup_link_programs(cl_context context, cl_uint count, const cl_device_id *devices,
                                             const char *options, cl_uint input_count, const cl_program *inputs,
                                             clgroup_notify notify, void *data, cl_int *error);

/* The most that the layer does on any device of the context. */
enum clgroup_context_way {
  CLGROUP_CONTEXT_OWN,  /* nothing */
  CLGROUP_CONTEXT_SOME, /* it acts for programs that call a function in native.inc */
  CLGROUP_CONTEXT_ALL,  /* it acts for programs that call any work-group function */
};
enum clgroup_context_way clgroup_context_way(cl_context context);

/* Does the layer act on one of the devices for such a program? */
bool clgroup_context_acts(cl_context context, const struct clgroup_calls *calls);

#endif
