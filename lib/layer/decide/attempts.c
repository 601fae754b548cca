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

/* A fact of the decision. */
enum { BY_COMPILER = FACT_CALLBACK << 1 };

/* The attempts of each way, in order: all whose facts there are, and whose missing facts there are not. Without
 * clgroup-cc there may still be the driver's linker, and a program that this does not build may be for clgroup-cc all
 * the same. */
static const struct {
  unsigned ways, facts, missing;
  enum clgroup_builder by;
} attempts[] = {
    {DRIVER_ONLY | DRIVER_FIRST, 0, FACT_REFUSED, CLGROUP_BY_DRIVER},
    {~DRIVER_ONLY, BY_COMPILER, FACT_TRIED, CLGROUP_BY_COMPILE},
    {~(DRIVER_ONLY | LAYER_ALONE), BY_COMPILER | FACT_SPIRV, FACT_ONLY_COMPILED | FACT_PROVIDED, CLGROUP_BY_LINK},
    {LAYER_ALONE, BY_COMPILER, FACT_COMPILED, CLGROUP_BY_LINK},
    {~DRIVER_ONLY, 0, BY_COMPILER, CLGROUP_BY_LINK},
    {~DRIVER_ONLY, FACT_COMPILER_TOO, BY_COMPILER, CLGROUP_BY_COMPILE},
    {LAYER_FIRST | LAYER_ONLY, 0, FACT_REFUSED, CLGROUP_BY_DRIVER},
    {DRIVER_ONLY, FACT_ACTS, FACT_REFUSED | FACT_CALLBACK, CLGROUP_BY_LIBRARY},
    {LAYER_FIRST | LAYER_ONLY, FACT_ACTS | FACT_ONLY_COMPILED, FACT_REFUSED, CLGROUP_BY_LIBRARY},
    {DRIVER_ONLY, FACT_ACTS | FACT_STANDARD_2, FACT_NAMES | FACT_CALLBACK, CLGROUP_BY_DRIVER_AS_3},
};

static bool fits(unsigned facts, unsigned wanted, unsigned missing) {
  return (facts & wanted) == wanted && !(facts & missing);
}

static bool is_layers(enum clgroup_builder by) {
  return by == CLGROUP_BY_LINK || by == CLGROUP_BY_COMPILE;
}

void clgroup_attempts_list(struct clgroup_attempts *a, unsigned facts, enum clgroup_route route, const char *unserved) {
  const struct decision *row = decisions;
  while (!fits(facts, row->facts, row->missing))
    row++;
  facts |= (row->by != CLGROUP_ROUTE_NATIVE ? row->by : route) == CLGROUP_ROUTE_COMPILE ? BY_COMPILER : 0;
  const bool doubtful = facts & FACT_ONLY_COMPILED, drivers = row->way < LAYER_ONLY || doubtful || facts & FACT_REFUSED;
  a->count = a->made;
  a->calls_back = row->way == DRIVER_ONLY && fits(facts, FACT_CALLBACK, FACT_REFUSED);
  for (unsigned i = 0; i < sizeof attempts / sizeof *attempts; i++) {
    const enum clgroup_builder by = attempts[i].by;
    if (row->way & attempts[i].ways && fits(facts, attempts[i].facts, attempts[i].missing))
      a->all[a->count++] = (struct clgroup_attempt){
          .by = by,
          .answers = by == CLGROUP_BY_DRIVER ? drivers : is_layers(by) && !drivers,
          .doubtful = doubtful,
      };
  }
  a->why = row->way == DRIVER_ONLY && unserved ? unserved : row->why;
}

const struct clgroup_attempt *clgroup_attempts_by(const struct clgroup_attempts *a, enum clgroup_builder by) {
  unsigned i = a->made;
  while (i && a->all[i - 1].by != by)
    i--;
  return i ? &a->all[i - 1] : NULL;
}

cl_int clgroup_attempts_run(struct clgroup_attempts *a, clgroup_attempt_make *make, void *context, const char *done) {
  cl_int error = CL_BUILD_PROGRAM_FAILURE, answer = CL_SUCCESS;
  while (a->made < a->count && error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY) {
    struct clgroup_attempt *t = &a->all[a->made++];
    const struct clgroup_attempt *compiled = clgroup_attempts_by(a, CLGROUP_BY_COMPILE);
    const double start = clgroup_log_clock();
    if (t->gathers)
      clgroup_log(CLGROUP_LOG_ERRORS,
                  "-cl-opt-disable with <clgroup/...>: strategy %s, so all of a work-group must call the functions of "
                  "tiles, also in branches",
                  t->choice.strategy);
    error = make(context, t, error);
    answer = t->answers ? error : answer;
    if (error == CL_SUCCESS && t->by == CLGROUP_BY_LINK && compiled && compiled->log.data)
      clgroup_log(t->doubtful || clgroup_settings.route == CLGROUP_ROUTE_COMPILE ? CLGROUP_LOG_ERRORS : CLGROUP_LOG_ALL,
                  "%s: %.*s",
                  t->doubtful ? "left to the driver, whose compiler may be wrong in branches"
                              : "route link, since compile failed",
                  (int)strcspn(compiled->log.data, "\n"), compiled->log.data);
    if (is_layers(t->by))
      clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms %s by route %s: %d", clgroup_log_clock() - start, done,
                  clgroup_settings_route(t->by == CLGROUP_BY_LINK ? CLGROUP_ROUTE_LINK : CLGROUP_ROUTE_COMPILE), error);
  }
  return error == CL_SUCCESS || error == CL_OUT_OF_HOST_MEMORY || answer == CL_SUCCESS ? error : answer;
}

void clgroup_attempts_messages(const struct clgroup_attempts *a, bool both, struct clgroup_buffer *log) {
  const struct clgroup_attempt *linked = clgroup_attempts_by(a, CLGROUP_BY_LINK),
                               *compiled = clgroup_attempts_by(a, CLGROUP_BY_COMPILE);
  const struct clgroup_attempt *first = both ? compiled : linked, *second = both ? linked : compiled;
  if (first)
    clgroup_buffer_add_lines(log, &first->log);
  if (second && (both || !log->length))
    clgroup_buffer_add_lines(log, &second->log);
}

void clgroup_attempts_free(struct clgroup_attempts *a) {
  while (a->made)
    clgroup_buffer_free(&a->all[--a->made].log);
}
