/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clLinkProgram, for the application's objects, of which some may call the library. */
#include "layer/api/entries.h"
#include "layer/api/make.h"
#include "layer/objects/device-list.h"
#include "layer/decide/service.h"
#include "layer/decide/trial.h"
#include "layer/link/link.h"
#include "layer/base/options.h"

#include <stdlib.h>
#include <string.h>

/* A call of the application. */
struct call {
  const cl_device_id *device_ids; /* NULL: all of the context's */
  cl_uint device_count;
  clgroup_notify notify;
  void *data;
  struct clgroup_program **entries; /* of the inputs; NULL if the layer has none */
  cl_program *programs;             /* the inputs, as passed to the driver */
  struct clgroup_symbols needs;     /* of inputs that were loaded as binaries */
  struct clgroup_service *devices;  /* described if an input may call functions */
  struct clgroup_link link;
  unsigned facts; /* FACT_CALLS: an object may call functions of the library */
  bool calls;     /* a source may call work-group functions */
  bool optimized; /* set by decide: the driver may optimize all inputs */
  cl_program linked;
  struct clgroup_program *entry; /* its entry, if it has one */
  struct clgroup_attempts attempts;
};

static void close_inputs(struct call *c) {
  for (cl_uint i = 0; i < c->link.input_count; i++)
    if (c->entries && c->entries[i])
      clgroup_program_close(c->entries[i]);
  free(c->entries);
  c->entries = NULL;
}

static void free_call(struct call *c) {
  close_inputs(c);
  free(c->programs);
  free(c->devices);
  clgroup_symbols_free(&c->needs);
  clgroup_attempts_free(&c->attempts);
}

/* Takes the entries and their locks, each entry once, in the order of their addresses, so that concurrent links cannot
 * deadlock. */
static cl_int open_call(struct call *c) {
  const cl_uint count = c->link.input_count;
  const cl_program *programs = c->link.inputs;
  cl_int error = CL_SUCCESS;
  c->entries = calloc(count, sizeof *c->entries);
  c->programs = calloc(count, sizeof *c->programs);
  if (!c->entries || !c->programs)
    return CL_OUT_OF_HOST_MEMORY;
  struct clgroup_program **sorted = calloc(count, sizeof *sorted);
  if (!sorted)
    return CL_OUT_OF_HOST_MEMORY;
  cl_uint known = 0;
  for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++) {
    struct clgroup_program *p;
    error = clgroup_program_use(programs[i], &p);
    c->programs[i] = programs[i];
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
    sorted[at] = c->entries[i] = p;
    known++;
  }
  c->link.inputs = c->programs;
  c->link.needs = &c->needs;
  for (cl_uint i = 0; i < known; i++)
    pthread_mutex_lock(&sorted[i]->lock);
  free(sorted);
  for (cl_uint i = 0; i < count; i++) {
    struct clgroup_program *p = c->entries[i];
    if (!p)
      continue;
    if (!p->object && !p->has_unit && !clgroup_build_left(p, false))
      error = CL_INVALID_OPERATION;
    if (p->object)
      c->programs[i] = p->object;
    if (p->object || (p->has_unit && p->unit.binary) || (p->kind != CLGROUP_PROGRAM_SOURCE && !p->for_compiler))
      c->facts |= FACT_CALLS;
    if ((p->has_unit && p->unit.binary) || (p->library_count && p->library->binary))
      c->facts |= FACT_COMPILED;
    c->calls |= p->calls;
    if (clgroup_symbols_merge(&c->needs, &p->needs))
      error = CL_OUT_OF_HOST_MEMORY;
  }
  return error;
}

/* Do the options have -create-library, or -cl-opt-disable? */
static bool has_option(const char *text, bool create_library) {
  struct clgroup_options o = {0};
  const bool has = !clgroup_options_parse(text, &o) && (create_library ? o.create_library : o.opt_disable);
  clgroup_options_free(&o);
  return has;
}

/* The driver's record of the options for its object. */
static bool driver_may_optimize(cl_program object) {
  cl_device_id *ids;
  cl_uint count;
  bool may = true;
  (void)clgroup_program_devices(object, &ids, &count);
  for (cl_uint i = 0; i < count && may; i++) {
    char *text = clgroup_build_text(object, ids[i], CL_PROGRAM_BUILD_OPTIONS);
    may = !text || !has_option(text, false);
    free(text);
  }
  free(ids);
  return may;
}

/* May the driver optimize all inputs? A library does not list the options of its objects. */
static bool are_optimized(const struct call *c) {
  bool may = true;
  for (cl_uint i = 0; i < c->link.input_count && may; i++) {
    const struct clgroup_program *p = c->entries[i];
    may = driver_may_optimize(c->programs[i]) && !(p && p->holds_opt_disable);
    for (size_t k = 0; p && k < p->build_count && may; k++)
      may = !has_option(p->builds[k].options, false);
  }
  return may;
}

/* For the compile route: every input must have a unit, even if the driver compiled it, or be a library of units. *units
 * is for free(); its elements remain the inputs'. */
static cl_int gather_units(const struct call *c, struct clgroup_unit **units, size_t *count,
                           struct clgroup_buffer *log) {
  size_t total = 0;
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; i < c->link.input_count; i++)
    total += c->entries[i] ? c->entries[i]->library_count + 1 : 0;
  *count = 0;
  *units = calloc(total + 1, sizeof **units);
  if (!*units)
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < c->link.input_count && error == CL_SUCCESS; i++) {
    const struct clgroup_program *p = c->entries[i];
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

/* The entry of what was linked, which is made when it is first wanted; NULL: out of memory. */
static struct clgroup_program *entry(struct call *c) {
  if (!c->entry && (c->entry = clgroup_program_new(c->linked, c->link.context, CLGROUP_PROGRAM_UNRESOLVED))) {
    c->entry->holds_opt_disable = !c->optimized;
    c->entry->calls = c->calls;
    clgroup_program_add(c->entry);
  }
  return c->entry;
}

/* Releases what was linked, and its entry, after an error. Returns the error. */
static cl_int ended(struct call *c, cl_int error) {
  if (error == CL_SUCCESS || !c->linked)
    return error;
  clgroup_program_release(c->linked);
  c->linked = NULL;
  c->entry = NULL;
  return error;
}

/* Records what the application asked for: the driver has built another program, by other options. */
static cl_int note_builds(struct call *c, cl_program_binary_type type) {
  struct clgroup_program *p = entry(c);
  cl_int error = p ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; error == CL_SUCCESS && i < c->link.count; i++)
    error = clgroup_build_note(p, &(struct clgroup_build){.device = c->link.devices[i].device.id,
                                                          .options = (char *)c->link.options,
                                                          .status = CL_BUILD_SUCCESS,
                                                          .type = type});
  return error;
}

/* Makes a program that only has units: for the driver its source is empty. */
static cl_int make_library(struct call *c, const struct clgroup_unit *units, size_t count, struct clgroup_buffer *log) {
  const struct clgroup_link *link = &c->link;
  const char *text = " ";
  cl_int error = CL_SUCCESS;
  c->linked = clgroup_next.clCreateProgramWithSource(link->context, 1, &text, NULL, &error);
  struct clgroup_program *p = c->linked ? entry(c) : NULL;
  if (error == CL_SUCCESS && (!p || !(p->library = calloc(count, sizeof *p->library))))
    error = CL_OUT_OF_HOST_MEMORY;
  for (size_t i = 0; error == CL_SUCCESS && i < count; i++)
    error = clgroup_compile_unit(link, &units[i], &p->library[p->library_count++], log);
  return error == CL_SUCCESS ? note_builds(c, CL_PROGRAM_BINARY_TYPE_LIBRARY) : error;
}

/* Kernels of the linked program have its units' limit. */
static void note_limit(struct clgroup_program *p, const struct clgroup_unit *units, size_t count) {
  for (size_t i = 0; i < count; i++)
    p->limit = units[i].limit ? units[i].limit : p->limit;
}

/* By clgroup-cc. */
static cl_int link_units(struct call *c, struct clgroup_buffer *log) {
  struct clgroup_unit *units;
  size_t count;
  cl_int error = gather_units(c, &units, &count, log);
  if (error == CL_SUCCESS && c->facts & FACT_LIBRARY)
    error = make_library(c, units, count, log);
  else if (error == CL_SUCCESS)
    error = clgroup_compile_link(&c->link, units, count, &c->linked, log);
  if (error == CL_SUCCESS && !(c->facts & FACT_LIBRARY) &&
      (error = note_builds(c, CL_PROGRAM_BINARY_TYPE_EXECUTABLE)) == CL_SUCCESS)
    note_limit(c->entry, units, count);
  free(units);
  return error == CL_COMPILE_PROGRAM_FAILURE || error == CL_BUILD_PROGRAM_FAILURE ? CL_LINK_PROGRAM_FAILURE : error;
}

/* Should clgroup-cc link the objects from their sources, because the driver's compiler is wrong on these devices? */
static bool better_by_compiler(const struct call *c) {
  bool better = c->calls;
  for (cl_uint i = 0; i < c->link.count && better; i++)
    better =
        clgroup_service_wants_compiler(&c->devices[i]) && clgroup_trial_passes(&c->devices[i], CLGROUP_ROUTE_COMPILE);
  return better;
}

/* Has the driver link what clgroup-cc has linked too: the options may be wrong, or ask for a description of the
 * kernels' arguments. */
static cl_int link_described(struct call *c, struct clgroup_buffer *log) {
  cl_program described = NULL;
  const cl_int error = clgroup_link_program(&c->link, &described, NULL, log);
  struct clgroup_program *p = described && error != CL_INVALID_LINKER_OPTIONS ? entry(c) : NULL;
  if (p) {
    p->described = described;
    atomic_store(&clgroup_links_described, true);
  } else if (described)
    clgroup_next.clReleaseProgram(described);
  return error == CL_INVALID_LINKER_OPTIONS ? error : described && !p ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
}

/* Unless the source of an object is missing here. */
static cl_int keep_units(struct clgroup_program *library, const struct call *c) {
  struct clgroup_unit *units;
  size_t count;
  struct clgroup_buffer log = {0};
  cl_int error = gather_units(c, &units, &count, &log);
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

/* By the driver alone. No lock is held while it may call the application back. A library of the driver's keeps the
 * units, in case clgroup-cc should link an executable. */
static cl_int link_by_driver(struct call *c) {
  const bool calls_back = c->attempts.calls_back;
  cl_int error = CL_SUCCESS;
  if (calls_back)
    close_inputs(c);
  c->linked =
      clgroup_next.clLinkProgram(c->link.context, c->device_count, c->device_ids, c->link.options, c->link.input_count,
                                 c->link.inputs, calls_back ? c->notify : NULL, calls_back ? c->data : NULL, &error);
  if (calls_back || !c->linked || error != CL_SUCCESS)
    return error;
  struct clgroup_program *library = entry(c);
  return ended(c, !library ? CL_OUT_OF_HOST_MEMORY : c->facts & FACT_LIBRARY ? keep_units(library, c) : CL_SUCCESS);
}

static cl_int try_one(void *context, struct clgroup_attempt *t, cl_int error) {
  struct call *c = context;
  c->link.choice = t->choice;
  if (t->by == CLGROUP_BY_DRIVER)
    return link_by_driver(c);
  if (t->by == CLGROUP_BY_LINK)
    return clgroup_link_program(&c->link, &c->linked, NULL, &t->log);
  error = link_units(c, &t->log);
  const bool described = !(c->facts & FACT_COMPILED) && c->link.options && *c->link.options;
  return ended(c, error == CL_SUCCESS && described ? link_described(c, &t->log) : error);
}

static cl_int try_all(struct call *c) {
  struct clgroup_buffer log = {0};
  const cl_int error = clgroup_attempts_run(&c->attempts, try_one, c, "linked");
  if (error == CL_SUCCESS && clgroup_attempts_by(&c->attempts, CLGROUP_BY_LINK) &&
      clgroup_kernels_are_renamed(c->linked))
    clgroup_log(CLGROUP_LOG_ERRORS, "clLinkProgram: " CLGROUP_KERNEL_RENAMED);
  /* clLinkProgram may fail without a program that could hold the log. */
  clgroup_attempts_messages(&c->attempts, false, &log);
  if (error != CL_SUCCESS && log.length)
    clgroup_log(c->linked ? CLGROUP_LOG_ALL : CLGROUP_LOG_ERRORS, "clLinkProgram: %s", log.data);
  clgroup_buffer_free(&log);
  return error;
}

static cl_int describe_devices(struct call *c) {
  cl_device_id *all = NULL;
  c->link.count = c->device_count;
  cl_int error = c->device_ids ? CL_SUCCESS : clgroup_context_devices(c->link.context, &all, &c->link.count);
  if (error != CL_SUCCESS)
    return error;
  c->link.devices = c->devices = clgroup_devices_describe(all ? all : c->device_ids, &c->link.count);
  free(all);
  return c->devices ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

/* Lists the attempts. The driver links what no object concerns, and calls the application back. */
static cl_int decide(struct call *c) {
  cl_int error = c->calls || c->facts & FACT_CALLS ? describe_devices(c) : CL_SUCCESS;
  if (error != CL_SUCCESS)
    return error;
  if (c->entries && has_option(c->link.options, true))
    c->facts |= FACT_LIBRARY;
  if (!(c->facts & FACT_COMPILED) && better_by_compiler(c))
    c->facts |= FACT_ONLY_COMPILED;
  const bool concerned = c->facts & (FACT_CALLS | FACT_ONLY_COMPILED | FACT_LIBRARY);
  clgroup_attempts_list(&c->attempts, c->facts | FACT_LINKS | (concerned ? 0 : FACT_CALLBACK), CLGROUP_ROUTE_NATIVE,
                        NULL);
  /* Of a device that takes SPIR-V, clgroup-cc makes an object only if it includes the library's headers. */
  c->optimized = !concerned || are_optimized(c);
  clgroup_plan_choose(&c->attempts, c->devices, c->link.count, c->facts & FACT_COMPILED && c->devices->device.spirv,
                      c->optimized);
  return CL_SUCCESS;
}

/* Are the devices those of an input? Intel's clCompileProgram, of the library's module, crashes on others. */
static bool are_known(cl_uint input_count, const cl_program *inputs, cl_uint count, const cl_device_id *devices) {
  bool known = false;
  for (cl_uint i = 0; i < input_count && !known; i++)
    known = clgroup_program_has(inputs[i], count, devices);
  return known;
}

cl_program CL_API_CALL clgroup_link_programs(cl_context context, cl_uint count, const cl_device_id *devices,
                                             const char *options, cl_uint input_count, const cl_program *inputs,
                                             clgroup_notify notify, void *data, cl_int *error_ret) {
  struct call c = {devices, count, notify, data,
                   .link = {.context = context, .options = options, .inputs = inputs, .input_count = input_count}};
  const bool well_formed = context && inputs && input_count && !devices == !count && (notify || !data) &&
                           are_known(input_count, inputs, count, devices);
  cl_int error = well_formed ? open_call(&c) : CL_SUCCESS;
  if (error == CL_SUCCESS)
    error = decide(&c);
  if (error == CL_SUCCESS)
    error = try_all(&c);
  free_call(&c);
  if (error_ret)
    *error_ret = error;
  if (notify && c.linked && !c.attempts.calls_back)
    notify(c.linked, data);
  return c.linked;
}
