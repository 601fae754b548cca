/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer tries, in order, until one attempt succeeds: for clBuildProgram, clCompileProgram and
 * clLinkProgram. */
#ifndef CLGROUP_LAYER_ATTEMPTS_H
#define CLGROUP_LAYER_ATTEMPTS_H

#include "layer/base/cl.h"

#include <stdbool.h>

/* Who builds. */
enum clgroup_builder {
  CLGROUP_BY_DRIVER,      /* the driver alone, from the application's call */
  CLGROUP_BY_DRIVER_AS_3, /* the same, as OpenCL C 3.0 in place of 2.0, which the devices lack */
  CLGROUP_BY_LINK,        /* the driver's compiler and linker, with the library's modules */
  CLGROUP_BY_COMPILE,     /* clgroup-cc */
  CLGROUP_BY_LIBRARY,     /* after the driver has refused functions that it names: clgroup_plan_again says who */
};

enum { CLGROUP_ATTEMPTS = 4 };

struct clgroup_attempts {
  enum clgroup_builder by[CLGROUP_ATTEMPTS];
  unsigned count, next;
  bool ends; /* set by an attempt whose error is of another kind: nothing else is tried */
};

/* Logs the list, before it runs. */
void clgroup_attempts_log(const struct clgroup_attempts *a, const char *why);

/* Makes one attempt. `before`: the error of the one before it, to return where there is nothing to do. An attempt may
 * replace the list. */
typedef cl_int clgroup_attempt(void *context, enum clgroup_builder by, cl_int before);

/* Makes the attempts, and logs those of the layer as `done` ("built", say). Returns the last one's error, which is
 * `error` if there is none. */
cl_int clgroup_attempts_run(struct clgroup_attempts *a, clgroup_attempt *make, void *context, const char *done,
                            cl_int error);

/* Would another attempt make sense after this error? */
bool clgroup_attempts_go_on(const struct clgroup_attempts *a, cl_int error);

#endif
