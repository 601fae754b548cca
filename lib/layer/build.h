/* clBuildProgram, clCompileProgram and clLinkProgram, for programs that the layer knows. */
#ifndef CLGROUP_LAYER_BUILD_H
#define CLGROUP_LAYER_BUILD_H

#include "layer/objects.h"

typedef void(CL_CALLBACK *clgroup_notify)(cl_program, void *);

cl_int clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                             clgroup_notify notify, void *data);

cl_int clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                               cl_uint header_count, const cl_program *headers, const char **header_names,
                               clgroup_notify notify, void *data);

cl_program clgroup_link(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
                        cl_uint input_count, const cl_program *inputs, clgroup_notify notify, void *data,
                        cl_int *error);

/* Notes what was made for a device, in place of what was noted before; the texts are copied, and may be NULL. */
cl_int clgroup_build_note(struct clgroup_program *p, const struct clgroup_build *build);

/* Is there a device in the context on which the layer acts? */
bool clgroup_context_acts(cl_context context);

#endif
