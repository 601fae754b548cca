/* Decides how a program is built, from its source and its options. */
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

enum clgroup_way {
  CLGROUP_PLAN_LEAVE_TO_DRIVER, /* only the driver builds, with the call unchanged */
  CLGROUP_PLAN_DRIVER_FIRST,    /* the driver builds; if it fails, the layer */
  CLGROUP_PLAN_FIRST,           /* the layer builds; if it fails, the driver */
  CLGROUP_PLAN_LAYER_BUILDS,    /* only the layer builds */
};

/* The result of a build: clCompileProgram makes an object, clBuildProgram an executable. */
enum clgroup_product { CLGROUP_OBJECT, CLGROUP_EXECUTABLE };

typedef void(CL_CALLBACK *clgroup_notify)(cl_program, void *);

/* The application's call: clBuildProgram or clCompileProgram, by `product`. */
struct clgroup_request {
  enum clgroup_product product;
  cl_program handle;
  cl_uint count;
  const cl_device_id *devices; /* NULL: all of the program's */
  const char *options;
  struct clgroup_headers headers; /* none where an executable is built */
  clgroup_notify notify;
  void *data;
};

struct clgroup_plan {
  const struct clgroup_request *request;
  enum clgroup_way way;
  enum clgroup_route route; /* LINK or COMPILE, unless LEAVE_TO_DRIVER */
  uint64_t names;           /* the names that the source may use (names.h); 0 where the layer may not act on them */
  bool sub_groups;          /* it is compiled with <clgroup/sub_groups.h> before it */
  bool needs_compiler;      /* the source includes clgroup's headers: clgroup-cc is the last resort */
  bool any_version;         /* the names are the library's in OpenCL C 1.x too */
  struct clgroup_device *devices;
  cl_uint count;
  struct clgroup_options options;
};

/* `refused` is a set of names in a program that the driver has failed to build, so that the layer does for it what mode
 * always does (0: the driver has not tried). Returns an OpenCL error. Free the plan even after an error. */
cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_request *request,
                    uint64_t refused);
/* Changes the plan to the route COMPILE of a program that needs the compiler. */
void clgroup_plan_use_compiler(struct clgroup_plan *plan);

/* Chooses the strategy of programs with the library's headers, whose functions use sub-groups where they may: where all
 * devices can, since they share what clgroup-cc makes, and no part of the program has -cl-opt-disable. */
void clgroup_plan_choose_for_headers(struct clgroup_device *devices, cl_uint count, bool optimized);

/* Takes strategies without shuffles, for a program of which a part has -cl-opt-disable: Intel's compiler crashes on
 * some kernels with shuffles if it may not optimize. */
void clgroup_plan_spare_shuffles(struct clgroup_device *devices, cl_uint count);

/* May clgroup-cc be asked for a program that the device's route does not leave to it? */
bool clgroup_plan_has_compiler(void);

/* Logs what the layer is about to build. */
void clgroup_plan_log(const struct clgroup_plan *plan);
void clgroup_plan_free(struct clgroup_plan *plan);

/* Is the device one of the plan's? */
bool clgroup_plan_has(const struct clgroup_plan *plan, cl_device_id device);

#endif
