/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Decides how a program is built, from its source and its options. */
#ifndef CLGROUP_LAYER_PLAN_H
#define CLGROUP_LAYER_PLAN_H

#include "layer/decide/attempts.h"
#include "layer/decide/service.h"
#include "layer/objects/objects.h"
#include "layer/base/options.h"

struct clgroup_headers {
  cl_uint count;
  const cl_program *programs;
  const char **names;
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

/* How a program is built. */
struct clgroup_plan {
  const struct clgroup_request *request;
  struct clgroup_attempts attempts;
  bool for_all;    /* the call names all of the program's devices */
  bool beside;     /* the program has the layer's build for another device, which is to stay */
  uint64_t names;  /* the names that the source may use (names.h); 0 if the layer may not act on them */
  uint64_t truths; /* those of them that are the driver's own, of operands that are 0 or 1, unless clgroup-cc is used */
  unsigned provide;    /* the extensions that clgroup-cc provides for it (extensions.h) */
  unsigned write;      /* those whose functions stand before its source, or that a module calls, for the driver's
                        * compiler, as clgroup-cc is not used */
  unsigned perhaps;    /* those that it may use, if the driver refuses it */
  unsigned macros;     /* those of which the devices have the functions and not the macro, which it may test */
  unsigned limit;      /* the largest work-group of its kernels; 0: the device's */
  bool header;         /* the source includes clgroup's headers */
  bool needs_compiler; /* so clgroup-cc is the last resort; or it is the only one, for what it provides */
  bool any_version;    /* the names are the library's in OpenCL C 1.x too */
  bool tests_macros;   /* its text may depend on the macros that the prelude defines */
  struct clgroup_service *devices;
  cl_uint count;
  struct clgroup_options options;
  char *as_3; /* the text of the options with 3.0 for 2.0 in -cl-std, if no device has OpenCL C 2.0; or NULL */
  bool use_3; /* the driver's compiler gets these, since it has refused the application's own options */
};

/* The options for the driver's compiler. */
static inline const char *clgroup_plan_options(const struct clgroup_plan *plan) {
  return plan->use_3 ? plan->as_3 : plan->request->options;
}

/* Makes the plan, and lists its attempts. *plan is zero before, or that of a program which the driver has `refused`:
 * then the attempts are all that mode always does, for the functions that the text names, or the driver's log (`names`
 * and `extensions`); none, if the layer can do nothing. Returns an OpenCL error. Free the plan even after an error. */
cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_request *request,
                    bool refused, uint64_t names, unsigned extensions);

/* Describes the devices of a program that names no function, and sets plan->as_3. Returns an OpenCL error. */
cl_int clgroup_plan_find_devices(struct clgroup_plan *plan);

/* Chooses the strategies of the attempts that are to be made, and logs these. `headers`: clgroup-cc finds the library's
 * headers in the program. `optimized`: no part of it has -cl-opt-disable. */
void clgroup_plan_choose(struct clgroup_attempts *a, const struct clgroup_service *devices, cl_uint count, bool headers,
                         bool optimized);

/* May clgroup-cc build the program although the device's route is another? */
bool clgroup_plan_has_compiler(void);

void clgroup_plan_free(struct clgroup_plan *plan);

#endif
