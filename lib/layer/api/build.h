/* clBuildProgram, clCompileProgram and clLinkProgram, for programs that the layer knows. */
#ifndef CLGROUP_LAYER_BUILD_H
#define CLGROUP_LAYER_BUILD_H

#include "layer/decide/native.h"
#include "layer/objects/objects.h"

typedef void(CL_CALLBACK *clgroup_notify)(cl_program, void *);

cl_int clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                             clgroup_notify notify, void *data);

cl_int clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                               cl_uint header_count, const cl_program *headers, const char **header_names,
                               clgroup_notify notify, void *data);

cl_program clgroup_link_programs(cl_context context, cl_uint count, const cl_device_id *devices, const char *options,
                                 cl_uint input_count, const cl_program *inputs, clgroup_notify notify, void *data,
                                 cl_int *error);

/* Notes what was made for a device, in place of what was noted before; the texts are copied, and may be NULL. */
cl_int clgroup_build_note(struct clgroup_program *p, const struct clgroup_build *build);

/* What the layer does on the devices of the context, at most. */
enum clgroup_context_way {
  CLGROUP_CONTEXT_OWN,  /* nothing */
  CLGROUP_CONTEXT_SOME, /* it acts for programs that call a function of native.inc */
  CLGROUP_CONTEXT_ALL,  /* it acts for all that call any */
};
enum clgroup_context_way clgroup_context_way(cl_context context);

/* Does it act on one of them for such a program? */
bool clgroup_context_acts(cl_context context, const struct clgroup_calls *calls);

#endif
