/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the layer tries, in order, until one attempt succeeds: for clBuildProgram, clCompileProgram and
 * clLinkProgram. */
#ifndef CLGROUP_LAYER_ATTEMPTS_H
#define CLGROUP_LAYER_ATTEMPTS_H

#include "base/buffer.h"
#include "layer/base/cl.h"
#include "layer/base/settings.h"
#include "layer/objects/choice.h"

#include <stdbool.h>

/* Who builds. */
enum clgroup_builder {
  CLGROUP_BY_DRIVER,      /* the driver alone, from the application's call */
  CLGROUP_BY_DRIVER_AS_3, /* the same, as OpenCL C 3.0 in place of 2.0, which the devices lack */
  CLGROUP_BY_LINK,        /* the driver's compiler and linker, with the library's modules */
  CLGROUP_BY_COMPILE,     /* clgroup-cc */
  CLGROUP_BY_LIBRARY,     /* after the driver has refused functions that it names: a new plan says who */
  CLGROUP_BUILDERS
};

/* Facts that decide who builds. */
enum clgroup_fact {
  /* A program: */
  FACT_CALLS = 1 << 0,     /* it may call a work-group function, or test for them; or one of the objects may */
  FACT_UNSURE = 1 << 1,    /* only the driver can tell whether it does */
  FACT_VERSION_1 = 1 << 2, /* -cl-std=CL1.x: where a driver has functions, the names are the program's own */
  FACT_MODULE = 1 << 3,    /* it was made from SPIR-V, whose instructions have become calls */
  FACT_HEADER = 1 << 4,    /* it includes one of the library's headers, which clgroup-cc has */
  FACT_PROVIDED = 1 << 5,  /* it uses extensions that its devices lack, and the layer offers */
  FACT_SERVED = 1 << 6,    /* a device lacks one of its functions, or gets one wrong, and the layer's works there */
  FACT_HAVE_FUNCTIONS = 1 << 7, /* the driver would build it, with its own functions in place of the library's */
  FACT_REFUSED = 1 << 8,        /* the driver has refused it before */
  FACT_BESIDE = 1 << 9,         /* it has the layer's build for another device, made by the driver's linker */
  FACT_WRITTEN = 1 << 10, /* as FACT_PROVIDED, but the layer writes their functions before its source, or links them */
  /* The objects of clLinkProgram: */
  FACT_LINKS = 1 << 11,    /* clLinkProgram was called */
  FACT_COMPILED = 1 << 12, /* clgroup-cc made an object or library, so only clgroup-cc can link it */
  FACT_LIBRARY = 1 << 13,  /* -create-library */
  /* Both: */
  FACT_ACTS = 1 << 14,          /* the settings let the layer act */
  FACT_NAMES = 1 << 15,         /* and there are functions that it may replace */
  FACT_ONLY_COMPILED = 1 << 16, /* only clgroup-cc makes it better than the driver */
  FACT_COMPILER_TOO = 1 << 17,  /* clgroup-cc may build what the driver's linker does not */
  FACT_SPIRV = 1 << 18,         /* the driver's linker can link the library */
  FACT_STANDARD_2 = 1 << 19,    /* -cl-std=CL2.0 */
  FACT_TRIED = 1 << 20,         /* clgroup-cc has failed, and would be given nothing else */
  FACT_CALLBACK = 1 << 21,      /* a callback is given, which the driver may call itself if it alone builds */
};

struct clgroup_attempt {
  enum clgroup_builder by;
  struct clgroup_choice choice; /* of the layer's: the strategy, for all devices of the call */
  bool gathers;                 /* -cl-opt-disable allows a program with <clgroup/...> no shuffles */
  bool answers;  /* if all fail, the application sees this one's error and log; without such a one the last's */
  bool doubtful; /* the driver's compiler may be wrong in branches: it is used only if clgroup-cc fails */
  struct clgroup_buffer log; /* set by the attempt: the layer's messages, if it has failed */
};

enum { CLGROUP_ATTEMPTS = 4 };

struct clgroup_attempts {
  struct clgroup_attempt all[2 * CLGROUP_ATTEMPTS]; /* those of a refused program come after those that were made */
  unsigned count, made;
  bool calls_back; /* the driver calls the application back itself: its attempt is the only one */
  const char *why;
};

/* Makes the list, in the place of attempts that have not been made yet. `why` is the reason, or `unserved` where the
 * driver builds and that is the reason. `route`: that of the devices. */
void clgroup_attempts_list(struct clgroup_attempts *a, unsigned facts, enum clgroup_route route, const char *unserved);

/* Makes one attempt. `before`: the error of the one before it, to return where there is nothing to do. An attempt may
 * make the list again. */
typedef cl_int clgroup_attempt_make(void *context, struct clgroup_attempt *attempt, cl_int before);

/* Makes the attempts until one succeeds, and logs those of the layer as `done` ("built", say). Returns the error that
 * the application sees. */
cl_int clgroup_attempts_run(struct clgroup_attempts *a, clgroup_attempt_make *make, void *context, const char *done);

/* The last attempt by this builder that was made; NULL: there is none. */
const struct clgroup_attempt *clgroup_attempts_by(const struct clgroup_attempts *a, enum clgroup_builder by);

/* Adds the layer's messages: the driver's, unless only clgroup-cc had any; or of `both`, clgroup-cc's first: the
 * driver's may be only that it has no such header. */
void clgroup_attempts_messages(const struct clgroup_attempts *a, bool both, struct clgroup_buffer *log);

void clgroup_attempts_free(struct clgroup_attempts *a);

#endif
