/* What is to be done with a program, from its text and its options. */
#ifndef CLGROUP_LAYER_PLAN_H
#define CLGROUP_LAYER_PLAN_H

#include "layer/decide/device.h"
#include "layer/objects/objects.h"
#include "layer/base/options.h"

struct clgroup_headers {
  cl_uint count;
  const cl_program *programs;
  const char **names;
};

struct clgroup_plan {
  enum {
    CLGROUP_PLAN_LEAVE_TO_DRIVER, /* the driver's own build, untouched */
    CLGROUP_PLAN_DRIVER_FIRST,    /* that; the layer's where it fails */
    CLGROUP_PLAN_FIRST,           /* the layer's; that where it fails */
    CLGROUP_PLAN_LAYER_BUILDS,    /* the layer's */
  } way;
  enum clgroup_route route; /* LINK or COMPILE, unless OWN */
  uint64_t names;           /* what the text may name (names.h) */
  bool any_version;         /* names are the library's in OpenCL C 1.x too */
  struct clgroup_device *devices;
  cl_uint count;
  struct clgroup_options options;
};

/* What a build makes: clCompileProgram an object, clBuildProgram an executable. */
enum clgroup_product { CLGROUP_OBJECT, CLGROUP_EXECUTABLE };

/* The devices are those of the call, or all of the program's;
 * `complaint` are names that the driver's own build did not know (0: none). Returns an OpenCL error. Free the plan in
 * any case. */
cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, enum clgroup_product product,
                    cl_uint count, const cl_device_id *devices, const char *options,
                    const struct clgroup_headers *headers, uint64_t complaint);
void clgroup_plan_free(struct clgroup_plan *plan);

#endif
