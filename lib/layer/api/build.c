#include "layer/api/build.h"

#include "layer/api/make.h"
#include "layer/objects/device-list.h"
#include "layer/link/link.h"
#include "names/names.h"
#include "layer/decide/plan.h"

#include <stdlib.h>
#include <string.h>

/* Discards the layer's builds for these devices, before the driver builds the program itself. */
static void use_own(struct clgroup_program *p, cl_uint count, const cl_device_id *devices) {
  for (cl_uint i = 0; devices && i < count; i++)
    clgroup_build_forget(p, devices[i]);
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

/* Is the program built for devices that the plan has not? A failure leaves that build. */
static bool serves_others(const struct clgroup_program *p, const struct clgroup_plan *plan) {
  bool others = false;
  for (size_t i = 0; p->linked && i < p->build_count && !others; i++)
    others = p->builds[i].status == CL_BUILD_SUCCESS && !clgroup_plan_has(plan, p->builds[i].device);
  return others;
}

/* Forgets builds for devices that the new program is not for, since clgroup-cc makes one of equal devices and options.
 */
static void forget_lost(struct clgroup_program *p) {
  cl_uint count = 0;
  cl_device_id *ids = NULL;
  if (clgroup_program_devices(p->linked, &ids, &count) != CL_SUCCESS)
    return;
  for (size_t i = p->build_count; i-- > 0;) {
    const cl_device_id device = p->builds[i].device;
    bool has = p->builds[i].status != CL_BUILD_SUCCESS;
    for (cl_uint k = 0; k < count && !has; k++)
      has = ids[k] == device;
    if (has)
      continue;
    struct clgroup_device lost;
    clgroup_device_describe(device, &lost);
    clgroup_log(CLGROUP_LOG_ERRORS,
                "the build for another device is lost, since one program cannot have both: make another program for %s",
                lost.name);
    clgroup_build_forget(p, device);
  }
  free(ids);
}

/* Stores the results, or the failure, in the program. */
static cl_int adopt(struct clgroup_program *p, const struct clgroup_plan *plan, cl_int error, struct clgroup_made *r) {
  const enum clgroup_product product = plan->request->product;
  if (error == CL_OUT_OF_HOST_MEMORY || r->log.failed)
    return CL_OUT_OF_HOST_MEMORY;
  if (error != CL_SUCCESS && !r->log.length)
    clgroup_buffer_add(&r->log, "clgroup: the driver returned error %d without a build log\n", error);
  struct clgroup_build b = {
      .options = (char *)plan->request->options,
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
  if (error == CL_SUCCESS || !serves_others(p, plan))
    clgroup_program_drop(p);
  if (error != CL_SUCCESS)
    return error;
  if (product == CLGROUP_EXECUTABLE) {
    p->linked = r->linked;
    r->linked = NULL;
    p->loaded = r->loaded;
    r->loaded = NULL;
    if (p->build_count > plan->count)
      forget_lost(p);
  } else {
    p->object = r->object;
    r->object = NULL;
    p->unit = r->unit;
    p->has_unit = r->has_unit;
    r->has_unit = false;
  }
  return CL_SUCCESS;
}

static cl_int failure_of(const struct clgroup_request *q) {
  return q->product == CLGROUP_EXECUTABLE ? CL_BUILD_PROGRAM_FAILURE : CL_COMPILE_PROGRAM_FAILURE;
}

static cl_int driver_build(const struct clgroup_request *q, bool calls_back) {
  const cl_icd_dispatch *cl = &clgroup_next;
  const struct clgroup_headers *headers = &q->headers;
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

/* Lets the driver build a program whose lock is held. Releases the lock meanwhile, since the driver may call the
 * application's callback before it returns. */
static cl_int build_own(struct clgroup_program *p, const struct clgroup_request *q, bool calls_back) {
  use_own(p, q->count, q->devices);
  cl_int error = CL_SUCCESS;
  if (q->product == CLGROUP_OBJECT) {
    if (p->has_unit)
      clgroup_unit_free(&p->unit);
    error = clgroup_keep_source(p, q, &p->unit, &p->has_unit);
  }
  pthread_mutex_unlock(&p->lock);
  if (error == CL_SUCCESS)
    error = driver_build(q, calls_back);
  pthread_mutex_lock(&p->lock);
  return error;
}

/* May the driver build a program that the layer could not? Some drivers build calls of functions that they do not have,
 * which then return wrong values. NVIDIA's has the functions without reporting them; some are
 * wrong in work-groups of one work-item, and the log says so. */
static bool may_build_after(const struct clgroup_program *p, const struct clgroup_plan *plan, bool *has_functions) {
  *has_functions = true;
  for (cl_uint i = 0; i < plan->count; i++)
    *has_functions &= plan->devices[i].has_functions || *plan->devices[i].architecture;
  return p->kind == CLGROUP_PROGRAM_SOURCE && (*has_functions || clgroup_needs_no_function(p, plan));
}

/* Notes for the build log how the driver has built the program. */
static cl_int note_driver(struct clgroup_program *p, const struct clgroup_request *q,
                          const struct clgroup_device *devices, cl_uint count, const char *line) {
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; error == CL_SUCCESS && i < count; i++) {
    struct clgroup_buffer log = {0};
    clgroup_buffer_add(&log, "clgroup: %s\n", line);
    clgroup_add_driver_log(&log, q->handle, &devices[i], 1);
    const struct clgroup_build b = {
        .device = devices[i].id,
        .options = (char *)q->options,
        .log = log.data,
        .status = CL_BUILD_SUCCESS,
        .type = q->product == CLGROUP_EXECUTABLE ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                                 : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
    };
    error = log.failed ? CL_OUT_OF_HOST_MEMORY : clgroup_build_note(p, &b);
    clgroup_buffer_free(&log);
  }
  return error;
}

/* Has the driver refused the program or its options, such as a -cl-std that it does not have? */
static bool is_refusal(const struct clgroup_request *q, cl_int error) {
  return error == failure_of(q) || error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS;
}

/* Plans for the layer what the driver, which has the functions, has refused: it may not have them in the program's
 * version of OpenCL C. Returns whether the layer should build. */
static bool plan_again(struct clgroup_program *p, struct clgroup_plan *plan) {
  const struct clgroup_request *q = plan->request;
  const uint64_t names = plan->names | names_in_log(q->handle, q->count, q->devices);
  if (!names)
    return false;
  clgroup_plan_free(plan);
  return clgroup_plan(plan, p, q, names) == CL_SUCCESS && plan->way != CLGROUP_PLAN_LEAVE_TO_DRIVER;
}

static cl_int build_by_layer(struct clgroup_program *p, struct clgroup_plan *plan, bool tried, cl_int own_error);

/* Lets the driver build after the layer has failed, with `error`. Where both fail, the application sees the driver's
 * error if the program may define these names itself (no -cl-std), and otherwise the layer's. */
static cl_int build_after(struct clgroup_program *p, struct clgroup_plan *plan, cl_int error, struct clgroup_made *r) {
  const struct clgroup_request *q = plan->request;
  const bool driver_says = plan->way == CLGROUP_PLAN_FIRST;
  const char *log = r->log.data ? r->log.data : "";
  bool has_functions;
  if (plan->devices->only_compiled && error != CL_OUT_OF_HOST_MEMORY) {
    const cl_int own = build_own(p, q, false);
    if (own == CL_SUCCESS)
      clgroup_log(CLGROUP_LOG_ERRORS, "left to the driver, whose compiler may be wrong in branches: %.*s",
                  (int)strcspn(log, "\n"), log);
    return is_refusal(q, own) && plan_again(p, plan) ? build_by_layer(p, plan, true, own) : own;
  }
  if (error == CL_OUT_OF_HOST_MEMORY || (!may_build_after(p, plan, &has_functions) && !driver_says))
    return adopt(p, plan, error, r);
  cl_int own = build_own(p, q, false);
  if (own != CL_SUCCESS)
    return driver_says ? own : adopt(p, plan, error, r);
  struct clgroup_buffer line = {0};
  clgroup_buffer_add(&line, "built by the driver alone, %s, since the layer failed: %.*s",
                     has_functions ? "whose functions may be wrong" : "without work-group functions",
                     (int)strcspn(log, "\n"), log);
  if (!line.failed)
    clgroup_log(CLGROUP_LOG_ERRORS, "%s", line.data);
  own = line.failed ? CL_OUT_OF_HOST_MEMORY : note_driver(p, q, plan->devices, plan->count, line.data);
  clgroup_buffer_free(&line);
  return own;
}

/* Both the driver, with `own_error`, and the layer have failed: the driver's log is kept. Where the driver may not have
 * come to the source, since it lacks a version of OpenCL C or a header that clgroup-cc has, the log goes on with what
 * clgroup-cc says. */
static cl_int fail_as_driver(struct clgroup_program *p, const struct clgroup_plan *plan, cl_int own_error,
                             struct clgroup_made *r) {
  const bool lacks_version = own_error == CL_INVALID_BUILD_OPTIONS || own_error == CL_INVALID_COMPILER_OPTIONS ||
                             (plan->options.standard == CLGROUP_STANDARD_2 && plan->devices->no_2);
  if (!plan->needs_compiler && !lacks_version)
    return own_error;
  clgroup_buffer_free(&r->log);
  clgroup_add_driver_log(&r->log, p->handle, plan->devices, plan->count);
  clgroup_buffer_end_line(&r->log);
  clgroup_buffer_add_bytes(&r->log, r->said.data ? r->said.data : "", r->said.length);
  return adopt(p, plan, own_error, r);
}

/* Lets the driver build first, or alone: it then calls back itself, unless the layer may have to build what it refuses.
 * Sets *layer if the layer should then build, by the plan. */
static cl_int try_driver(struct clgroup_program *p, struct clgroup_plan *plan, bool calls_back, bool *layer) {
  const struct clgroup_request *q = plan->request;
  const bool untouched = plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER;
  cl_int error = build_own(p, q, calls_back);
  if (!is_refusal(q, error))
    return error;
  if (untouched)
    *layer = !(calls_back && q->notify) && plan_again(p, plan);
  else
    *layer = (error == failure_of(q) || plan->needs_compiler) && plan->names;
  return error;
}

/* `tried`: the driver has built before, and failed with `own_error`. */
static cl_int build_by_layer(struct clgroup_program *p, struct clgroup_plan *plan, bool tried, cl_int own_error) {
  const bool whole = plan->request->product == CLGROUP_EXECUTABLE;
  struct clgroup_made r = {0};
  double start = clgroup_log_clock();
  clgroup_plan_log(plan);
  cl_int error = clgroup_make(p, plan, &r);
  clgroup_log(CLGROUP_LOG_ALL, "in %.1f ms %s by route %s: %d", clgroup_log_clock() - start,
              whole ? "built" : "compiled", clgroup_settings_route(plan->route), error);
  if (tried && error != CL_SUCCESS)
    error = fail_as_driver(p, plan, own_error, &r);
  else if (error != CL_SUCCESS)
    error = build_after(p, plan, error, &r);
  else
    error = adopt(p, plan, error, &r);
  clgroup_made_free(&r);
  return whole ? as_build_error(error) : error;
}

/* The options with 3.0 for 2.0 in -cl-std, for free(); NULL if they do not ask for 2.0, or without memory. */
static char *as_version_3(const char *options) {
  static const char two[] = "-cl-std=CL2.0";
  if (!options || !strstr(options, two))
    return NULL;
  char *newer = strdup(options);
  for (char *at = newer; at && (at = strstr(at, two)); at += sizeof two - 1)
    at[sizeof two - 4] = '3';
  return newer;
}

/* Lets the driver build as OpenCL C 3.0 what it has refused, with `refusal`, where it has no OpenCL C 2.0: a program
 * that calls no functions, beside those that the layer builds. */
static cl_int build_newer(struct clgroup_program *p, const struct clgroup_plan *plan, cl_int refusal) {
  static const char line[] = "built as OpenCL C 3.0, since the device has no OpenCL C 2.0";
  const struct clgroup_request *q = plan->request;
  cl_device_id *all = NULL;
  cl_uint count = 0;
  if (p->kind != CLGROUP_PROGRAM_SOURCE || plan->names || plan->options.standard != CLGROUP_STANDARD_2 ||
      clgroup_settings.mode == CLGROUP_MODE_OFF || clgroup_settings.route == CLGROUP_ROUTE_NATIVE ||
      clgroup_program_devices(p->handle, &all, &count) != CL_SUCCESS)
    return refusal;
  if (q->devices)
    count = q->count;
  struct clgroup_device *devices = clgroup_devices_describe(q->devices ? q->devices : all, count);
  struct clgroup_request newer = *q;
  char *options = as_version_3(q->options);
  newer.options = options;
  bool lack = devices && options;
  for (cl_uint i = 0; lack && i < count; i++)
    lack = devices[i].no_2;
  cl_int error = refusal;
  if (lack) {
    clgroup_log(CLGROUP_LOG_ALL, "the driver builds it as OpenCL C 3.0");
    pthread_mutex_unlock(&p->lock);
    error = driver_build(&newer, false);
    pthread_mutex_lock(&p->lock);
    if (error == CL_SUCCESS)
      error = note_driver(p, q, devices, count, line);
  }
  free(options);
  free(devices);
  free(all);
  return error;
}

static cl_int run(const struct clgroup_request *q) {
  struct clgroup_program *p = NULL;
  struct clgroup_plan plan = {.way = CLGROUP_PLAN_LEAVE_TO_DRIVER};
  const struct clgroup_headers *headers = &q->headers;
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
  error = clgroup_program_has_kernels(p) ? CL_INVALID_OPERATION : clgroup_plan(&plan, p, q, 0);
  p->sub_groups = error == CL_SUCCESS && plan.sub_groups;
  p->calls = error == CL_SUCCESS && plan.names && plan.options.standard != CLGROUP_STANDARD_1;
  const bool untouched = error == CL_SUCCESS && plan.way == CLGROUP_PLAN_LEAVE_TO_DRIVER;
  const bool tried = untouched || (error == CL_SUCCESS && plan.way == CLGROUP_PLAN_DRIVER_FIRST);
  const bool calls_back = untouched && !plan.names;
  bool layer = error == CL_SUCCESS && !tried;
  if (tried)
    error = try_driver(p, &plan, calls_back, &layer);
  if (layer)
    error = build_by_layer(p, &plan, tried, error);
  else if (tried && is_refusal(q, error) && !(calls_back && q->notify))
    error = build_newer(p, &plan, error);
  clgroup_plan_free(&plan);
  pthread_mutex_unlock(&p->lock);
  if (q->notify && !calls_back && (error == CL_SUCCESS || error == failure_of(q)))
    q->notify(q->handle, q->data);
  clgroup_program_done(p);
  return error;
}

cl_int CL_API_CALL clgroup_build_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                         const char *options, clgroup_notify notify, void *data) {
  return run(&(struct clgroup_request){CLGROUP_EXECUTABLE, handle, count, devices, options, {0}, notify, data});
}

cl_int CL_API_CALL clgroup_compile_program(cl_program handle, cl_uint count, const cl_device_id *devices,
                                           const char *options, cl_uint header_count, const cl_program *headers,
                                           const char **header_names, clgroup_notify notify, void *data) {
  const struct clgroup_headers list = {header_count, headers, header_names};
  return run(&(struct clgroup_request){CLGROUP_OBJECT, handle, count, devices, options, list, notify, data});
}
