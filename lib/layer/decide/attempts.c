/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/attempts.h"

#include <string.h>

enum way {
  DRIVER_ONLY = 1,  /* the driver; after a refusal, the layer for functions that the driver lacks */
  DRIVER_FIRST = 2, /* the driver; if it fails, the layer */
  LAYER_FIRST = 4,  /* the layer; if it fails, the driver */
  LAYER_ONLY = 8,   /* the layer; if it fails, the driver, but only if that has functions or the program needs none */
  LAYER_ALONE = 16, /* the layer */
};

/* The decision: the first row whose facts there are, and whose missing facts there are not. `by` is the route; NATIVE:
 * that of the devices. */
static const struct decision {
  unsigned facts, missing;
  enum way way;
  enum clgroup_route by;
  const char *why;
} decisions[] = {
    {FACT_LINKS | FACT_COMPILED, 0, LAYER_ALONE, CLGROUP_ROUTE_COMPILE, "clgroup-cc made an object"},
    {FACT_LINKS | FACT_LIBRARY, 0, DRIVER_ONLY, CLGROUP_ROUTE_NATIVE,
     "what a library calls is added when it is linked"},
    {FACT_LINKS | FACT_ONLY_COMPILED, 0, LAYER_ALONE, CLGROUP_ROUTE_COMPILE, "the driver's compiler may be wrong"},
    {FACT_LINKS | FACT_CALLS, 0, LAYER_ALONE, CLGROUP_ROUTE_LINK, "an object may call functions"},
    {FACT_LINKS, 0, DRIVER_ONLY, CLGROUP_ROUTE_NATIVE, "no object calls functions that the layer serves"},
    {FACT_PROVIDED, 0, LAYER_ONLY, CLGROUP_ROUTE_COMPILE, "it uses extensions that clgroup-cc provides"},
    {FACT_WRITTEN | FACT_MODULE, 0, LAYER_ONLY, CLGROUP_ROUTE_LINK,
     "it uses extensions whose functions the library has"},
    {FACT_WRITTEN, 0, LAYER_ONLY, CLGROUP_ROUTE_LINK, "it uses extensions whose functions the layer writes before it"},
    {0, FACT_CALLS, DRIVER_ONLY, CLGROUP_ROUTE_NATIVE, "it calls no work-group function"},
    {FACT_MODULE | FACT_SERVED, 0, LAYER_ONLY, CLGROUP_ROUTE_NATIVE, "the SPIR-V calls functions"},
    {FACT_MODULE, 0, LAYER_ONLY, CLGROUP_ROUTE_LINK, "the SPIR-V was rewritten for another device of its context"},
    {FACT_BESIDE, FACT_SERVED, LAYER_FIRST, CLGROUP_ROUTE_LINK, "one program is to serve another device, too"},
    {FACT_HEADER, FACT_SERVED, DRIVER_FIRST, CLGROUP_ROUTE_COMPILE, "only clgroup-cc has the header that it includes"},
    {0, FACT_SERVED, DRIVER_ONLY, CLGROUP_ROUTE_NATIVE, "the driver's functions are right, or all there are"},
    {FACT_HEADER | FACT_HAVE_FUNCTIONS | FACT_VERSION_1, FACT_REFUSED, DRIVER_FIRST, CLGROUP_ROUTE_COMPILE,
     "only clgroup-cc has the header that it includes"},
    {FACT_HAVE_FUNCTIONS | FACT_VERSION_1, FACT_REFUSED, DRIVER_ONLY, CLGROUP_ROUTE_NATIVE,
     "in OpenCL C 1.x the names are the program's own"},
    {FACT_BESIDE | FACT_UNSURE, FACT_REFUSED, LAYER_FIRST, CLGROUP_ROUTE_LINK,
     "one program is to serve another device, too"},
    {FACT_HAVE_FUNCTIONS | FACT_UNSURE, FACT_REFUSED, LAYER_FIRST, CLGROUP_ROUTE_NATIVE,
     "the driver would take functions of its own that are to be replaced"},
    {FACT_UNSURE, 0, DRIVER_FIRST, CLGROUP_ROUTE_NATIVE, "the functions may be the program's own"},
    {0, 0, LAYER_ONLY, CLGROUP_ROUTE_NATIVE, "it calls functions"},
};

/* Facts of the decision. */
enum { BY_COMPILER = 1 << 21, CALLS_BACK = 1 << 22 };

/* The attempts of each way, in order: all whose facts there are, and whose missing facts there are not. Without
 * clgroup-cc there may still be the driver's linker, and a program that this does not build may be for clgroup-cc all
 * the same. */
static const struct {
  unsigned ways, facts, missing;
  enum clgroup_builder by;
} attempts[] = {
    {DRIVER_ONLY | DRIVER_FIRST, 0, FACT_REFUSED, CLGROUP_BY_DRIVER},
    {~DRIVER_ONLY, BY_COMPILER, 0, CLGROUP_BY_COMPILE},
    {~(DRIVER_ONLY | LAYER_ALONE), BY_COMPILER | FACT_SPIRV, FACT_ONLY_COMPILED | FACT_PROVIDED, CLGROUP_BY_LINK},
    {LAYER_ALONE, BY_COMPILER, FACT_COMPILED, CLGROUP_BY_LINK},
    {~DRIVER_ONLY, 0, BY_COMPILER, CLGROUP_BY_LINK},
    {~DRIVER_ONLY, FACT_COMPILER_TOO, BY_COMPILER, CLGROUP_BY_COMPILE},
    {LAYER_FIRST | LAYER_ONLY, 0, FACT_REFUSED, CLGROUP_BY_DRIVER},
    {DRIVER_ONLY, FACT_ACTS, FACT_REFUSED | CALLS_BACK, CLGROUP_BY_LIBRARY},
    {LAYER_FIRST | LAYER_ONLY, FACT_ACTS | FACT_ONLY_COMPILED, FACT_REFUSED, CLGROUP_BY_LIBRARY},
    {DRIVER_ONLY, FACT_ACTS | FACT_STANDARD_2, FACT_NAMES | FACT_REFUSED | CALLS_BACK, CLGROUP_BY_DRIVER_AS_3},
};

static bool fits(unsigned facts, unsigned wanted, unsigned missing) {
  return (facts & wanted) == wanted && !(facts & missing);
}

static void log_list(const struct clgroup_attempts *a, const char *why) {
  static const char *const words[] = {[CLGROUP_BY_DRIVER] = "driver",
                                      [CLGROUP_BY_DRIVER_AS_3] = "driver as OpenCL C 3.0",
                                      [CLGROUP_BY_LINK] = "link",
                                      [CLGROUP_BY_COMPILE] = "compile",
                                      [CLGROUP_BY_LIBRARY] = "library for what the driver lacks"};
  struct clgroup_buffer text = {0};
  for (unsigned i = 0; i < a->count && clgroup_log_all(); i++)
    clgroup_buffer_add(&text, "%s%s", i ? ", " : "", words[a->by[i]]);
  if (text.data)
    clgroup_log(CLGROUP_LOG_ALL, "attempts: %s, since %s", text.data, why);
  clgroup_buffer_free(&text);
}

void clgroup_attempts_list(struct clgroup_attempts *a, unsigned facts, enum clgroup_route route, const char *unserved) {
  const struct decision *row = decisions;
  while (!fits(facts, row->facts, row->missing))
    row++;
  facts |= (row->by != CLGROUP_ROUTE_NATIVE ? row->by : route) == CLGROUP_ROUTE_COMPILE ? BY_COMPILER : 0;
  facts |= row->way == DRIVER_ONLY && fits(facts, FACT_CALLBACK, FACT_NAMES) ? CALLS_BACK : 0;
  a->count = a->next = 0;
  for (unsigned i = 0; i < sizeof attempts / sizeof *attempts; i++)
    if (row->way & attempts[i].ways && fits(facts, attempts[i].facts, attempts[i].missing))
      a->by[a->count++] = attempts[i].by;
  a->only_compiled = facts & FACT_ONLY_COMPILED;
  a->calls_back = facts & CALLS_BACK;
  a->driver_speaks = row->way < LAYER_ONLY || facts & (FACT_ONLY_COMPILED | FACT_REFUSED);
  log_list(a, row->way == DRIVER_ONLY && unserved ? unserved : row->why);
}

bool clgroup_attempts_go_on(const struct clgroup_attempts *a, cl_int error) {
  return error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY && !a->ends;
}

/* Says why clgroup-cc, whose turn was first, did not build. */
static void tell(const struct clgroup_attempts *a, enum clgroup_builder by) {
  const char *why = a->logs[CLGROUP_BY_COMPILE].data;
  const int length = why ? (int)strcspn(why, "\n") : 0;
  if (length && by != CLGROUP_BY_COMPILE && a->only_compiled)
    clgroup_log(CLGROUP_LOG_ERRORS, "left to the driver, whose compiler may be wrong in branches: %.*s", length, why);
  else if (length && by == CLGROUP_BY_LINK)
    clgroup_log(clgroup_settings.route == CLGROUP_ROUTE_COMPILE ? CLGROUP_LOG_ERRORS : CLGROUP_LOG_ALL,
                "route link, since compile failed: %.*s", length, why);
}

cl_int clgroup_attempts_run(struct clgroup_attempts *a, clgroup_attempt *make, void *context, const char *done,
                            cl_int error) {
  while (a->next < a->count && clgroup_attempts_go_on(a, error)) {
    const enum clgroup_builder by = a->by[a->next++];
    const double start = clgroup_log_clock();
    error = make(context, by, error);
    if (error == CL_SUCCESS)
      tell(a, by);
    if (by != CLGROUP_BY_LINK && by != CLGROUP_BY_COMPILE)
      continue;
    a->failure = error != CL_SUCCESS ? error : a->failure;
    clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms %s by route %s: %d", clgroup_log_clock() - start, done,
                clgroup_settings_route(by == CLGROUP_BY_LINK ? CLGROUP_ROUTE_LINK : CLGROUP_ROUTE_COMPILE), error);
  }
  return error;
}

void clgroup_attempts_messages(const struct clgroup_attempts *a, bool both, struct clgroup_buffer *log) {
  clgroup_buffer_add_lines(log, &a->logs[CLGROUP_BY_LINK]);
  if (both || !log->length)
    clgroup_buffer_add_lines(log, &a->logs[CLGROUP_BY_COMPILE]);
}

void clgroup_attempts_free(struct clgroup_attempts *a) {
  for (unsigned i = 0; i < CLGROUP_BUILDERS; i++)
    clgroup_buffer_free(&a->logs[i]);
}
