/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clLinkProgram, for the application's objects, of which some may call the library. */
#include "layer/api/build.h"
#include "layer/api/compile.h"
#include "layer/api/info.h"
#include "layer/objects/device-list.h"
#include "layer/decide/service.h"
#include "layer/decide/trial.h"
#include "layer/link/link.h"
#include "layer/base/options.h"

#include <stdlib.h>
#include <string.h>

struct inputs {
  cl_uint count;
  struct clgroup_program **entries; /* NULL if the layer has no entry */
  cl_program *programs;             /* as passed to the driver */
  bool *asks;                       /* may call library functions */
  struct clgroup_symbols needs;     /* of inputs that were loaded as binaries */
  bool any;
  bool calls;  /* a source may call work-group functions */
  bool better; /* so clgroup-cc should link them; if it cannot, the driver does */
  struct clgroup_device *devices;
  cl_uint device_count;
};

static void free_inputs(struct inputs *in) {
  for (cl_uint i = 0; i < in->count; i++)
    if (in->entries && in->entries[i])
      clgroup_program_close(in->entries[i]);
  free(in->entries);
  free(in->programs);
  free(in->asks);
  free(in->devices);
  clgroup_symbols_free(&in->needs);
}

/* Takes the entries and their locks, each entry once, in the order of their addresses, so that concurrent links cannot
 * deadlock. */
static cl_int open_inputs(struct inputs *in, cl_uint count, const cl_program *programs) {
  cl_int error = CL_SUCCESS;
  in->entries = calloc(count, sizeof *in->entries);
  in->programs = calloc(count, sizeof *in->programs);
  in->asks = calloc(count, sizeof *in->asks);
  if (!in->entries || !in->programs || !in->asks)
    return CL_OUT_OF_HOST_MEMORY;
  struct clgroup_program **sorted = calloc(count, sizeof *sorted);
  if (!sorted)
    return CL_OUT_OF_HOST_MEMORY;
  cl_uint known = 0;
  for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++) {
    struct clgroup_program *p;
    error = clgroup_program_use(programs[i], &p);
    in->programs[i] = programs[i];
    if (!p)
      continue;
    cl_uint at = 0;
    while (at < known && sorted[at] < p)
      at++;
    if (at < known && sorted[at] == p) { /* the same program twice */
      clgroup_program_done(p);
      continue;
    }
    memmove(&sorted[at + 1], &sorted[at], (known - at) * sizeof *sorted);
    sorted[at] = in->entries[i] = p;
    known++;
  }
  in->count = count;
  for (cl_uint i = 0; i < known; i++)
    pthread_mutex_lock(&sorted[i]->lock);
  free(sorted);
  for (cl_uint i = 0; i < count; i++) {
    const struct clgroup_program *p = in->entries[i];
    if (!p)
      continue;
    if (p->object)
      in->programs[i] = p->object;
    in->asks[i] = p->object || (p->has_unit && p->unit.binary) || p->kind != CLGROUP_PROGRAM_SOURCE;
    in->any |= in->asks[i];
    in->calls |= p->calls;
    if (clgroup_symbols_merge(&in->needs, &p->needs))
      error = CL_OUT_OF_HOST_MEMORY;
  }
  return error;
}

static bool forbids_optimization(const char *text) {
  struct clgroup_options options = {0};
  bool forbids = !clgroup_options_parse(text, &options) && options.opt_disable;
  clgroup_options_free(&options);
  return forbids;
}

/* The driver's record of the options for its object. */
static bool driver_may_optimize(cl_program object) {
  cl_device_id *ids;
  cl_uint count;
  bool may = true;
  (void)clgroup_program_devices(object, &ids, &count);
  for (cl_uint i = 0; i < count && may; i++) {
    char *text = clgroup_build_text(object, ids[i], CL_PROGRAM_BUILD_OPTIONS);
    may = !text || !forbids_optimization(text);
    free(text);
  }
  free(ids);
  return may;
}

/* May the driver optimize all inputs? A library does not list the options of its objects. */
static bool are_optimized(const struct inputs *in) {
  bool may = true;
  for (cl_uint i = 0; i < in->count && may; i++) {
    const struct clgroup_program *p = in->entries[i];
    may = driver_may_optimize(in->programs[i]) && !(p && p->holds_opt_disable);
    for (size_t k = 0; p && k < p->build_count && may; k++)
      may = !forbids_optimization(p->builds[k].options);
  }
  return may;
}

/* For the compile route: every input must have a unit, even if the driver compiled it, or be a library of units. *units
 * is for free(); its elements remain the inputs'. */
static cl_int gather_units(const struct inputs *in, struct clgroup_unit **units, size_t *count,
                           struct clgroup_buffer *log) {
  size_t total = 0;
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < in->count; i++)
    total += in->entries[i] ? in->entries[i]->library_count + 1 : 0;
  *count = 0;
  *units = calloc(total + 1, sizeof **units);
  if (!*units)
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < in->count && error == CL_SUCCESS; i++) {
    const struct clgroup_program *p = in->entries[i];
    if (p && p->has_unit) {
      (*units)[(*count)++] = p->unit;
    } else if (p && p->library_count) {
      for (size_t k = 0; k < p->library_count; k++)
        (*units)[(*count)++] = p->library[k];
    } else {
      clgroup_buffer_add(
          log,
          "clgroup: input %u of clLinkProgram was not compiled from source in this process, so clgroup-cc "
          "cannot link it with the inputs that it compiled\n",
          i);
      error = CL_LINK_PROGRAM_FAILURE;
    }
  }
  return error;
}

/* Makes a program that only has units: for the driver its source is empty. */
static cl_int make_library(cl_context context, const struct clgroup_device *devices, cl_uint count,
                           const struct clgroup_unit *units, size_t unit_count, bool holds_opt_disable,
                           cl_program *linked, struct clgroup_buffer *log) {
  const cl_icd_dispatch *cl = &clgroup_next;
  const char *text = " ";
  cl_int error = CL_SUCCESS;
  struct clgroup_program *p = NULL;
  struct clgroup_unit *library = calloc(unit_count, sizeof *library);
  size_t made = 0;
  if (!library)
    return CL_OUT_OF_HOST_MEMORY;
  for (; made < unit_count && error == CL_SUCCESS; made++)
    error = clgroup_compile_unit(devices, count, &units[made], &library[made], log);
  if (error == CL_SUCCESS)
    *linked = cl->clCreateProgramWithSource(context, 1, &text, NULL, &error);
  if (*linked && (p = clgroup_program_new(*linked, context, CLGROUP_PROGRAM_UNRESOLVED))) {
    p->library = library;
    p->library_count = unit_count;
    p->holds_opt_disable = holds_opt_disable;
    for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++)
      error = clgroup_build_note(p, &(struct clgroup_build){.device = devices[i].id,
                                                            .status = CL_BUILD_SUCCESS,
                                                            .type = CL_PROGRAM_BINARY_TYPE_LIBRARY});
    clgroup_program_add(p);
  }
  if (p && error == CL_SUCCESS)
    return CL_SUCCESS;
  if (p) { /* which frees the units */
    clgroup_program_release(*linked);
    *linked = NULL;
    return error;
  }
  if (*linked) {
    cl->clReleaseProgram(*linked);
    *linked = NULL;
    error = CL_OUT_OF_HOST_MEMORY;
  }
  while (made)
    clgroup_unit_free(&library[--made]);
  free(library);
  return error;
}

static cl_int link_units(cl_context context, struct clgroup_device *devices, cl_uint count, bool library,
                         const struct inputs *in, cl_program *linked, struct clgroup_buffer *log) {
  struct clgroup_unit *units;
  size_t unit_count;
  cl_int error = gather_units(in, &units, &unit_count, log);
  if (error == CL_SUCCESS)
    error = library ? make_library(context, devices, count, units, unit_count, !are_optimized(in), linked, log)
                    : clgroup_compile_link(context, devices, count, units, unit_count, linked, log);
  free(units);
  return error == CL_COMPILE_PROGRAM_FAILURE || error == CL_BUILD_PROGRAM_FAILURE ? CL_LINK_PROGRAM_FAILURE : error;
}

/* Was one of the objects made by clgroup-cc? Then only clgroup-cc can link it. */
static bool needs_compiler(const struct inputs *in) {
  for (cl_uint i = 0; i < in->count; i++) {
    const struct clgroup_program *p = in->entries[i];
    if (p && ((p->has_unit && p->unit.binary) || (p->library_count && p->library->binary)))
      return true;
  }
  return false;
}

static bool makes_library(const char *text) {
  struct clgroup_options options = {0};
  bool library = !clgroup_options_parse(text, &options) && options.create_library;
  clgroup_options_free(&options);
  return library;
}

/* Should clgroup-cc link the objects from their sources, because the driver's compiler is wrong on these devices? */
static bool better_by_compiler(const struct inputs *in) {
  bool better = in->calls;
  for (cl_uint i = 0; i < in->device_count && better; i++)
    better =
        clgroup_service_wants_compiler(&in->devices[i]) && clgroup_trial_passes(&in->devices[i], CLGROUP_ROUTE_COMPILE);
  return better;
}

/* Has the driver link what clgroup-cc has linked too: the options may be wrong, or ask for a description of the
 * kernels' arguments. */
static cl_int link_described(struct clgroup_link *link, cl_program linked, struct clgroup_buffer *log) {
  cl_program described = NULL;
  cl_int error = CL_SUCCESS;
  if (clgroup_link_program(link, &described, NULL, log) == CL_INVALID_LINKER_OPTIONS)
    error = CL_INVALID_LINKER_OPTIONS;
  struct clgroup_program *p =
      described && error == CL_SUCCESS ? clgroup_program_new(linked, link->context, CLGROUP_PROGRAM_UNRESOLVED) : NULL;
  if (p) {
    p->described = described;
    clgroup_program_add(p);
    atomic_store(&clgroup_links_described, true);
  } else if (described)
    clgroup_next.clReleaseProgram(described);
  return described && !p && error == CL_SUCCESS ? CL_OUT_OF_HOST_MEMORY : error;
}

/* Links to an executable, or units to a library, by the first attempt that succeeds. */
static cl_program link_inputs(cl_context context, const char *options, const struct inputs *in, cl_int *error) {
  struct clgroup_device *devices = in->devices;
  const cl_uint count = in->device_count;
  struct clgroup_buffer logs[2] = {{0}, {0}};
  cl_program linked = NULL;
  const bool needed = needs_compiler(in);
  enum clgroup_builder attempts[2];
  unsigned tries = 0, at = 0;
  if (needed || in->better)
    attempts[tries++] = CLGROUP_BY_COMPILE;
  if (!needed)
    attempts[tries++] = CLGROUP_BY_LINK;
  if (needed && devices->spirv) /* clgroup-cc makes an object only if it includes the library's headers */
    clgroup_plan_choose_for_headers(devices, count, are_optimized(in));
  else if (!are_optimized(in))
    clgroup_plan_avoid_shuffles(devices, count);
  struct clgroup_link link = {
      .context = context,
      .devices = devices,
      .count = count,
      .options = options,
      .inputs = in->programs,
      .input_count = in->count,
      .needs = &in->needs,
  };
  for (*error = CL_LINK_PROGRAM_FAILURE; at < tries && *error != CL_SUCCESS && *error != CL_OUT_OF_HOST_MEMORY; at++)
    if (attempts[at] == CLGROUP_BY_COMPILE)
      *error = link_units(context, devices, count, makes_library(options), in, &linked, &logs[at]);
    else
      *error = clgroup_link_program(&link, &linked, NULL, &logs[at]);
  const enum clgroup_builder by = attempts[at - 1];
  struct clgroup_buffer *log = &logs[at - 1];
  if (*error == CL_SUCCESS && by == CLGROUP_BY_COMPILE && !needed && options && *options &&
      (*error = link_described(&link, linked, log)) != CL_SUCCESS) {
    clgroup_next.clReleaseProgram(linked);
    linked = NULL;
  }
  if (*error == CL_SUCCESS && at == 2)
    clgroup_log(CLGROUP_LOG_ERRORS, "left to the driver, whose compiler may be wrong in branches: %.*s",
                (int)strcspn(logs[0].data ? logs[0].data : "", "\n"), logs[0].data ? logs[0].data : "");
  /* clLinkProgram may fail without a program that could hold the log. */
  if (*error != CL_SUCCESS && log->data)
    clgroup_log(linked ? CLGROUP_LOG_ALL : CLGROUP_LOG_ERRORS, "clLinkProgram: %s", log->data);
  clgroup_buffer_free(&logs[0]);
  clgroup_buffer_free(&logs[1]);
  return linked;
}

/* Unless the source of an object is missing here. */
static cl_int keep_units(struct clgroup_program *library, const struct inputs *in) {
  struct clgroup_unit *units;
  size_t count;
  struct clgroup_buffer log = {0};
  cl_int error = gather_units(in, &units, &count, &log);
  if (error == CL_SUCCESS && !(library->library = calloc(count, sizeof *units)))
    error = CL_OUT_OF_HOST_MEMORY;
  for (size_t i = 0; error == CL_SUCCESS && i < count; i++)
    if (clgroup_unit_copy(&library->library[i], &units[i]))
      error = CL_OUT_OF_HOST_MEMORY;
    else
      library->library_count++;
  free(units);
  clgroup_buffer_free(&log);
  return error == CL_LINK_PROGRAM_FAILURE ? CL_SUCCESS : error;
}

/* A library of the driver's. It keeps the units, in case clgroup-cc should link an executable. */
static cl_program link_library(cl_context context, const char *options, const struct inputs *in, cl_int *error) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_device_id *ids = clgroup_devices_ids(in->devices, in->device_count);
  cl_program linked = NULL;
  struct clgroup_program *library;
  *error = ids ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  if (ids)
    linked = cl->clLinkProgram(context, in->device_count, ids, options, in->count, in->programs, NULL, NULL, error);
  free(ids);
  if (!linked || *error != CL_SUCCESS)
    return linked;
  if ((library = clgroup_program_new(linked, context, CLGROUP_PROGRAM_UNRESOLVED))) {
    library->holds_opt_disable = !are_optimized(in);
    library->calls = in->calls;
    *error = in->better ? keep_units(library, in) : CL_SUCCESS;
    clgroup_program_add(library);
  } else
    *error = CL_OUT_OF_HOST_MEMORY;
  if (*error == CL_SUCCESS)
    return linked;
  if (library)
    clgroup_program_release(linked);
  else
    cl->clReleaseProgram(linked);
  return NULL;
}

static cl_int describe_devices(cl_context context, cl_uint count, const cl_device_id *devices, struct inputs *in) {
  cl_device_id *all = NULL;
  cl_int error = devices ? CL_SUCCESS : clgroup_context_devices(context, &all, &count);
  if (error != CL_SUCCESS)
    return error;
  in->devices = clgroup_devices_describe(all ? all : devices, count);
  in->device_count = count;
  free(all);
  return in->devices ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

cl_program CL_API_CALL clgroup_link_programs(cl_context context, cl_uint count, const cl_device_id *devices,
                                             const char *options, cl_uint input_count, const cl_program *inputs,
                                             clgroup_notify notify, void *data, cl_int *error_ret) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct inputs in = {0};
  cl_int error = CL_SUCCESS;
  cl_program linked = NULL;
  if (!inputs || !input_count || !devices != !count || (!notify && data))
    return cl->clLinkProgram(context, count, devices, options, input_count, inputs, notify, data, error_ret);
  error = open_inputs(&in, input_count, inputs);
  if (error == CL_SUCCESS && (in.any || in.calls))
    error = describe_devices(context, count, devices, &in);
  in.better = error == CL_SUCCESS && !needs_compiler(&in) && better_by_compiler(&in);
  if (error == CL_SUCCESS && !in.any && !in.better) {
    free_inputs(&in);
    return cl->clLinkProgram(context, count, devices, options, input_count, inputs, notify, data, error_ret);
  }
  if (error == CL_SUCCESS)
    linked = makes_library(options) && !needs_compiler(&in) ? link_library(context, options, &in, &error)
                                                            : link_inputs(context, options, &in, &error);
  free_inputs(&in);
  if (error_ret)
    *error_ret = error;
  if (notify && linked)
    notify(linked, data);
  return linked;
}
