#include "layer/api/build.h"

#include "layer/api/compile.h"
#include "layer/objects/device-list.h"
#include "layer/link/link.h"
#include "layer/base/names.h"
#include "layer/decide/plan.h"
#include "layer/link/prelude.h"
#include "targets/strategies.h"

#include <stdlib.h>
#include <string.h>

/* The results of a build or compilation, before the program takes them over. */
struct result {
  cl_program object; /* of the link route: the compiled object, with calls */
  cl_program linked;
  struct clgroup_loaded *loaded; /* the library module that it was linked with */
  struct clgroup_unit unit;      /* of the compile route, after clCompileProgram */
  bool has_unit;
  struct clgroup_buffer log;
  struct clgroup_buffer said; /* clgroup-cc's messages, if it failed */
};

static void free_result(struct result *r) {
  if (r->object)
    clgroup_next.call.clReleaseProgram(r->object);
  if (r->linked)
    clgroup_next.call.clReleaseProgram(r->linked);
  clgroup_loaded_release(r->loaded);
  if (r->has_unit)
    clgroup_unit_free(&r->unit);
  clgroup_buffer_free(&r->log);
  clgroup_buffer_free(&r->said);
}

static struct clgroup_build *find_build(struct clgroup_program *p, cl_device_id device) {
  for (size_t i = 0; i < p->build_count; i++)
    if (p->builds[i].device == device)
      return &p->builds[i];
  return NULL;
}

static void forget_build(struct clgroup_program *p, cl_device_id device) {
  struct clgroup_build *b = find_build(p, device);
  if (!b)
    return;
  free(b->options);
  free(b->log);
  *b = p->builds[--p->build_count];
}

cl_int clgroup_build_note(struct clgroup_program *p, const struct clgroup_build *what) {
  struct clgroup_build *builds = realloc(p->builds, (p->build_count + 1) * sizeof *builds);
  if (!builds)
    return CL_OUT_OF_HOST_MEMORY;
  p->builds = builds;
  struct clgroup_build b = *what;
  b.options = strdup(what->options ? what->options : "");
  b.log = strdup(what->log ? what->log : "");
  if (!b.options || !b.log) {
    free(b.options);
    free(b.log);
    return CL_OUT_OF_HOST_MEMORY;
  }
  forget_build(p, b.device);
  p->builds[p->build_count++] = b;
  return CL_SUCCESS;
}

/* Discards the layer's builds for these devices, before the driver builds the program itself. */
static void use_own(struct clgroup_program *p, cl_uint count, const cl_device_id *devices) {
  for (cl_uint i = 0; devices && i < count; i++)
    forget_build(p, devices[i]);
  if (!devices || !p->build_count)
    clgroup_program_reset(p);
}

static cl_int as_build_error(cl_int error) {
  switch (error) {
  case CL_COMPILE_PROGRAM_FAILURE:
  case CL_LINK_PROGRAM_FAILURE:
  case CL_LINKER_NOT_AVAILABLE:
    return CL_BUILD_PROGRAM_FAILURE;
  case CL_INVALID_COMPILER_OPTIONS:
  case CL_INVALID_LINKER_OPTIONS:
    return CL_INVALID_BUILD_OPTIONS;
  default:
    return error;
  }
}

/* A new driver program for each build: some drivers cannot compile a program again, or crash on it. */
static cl_int make_from_il(const struct clgroup_program *p, cl_program *object) {
  cl_int error = CL_SUCCESS;
  *object = clgroup_next.call.clCreateProgramWithIL(p->context, p->words, p->word_count * sizeof *p->words, &error);
  return error;
}

/* Should a shuffle be added to the source, so that the driver's object has the SPIR-V version that strategy subgroup
 * needs? Only if the object is not linked with other objects of the application, which would have an older version. */
static bool wants_shuffles(const struct clgroup_plan *plan, enum clgroup_product product) {
  bool wants = product == CLGROUP_EXECUTABLE;
  for (cl_uint i = 0; i < plan->count; i++)
    wants &= plan->devices[i].faults & CLGROUP_FAULT_PLAIN_OBJECTS &&
             clgroup_strategy_row(plan->devices[i].strategy)->shuffles;
  return wants;
}

static bool loses_stack(const struct clgroup_plan *plan) {
  bool loses = false;
  for (cl_uint i = 0; i < plan->count; i++)
    loses |= plan->devices[i].faults & CLGROUP_FAULT_LOSES_STACK;
  return loses;
}

static cl_int make_from_source(const struct clgroup_program *p, const struct clgroup_plan *plan,
                               enum clgroup_product product, cl_program *object) {
  struct clgroup_buffer before = {0};
  cl_int error = CL_SUCCESS;
  const struct clgroup_prelude prelude = {
      .names = plan->names,
      .any_version = plan->any_version,
      .extension = clgroup_settings_extension(),
      .shuffles = wants_shuffles(plan, product),
      .inline_functions = loses_stack(plan),
  };
  const char *after = clgroup_prelude(&before, &prelude);
  const char *strings[] = {before.data, p->source, after};
  const size_t lengths[] = {before.length, p->source_length, strlen(after)};
  if (before.failed)
    error = CL_OUT_OF_HOST_MEMORY;
  else
    *object = clgroup_next.call.clCreateProgramWithSource(p->context, *after ? 3 : 2, strings, lengths, &error);
  clgroup_buffer_free(&before);
  return error;
}

/* Mesa 25's compiler writes SPIR-V 1.6 where options relax a comparison of floats. Its linker then requires this
 * version of the library's module too, but its clCreateProgramWithIL rejects it. */
static cl_int compile_for(cl_program object, cl_uint count, const struct clgroup_device *devices, const char *options,
                          const struct clgroup_headers *headers) {
  char *precise = NULL;
  cl_device_id *ids = calloc(count, sizeof *ids);
  cl_int error = ids ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; ids && i < count; i++) {
    ids[i] = devices[i].id;
    if (devices[i].faults & CLGROUP_FAULT_PLAIN_OBJECTS && !precise && !(precise = clgroup_options_precise(options)))
      error = CL_OUT_OF_HOST_MEMORY;
  }
  if (error == CL_SUCCESS)
    error = clgroup_next.call.clCompileProgram(object, count, ids, precise ? precise : options, headers->count,
                                               headers->count ? headers->programs : NULL,
                                               headers->count ? headers->names : NULL, NULL, NULL);
  free(ids);
  free(precise);
  return error;
}

/* The link route's first half: an object in which the work-group functions are calls. */
static cl_int compile_object(const struct clgroup_program *p, const struct clgroup_plan *plan, const char *options,
                             const struct clgroup_headers *headers, enum clgroup_product product, struct result *r) {
  cl_int error =
      p->kind == CLGROUP_PROGRAM_IL ? make_from_il(p, &r->object) : make_from_source(p, plan, product, &r->object);
  if (error != CL_SUCCESS)
    return error;
  error = compile_for(r->object, plan->count, plan->devices, options, headers);
  clgroup_add_driver_log(&r->log, r->object, plan->devices, plan->count);
  return error;
}

/* An application may build a program for one device after another, each with its own options, and then use it on all of
 * them. So a new build must include the devices of earlier builds. */
static cl_int add_other_devices(struct clgroup_program *p, struct clgroup_plan *plan, struct result *r) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  const struct clgroup_headers no_headers = {0};
  cl_uint total, before = plan->count;
  cl_device_id *all;
  cl_int error = clgroup_program_devices(p->handle, &all, &total);
  if (error != CL_SUCCESS || total == plan->count) {
    free(all);
    return error;
  }
  struct clgroup_device *devices = realloc(plan->devices, total * sizeof *devices);
  if (devices)
    plan->devices = devices;
  for (cl_uint i = 0; devices && i < total; i++) {
    bool here = false;
    for (cl_uint k = 0; k < before; k++)
      here |= plan->devices[k].id == all[i];
    struct clgroup_build *b = find_build(p, all[i]);
    cl_build_status status = b ? b->status : CL_BUILD_NONE;
    if (!b)
      cl->clGetProgramBuildInfo(p->handle, all[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    if (here || status != CL_BUILD_SUCCESS || plan->count == total)
      continue;
    char options[4096] = "";
    if (!b && cl->clGetProgramBuildInfo(p->handle, all[i], CL_PROGRAM_BUILD_OPTIONS, sizeof options, options, NULL) !=
                  CL_SUCCESS)
      continue;
    struct clgroup_device *other = &plan->devices[plan->count];
    clgroup_device_describe(&clgroup_next, all[i], other);
    if (compile_for(r->object, 1, other, b ? b->options : options, &no_headers) == CL_SUCCESS)
      plan->count++;
  }
  free(all);
  return devices ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

static cl_int link_result(struct clgroup_program *p, struct clgroup_plan *plan, struct result *r) {
  cl_uint asked = plan->count;
  cl_int error = add_other_devices(p, plan, r);
  if (error != CL_SUCCESS)
    return error;
  struct clgroup_link link = {
      .context = p->context,
      .devices = plan->devices,
      .count = plan->count,
      .options = NULL,
      .inputs = &r->object,
      .input_count = 1,
      .names = plan->names,
  };
  error = clgroup_link_program(&link, &r->linked, &r->loaded, &r->log);
  plan->count = asked;
  return error;
}

/* By clgroup-cc; where that fails, what it says is r->said. */
static cl_int make_by_compiler(const struct clgroup_program *p, const struct clgroup_plan *plan, const char *options,
                               const struct clgroup_headers *headers, enum clgroup_product product, struct result *r) {
  cl_int error = clgroup_compile_route(p, plan, options, headers, product, &r->linked, &r->unit, &r->said);
  r->has_unit = product == CLGROUP_OBJECT && error == CL_SUCCESS;
  if (error == CL_SUCCESS) {
    clgroup_buffer_free(&r->log);
    r->log = r->said;
    r->said = (struct clgroup_buffer){0};
  }
  return error;
}

/* Builds or compiles in the layer, for the plan's devices. Does not change the program. */
static cl_int make(struct clgroup_program *p, struct clgroup_plan *plan, const char *options,
                   const struct clgroup_headers *headers, enum clgroup_product product, struct result *r) {
  cl_int error = CL_SUCCESS;
  const bool compiler_first = plan->route == CLGROUP_ROUTE_COMPILE;
  if (compiler_first)
    error = make_by_compiler(p, plan, options, headers, product, r);
  /* There may be no clgroup-cc, or the source may need the driver's compiler. If both fail, the log is the driver's,
   * unless that is empty. If CLGROUP_ROUTE requested this route, the failure is logged as an error. */
  if (!compiler_first || (error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY && plan->devices->spirv)) {
    plan->route = CLGROUP_ROUTE_LINK;
    error = compile_object(p, plan, options, headers, product, r);
    if (error == CL_SUCCESS && product == CLGROUP_EXECUTABLE)
      error = link_result(p, plan, r);
    if (r->said.data && error == CL_SUCCESS)
      clgroup_log(clgroup_settings.route == CLGROUP_ROUTE_COMPILE ? CLGROUP_LOG_ERRORS : CLGROUP_LOG_ALL,
                  "route link, since compile failed: %.*s", (int)strcspn(r->said.data, "\n"), r->said.data);
  }
  if (!compiler_first && plan->needs_compiler && error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY) {
    clgroup_plan_use_compiler(plan);
    error = make_by_compiler(p, plan, options, headers, product, r);
  }
  if (error != CL_SUCCESS && r->said.length && (!r->log.length || plan->needs_compiler)) {
    clgroup_buffer_end_line(&r->log);
    clgroup_buffer_add_bytes(&r->log, r->said.data, r->said.length);
  }
  return error;
}

/* Stores the results, or the failure, in the program. */
static cl_int adopt(struct clgroup_program *p, const struct clgroup_plan *plan, const char *options,
                    enum clgroup_product product, cl_int error, struct result *r) {
  if (error == CL_OUT_OF_HOST_MEMORY || r->log.failed)
    return CL_OUT_OF_HOST_MEMORY;
  if (error != CL_SUCCESS && !r->log.length)
    clgroup_buffer_add(&r->log, "clgroup: the driver returned error %d without a build log\n", error);
  struct clgroup_build b = {
      .options = (char *)options,
      .log = r->log.data,
      .status = error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR,
      .type = error != CL_SUCCESS             ? CL_PROGRAM_BINARY_TYPE_NONE
              : product == CLGROUP_EXECUTABLE ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                              : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
  };
  for (cl_uint i = 0; i < plan->count; i++) {
    b.device = plan->devices[i].id;
    if (clgroup_build_note(p, &b) != CL_SUCCESS)
      return CL_OUT_OF_HOST_MEMORY;
  }
  clgroup_program_drop(p);
  if (error != CL_SUCCESS)
    return error;
  if (product == CLGROUP_EXECUTABLE) {
    p->linked = r->linked;
    r->linked = NULL;
    p->loaded = r->loaded;
    r->loaded = NULL;
  } else {
    p->object = r->object;
    r->object = NULL;
    p->unit = r->unit;
    p->has_unit = r->has_unit;
    r->has_unit = false;
  }
  return CL_SUCCESS;
}

/* The application's call: clBuildProgram or clCompileProgram, by `product`. */
struct request {
  cl_program handle;
  cl_uint count;
  const cl_device_id *devices;
  const char *options;
  const struct clgroup_headers *headers;
  enum clgroup_product product;
  clgroup_notify notify;
  void *data;
};

static cl_int failure_of(const struct request *q) {
  return q->product == CLGROUP_EXECUTABLE ? CL_BUILD_PROGRAM_FAILURE : CL_COMPILE_PROGRAM_FAILURE;
}

static cl_int driver_build(const struct request *q, bool calls_back) {
  const cl_icd_dispatch *cl = &clgroup_next.call;
  const struct clgroup_headers *headers = q->headers;
  clgroup_notify notify = calls_back ? q->notify : NULL;
  void *data = calls_back ? q->data : NULL;
  return q->product == CLGROUP_EXECUTABLE
             ? cl->clBuildProgram(q->handle, q->count, q->devices, q->options, notify, data)
             : cl->clCompileProgram(q->handle, q->count, q->devices, q->options, headers->count,
                                    headers->count ? headers->programs : NULL, headers->count ? headers->names : NULL,
                                    notify, data);
}

/* The functions that the driver's log of a failed build names: a source may paste a name from tokens, which the scanner
 * does not do. */
static uint64_t names_in_log(cl_program handle, cl_uint count, const cl_device_id *devices) {
  cl_device_id *all = NULL;
  struct clgroup_buffer log = {0};
  uint64_t names = 0;
  if (!devices && clgroup_program_devices(handle, &all, &count) == CL_SUCCESS)
    devices = all;
  for (cl_uint i = 0; devices && i < count; i++) {
    const struct clgroup_device device = {.id = devices[i]};
    clgroup_add_driver_log(&log, handle, &device, 1);
  }
  for (unsigned i = 0; log.data && i < clgroup_name_count; i++)
    if (strstr(log.data, clgroup_names[i].text))
      names |= (uint64_t)1 << i;
  clgroup_buffer_free(&log);
  free(all);
  return names & clgroup_names_all(clgroup_settings_extension());
}

/* Keeps the source of an object that the driver compiles: clgroup-cc may have to link it later. */
static cl_int keep_source(struct clgroup_program *p, const char *options, const struct clgroup_headers *headers) {
  struct clgroup_device device;
  cl_uint count;
  cl_device_id *devices;
  cl_int error = clgroup_program_devices(p->handle, &devices, &count);
  if (error != CL_SUCCESS)
    return error;
  clgroup_device_describe(&clgroup_next, devices[0], &device);
  if (device.route == CLGROUP_ROUTE_COMPILE && !device.spirv && p->kind == CLGROUP_PROGRAM_SOURCE) {
    if (p->has_unit)
      clgroup_unit_free(&p->unit);
    error = clgroup_unit_of_source(p, options, headers, &p->unit);
    p->has_unit = error == CL_SUCCESS;
  }
  free(devices);
  return error;
}

/* Lets the driver build a program whose lock is held. Releases the lock meanwhile, since the driver may call the
 * application's callback before it returns. */
static cl_int build_own(struct clgroup_program *p, const struct request *q, bool calls_back) {
  use_own(p, q->count, q->devices);
  cl_int error = q->product == CLGROUP_EXECUTABLE ? CL_SUCCESS : keep_source(p, q->options, q->headers);
  pthread_mutex_unlock(&p->lock);
  if (error == CL_SUCCESS)
    error = driver_build(q, calls_back);
  pthread_mutex_lock(&p->lock);
  return error;
}

/* Does so after the layer's build has failed: without -cl-std the program may define these names itself. Otherwise this
 * is the last resort. */
static cl_int build_after(struct clgroup_program *p, const struct request *q, const struct result *r) {
  const char *log = r->log.data ? r->log.data : "";
  cl_int error = build_own(p, q, false);
  if (error == CL_SUCCESS)
    clgroup_log(CLGROUP_LOG_ERRORS,
                "built by the driver alone, whose functions may be wrong, since the layer failed: %.*s",
                (int)strcspn(log, "\n"), log);
  return error;
}

static cl_int decide(struct clgroup_program *p, const struct request *q, struct clgroup_plan *plan) {
  return clgroup_program_has_kernels(p)
             ? CL_INVALID_OPERATION
             : clgroup_plan(plan, p, q->product, q->count, q->devices, q->options, q->headers, 0);
}

/* Lets the driver build first, or alone. Sets *layer if the layer should then build, by the plan. */
static cl_int try_driver(struct clgroup_program *p, const struct request *q, struct clgroup_plan *plan, bool *layer) {
  const bool untouched = plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER;
  clgroup_log(CLGROUP_LOG_ALL, "the driver builds it first");
  cl_int error = build_own(p, q, untouched);
  /* A driver may refuse the -cl-std of a program for clgroup-cc. */
  const bool refused = error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS;
  *layer = !untouched && (error == failure_of(q) || (refused && plan->needs_compiler)) && plan->names;
  if (!untouched || q->notify || error != failure_of(q))
    return error;
  uint64_t complaint = names_in_log(q->handle, q->count, q->devices);
  if (complaint) {
    clgroup_plan_free(plan);
    *layer = clgroup_plan(plan, p, q->product, q->count, q->devices, q->options, q->headers, complaint) == CL_SUCCESS &&
             plan->way != CLGROUP_PLAN_LEAVE_TO_DRIVER;
  }
  return error;
}

/* Both the driver, with `own_error`, and the layer have failed: the driver's log is kept. Where clgroup-cc has headers
 * that the driver has not, the log goes on with what clgroup-cc says. */
static cl_int fail_as_driver(struct clgroup_program *p, const struct request *q, const struct clgroup_plan *plan,
                             cl_int own_error, struct result *r) {
  if (!plan->needs_compiler)
    return own_error;
  clgroup_buffer_free(&r->log);
  clgroup_add_driver_log(&r->log, q->handle, plan->devices, plan->count);
  clgroup_buffer_end_line(&r->log);
  clgroup_buffer_add_bytes(&r->log, r->said.data ? r->said.data : "", r->said.length);
  return adopt(p, plan, q->options, q->product, own_error, r);
}

/* `tried`: the driver has built before, and failed with `own_error`. */
static cl_int build_by_layer(struct clgroup_program *p, const struct request *q, struct clgroup_plan *plan, bool tried,
                             cl_int own_error) {
  struct result r = {0};
  double start = clgroup_log_clock();
  clgroup_plan_log(plan, q->product);
  cl_int error = make(p, plan, q->options, q->headers, q->product, &r);
  clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms %s by route %s: %d", clgroup_log_clock() - start,
              q->product == CLGROUP_EXECUTABLE ? "built" : "compiled", clgroup_settings_route(plan->route), error);
  if (tried && error != CL_SUCCESS)
    error = fail_as_driver(p, q, plan, own_error, &r);
  else if (plan->way == CLGROUP_PLAN_FIRST && error != CL_SUCCESS)
    error = build_after(p, q, &r);
  else
    error = adopt(p, plan, q->options, q->product, error, &r);
  free_result(&r);
  return q->product == CLGROUP_EXECUTABLE ? as_build_error(error) : error;
}

static cl_int run(const struct request *q) {
  struct clgroup_program *p = NULL;
  struct clgroup_plan plan = {.way = CLGROUP_PLAN_LEAVE_TO_DRIVER};
  const struct clgroup_headers *headers = q->headers;
  bool well_formed =
      !q->devices == !q->count && (q->notify || !q->data) && (!headers->count || (headers->programs && headers->names));
  cl_int error = clgroup_program_use(q->handle, &p);
  if (error != CL_SUCCESS)
    return error;
  if (!p || p->kind == CLGROUP_PROGRAM_UNRESOLVED || !well_formed) {
    if (p)
      clgroup_program_done(p);
    return driver_build(q, true);
  }
  pthread_mutex_lock(&p->lock);
  error = decide(p, q, &plan);
  const bool untouched = error == CL_SUCCESS && plan.way == CLGROUP_PLAN_LEAVE_TO_DRIVER;
  const bool tried = untouched || (error == CL_SUCCESS && plan.way == CLGROUP_PLAN_DRIVER_FIRST);
  bool layer = error == CL_SUCCESS && !tried;
  if (tried)
    error = try_driver(p, q, &plan, &layer);
  if (layer)
    error = build_by_layer(p, q, &plan, tried, error);
  clgroup_plan_free(&plan);
  pthread_mutex_unlock(&p->lock);
  if (q->notify && !untouched && (error == CL_SUCCESS || error == failure_of(q)))
    q->notify(q->handle, q->data);
  clgroup_program_done(p);
  return error;
}

cl_int clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                             clgroup_notify notify, void *data) {
  const struct clgroup_headers none = {0};
  return run(&(struct request){handle, count, devices, options, &none, CLGROUP_EXECUTABLE, notify, data});
}

cl_int clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices, const char *options,
                               cl_uint header_count, const cl_program *headers, const char **header_names,
                               clgroup_notify notify, void *data) {
  const struct clgroup_headers list = {header_count, headers, header_names};
  return run(&(struct request){handle, count, devices, options, &list, CLGROUP_OBJECT, notify, data});
}
