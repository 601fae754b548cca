/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/entries.h"
#include "layer/api/make.h"
#include "layer/decide/extensions.h"
#include "layer/objects/device-list.h"
#include "layer/link/link.h"
#include "names/extensions.h"
#include "names/mangled.h"
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

/* Forgets builds for devices that are not among these, for which the new program is. With `drivers` also the driver's
 * own, of which kernels can no longer be made, though the driver says that they are there. */
static void forget_lost(struct clgroup_program *p, const struct clgroup_service *devices, cl_uint count, bool drivers) {
  cl_device_id *all;
  cl_uint total;
  (void)clgroup_program_devices(p->handle, &all, &total);
  for (cl_uint i = 0; i < total; i++) {
    const struct clgroup_build *b = clgroup_build_find(p, all[i]);
    cl_build_status status = b ? b->status : CL_BUILD_NONE;
    if (!b && drivers)
      (void)clgroup_next.clGetProgramBuildInfo(p->handle, all[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status,
                                               NULL);
    if (status != CL_BUILD_SUCCESS || clgroup_devices_have(devices, count, all[i]))
      continue;
    const struct clgroup_build none = {.device = all[i], .status = CL_BUILD_NONE};
    struct clgroup_service lost;
    clgroup_device_describe(all[i], &lost);
    clgroup_log(CLGROUP_LOG_ERRORS,
                "the build for another device is lost, since one program cannot have both: make another program for %s",
                lost.device.name);
    if (b)
      clgroup_build_forget(p, all[i]);
    else
      (void)clgroup_build_note(p, &none);
  }
  free(all);
}

static cl_int failure_of(const struct clgroup_request *q) {
  return q->product == CLGROUP_EXECUTABLE ? CL_BUILD_PROGRAM_FAILURE : CL_COMPILE_PROGRAM_FAILURE;
}

static cl_int driver_build(const struct clgroup_request *q, const char *application_options, unsigned macros,
                           bool calls_back) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct clgroup_buffer text = {0};
  clgroup_buffer_add(&text, "%s", application_options ? application_options : "");
  for (unsigned i = 0; i < CLGROUP_EXTENSION_COUNT; i++)
    if (macros >> i & 1)
      clgroup_buffer_add(&text, " -D%s=1", clgroup_extensions[i].name);
  const char *options = macros ? text.data : application_options;
  const struct clgroup_headers *headers = &q->headers;
  clgroup_notify notify = calls_back ? q->notify : NULL;
  void *data = calls_back ? q->data : NULL;
  const cl_int error = text.failed ? CL_OUT_OF_HOST_MEMORY
                       : q->product == CLGROUP_EXECUTABLE
                           ? cl->clBuildProgram(q->handle, q->count, q->devices, options, notify, data)
                           : cl->clCompileProgram(q->handle, q->count, q->devices, options, headers->count,
                                                  headers->programs, headers->names, notify, data);
  clgroup_buffer_free(&text);
  return error;
}

/* The extensions whose functions a text names, plainly or mangled. */
static unsigned extensions_in(const char *text) {
  static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  unsigned found = 0;
  for (size_t length, plain_length; *(text += strcspn(text, word)); text += length) {
    const char *plain = clgroup_plain_name(text, &plain_length);
    length = strspn(text, word);
    found |= clgroup_extension_of(plain ? plain : text, plain ? plain_length : length, true);
  }
  return found;
}

/* The functions that the driver's log of a failed build names, and the extensions of others. A source may paste a name
 * from tokens, which the scanner does not do. */
static uint64_t names_in_log(cl_program handle, cl_uint count, const cl_device_id *devices, unsigned *extensions) {
  cl_device_id *all = NULL;
  struct clgroup_buffer log = {0};
  uint64_t names = 0;
  if (!devices && clgroup_program_devices(handle, &all, &count) == CL_SUCCESS)
    devices = all;
  for (cl_uint i = 0; devices && i < count; i++) {
    const struct clgroup_service device = {.device.id = devices[i]};
    clgroup_add_driver_log(&log, handle, &device, 1);
  }
  for (unsigned i = 0; log.data && i < clgroup_name_count; i++)
    if (strstr(log.data, clgroup_names[i].text))
      names |= (uint64_t)1 << i;
  *extensions |= log.data && clgroup_settings.requested ? extensions_in(log.data) : 0;
  clgroup_buffer_free(&log);
  free(all);
  return names & clgroup_names_all(clgroup_settings_extension());
}

/* A call of the application while its attempts are made. */
struct build {
  struct clgroup_program *p; /* its lock is held */
  struct clgroup_plan plan;
  struct clgroup_made made;   /* the layer's result */
  bool records;               /* a record is kept for each device, with the log: */
  struct clgroup_buffer text; /* the layer's, before */
  bool drivers;               /* the driver's, and clgroup-cc's messages if that has failed, too */
};

/* The text for the layer's failure. clgroup-cc's messages are kept beside the driver's if only clgroup-cc has the
 * headers, and for C++ for OpenCL, which few drivers take. */
static void add_failure(const struct build *b, struct clgroup_buffer *log) {
  const bool both = b->plan.needs_compiler || b->plan.options.standard == CLGROUP_STANDARD_CPP;
  clgroup_attempts_messages(&b->plan.attempts, both, log);
}

/* Has the driver refused the program or its options, such as a -cl-std that it does not have? */
static bool is_refusal(const struct clgroup_request *q, cl_int error) {
  return error == failure_of(q) || error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS;
}

/* Might the devices have the functions? NVIDIA's driver has them without reporting them. Some are wrong in work-groups
 * of one work-item, and the log says so. */
static bool may_have_functions(const struct clgroup_plan *plan) {
  bool have = true;
  for (cl_uint i = 0; i < plan->count; i++)
    have &= plan->devices[i].device.has_functions || *plan->devices[i].device.architecture;
  return have;
}

/* The driver's own build, with the options that it has not refused. Releases the lock meanwhile, since the driver may
 * call the application's callback before it returns. */
static cl_int build_own(struct build *b) {
  struct clgroup_program *p = b->p;
  const struct clgroup_request *q = b->plan.request;
  cl_int error = CL_SUCCESS;
  use_own(p, q->count, q->devices);
  if (q->product == CLGROUP_OBJECT) {
    if (p->has_unit)
      clgroup_unit_free(&p->unit);
    error = clgroup_keep_source(p, q, &p->unit, &p->has_unit);
  }
  pthread_mutex_unlock(&p->lock);
  if (error == CL_SUCCESS)
    error = driver_build(q, clgroup_plan_options(&b->plan), p->macros, b->plan.attempts.calls_back);
  pthread_mutex_lock(&p->lock);
  if (error == CL_SUCCESS && (p->linked || p->object)) { /* of which kernels would be made */
    const bool has_unit = p->has_unit;                   /* of this build */
    p->has_unit = false;
    forget_lost(p, NULL, 0, false);
    clgroup_program_drop(p);
    p->has_unit = has_unit;
  }
  b->drivers = true;
  /* The driver had other options than the application asks for later. */
  b->records = (error == CL_SUCCESS && b->plan.use_3) || (p->macros && (error == CL_SUCCESS || error == failure_of(q)));
  if (error == CL_SUCCESS && b->plan.use_3)
    clgroup_buffer_add(&b->text, "%s", CLGROUP_AS_3);
  return error;
}

/* Says, in the log too, that the driver has built what the layer could not. */
static void tell_fallback(struct build *b, const struct clgroup_attempt *t) {
  static const char as_3[] = CLGROUP_AS_3;
  struct clgroup_buffer why = {0}, line = {0};
  add_failure(b, &why);
  const char *reason = why.data ? why.data : "";
  reason += strncmp(reason, as_3, sizeof as_3 - 1) ? 0 : sizeof as_3 - 1; /* which is none */
  clgroup_buffer_add(&line, "built by the driver alone, %s, since the layer failed: %.*s",
                     t->doubtful                        ? "whose compiler may be wrong in branches"
                     : b->plan.provide || b->plan.write ? "without what CLGROUP_EXTENSIONS adds"
                     : may_have_functions(&b->plan)     ? "whose functions may be wrong"
                                                        : "without work-group functions",
                     (int)strcspn(reason, "\n"), reason);
  clgroup_log(CLGROUP_LOG_ERRORS, "%s", line.data ? line.data : "");
  clgroup_buffer_add(&b->text, "clgroup: %s\n", line.data ? line.data : "");
  b->text.failed |= why.failed || line.failed;
  b->records = true;
  clgroup_buffer_free(&line);
  clgroup_buffer_free(&why);
}

static bool layer_failed(const struct build *b) {
  const struct clgroup_attempts *a = &b->plan.attempts;
  return clgroup_attempts_by(a, CLGROUP_BY_LINK) || clgroup_attempts_by(a, CLGROUP_BY_COMPILE);
}

/* May the driver build after the layer has failed? If its answer does not decide, only programs that call no function
 * which it lacks: some drivers build calls of functions that they do not have, which then return wrong values. */
static bool driver_may(const struct build *b, const struct clgroup_attempt *t) {
  return t->answers || (b->p->is_plain && !b->p->called) ||
         (b->p->kind == CLGROUP_PROGRAM_SOURCE &&
          (may_have_functions(&b->plan) || clgroup_needs_no_function(b->p, &b->plan)));
}

static cl_int by_driver(struct build *b, struct clgroup_attempt *t, cl_int before) {
  if (!driver_may(b, t))
    return before;
  const cl_int error = build_own(b);
  if (error == CL_SUCCESS && layer_failed(b))
    tell_fallback(b, t);
  else if (t->answers && !is_refusal(b->plan.request, error))
    b->plan.attempts.count = b->plan.attempts.made; /* no other attempt makes sense */
  return error;
}

/* A program that calls no function, beside those that the layer builds. If that fails too, the log begins with the
 * errors as OpenCL C 2.0, which some drivers take without listing it. */
static cl_int by_driver_as_3(struct build *b, cl_int before) {
  cl_int error = b->p->kind == CLGROUP_PROGRAM_SOURCE ? clgroup_plan_find_devices(&b->plan) : before;
  b->plan.use_3 = error == CL_SUCCESS && b->plan.as_3;
  if (!b->plan.use_3)
    return before;
  struct clgroup_buffer as_2 = {0};
  clgroup_add_driver_log(&as_2, b->p->handle, b->plan.devices, b->plan.count);
  error = build_own(b);
  if (error != CL_SUCCESS) {
    clgroup_buffer_add_lines(&b->text, &as_2);
    clgroup_buffer_add(&b->text, "%s", CLGROUP_AS_3);
  }
  clgroup_buffer_free(&as_2);
  return error;
}

static cl_int by_library(struct build *b, struct clgroup_attempt *t) {
  struct clgroup_made *made = &b->made;
  const cl_int error = clgroup_make(b->p, &b->plan, t, made);
  /* The driver's own build of a program that calls none of the library's functions, though it may have a function of
   * such a name. */
  if (error == CL_SUCCESS && (!made->nothing_linked || build_own(b) != CL_SUCCESS)) {
    b->records = true;
    b->drivers = false;
    clgroup_buffer_free(&b->text);
    b->text = made->log;
    made->log = (struct clgroup_buffer){0};
    return error;
  }
  if (error == CL_SUCCESS)
    clgroup_log(CLGROUP_LOG_ALL, "the driver's own build is kept, since nothing was linked");
  else {
    t->log = made->log;
    made->log = (struct clgroup_buffer){0};
    /* The driver gets it as OpenCL C 3.0 too: on what clgroup-cc has refused so, Mesa 25 crashes as 2.0. */
    b->plan.use_3 |= t->by == CLGROUP_BY_COMPILE && b->plan.as_3;
  }
  clgroup_made_free(made);
  *made = (struct clgroup_made){0};
  return error;
}

/* All attempts have failed. If the driver's answer decides, its log stays. But the driver may have stopped before the
 * source, for want of a version of OpenCL C or of a header that clgroup-cc has: then clgroup-cc's messages are
 * added. */
static void fail(struct build *b, cl_int error) {
  const struct clgroup_plan *plan = &b->plan;
  const bool lacks_version =
      error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS ||
      (plan->options.standard == CLGROUP_STANDARD_2 && plan->devices && plan->devices->device.no_2);
  const struct clgroup_attempt *drivers = clgroup_attempts_by(&plan->attempts, CLGROUP_BY_DRIVER);
  b->drivers = drivers && drivers->answers;
  /* With use_3 the driver had other options than the application's, which are what it asks for. */
  b->records |= !b->drivers || plan->use_3 || ((plan->needs_compiler || lacks_version) && layer_failed(b));
  if (!b->drivers)
    add_failure(b, &b->text);
}

static void add_log(const struct build *b, const struct clgroup_service *d, cl_int error, struct clgroup_buffer *log) {
  clgroup_buffer_add_lines(log, &b->text);
  if (b->drivers)
    clgroup_add_driver_log(log, b->p->handle, d, 1);
  const struct clgroup_attempt *compiled = clgroup_attempts_by(&b->plan.attempts, CLGROUP_BY_COMPILE);
  if (b->drivers && error != CL_SUCCESS && compiled)
    clgroup_buffer_add_lines(log, &compiled->log);
  if (error != CL_SUCCESS && !log->length)
    clgroup_buffer_add(log, "clgroup: the driver returned error %d without a build log%s\n", error,
                       b->p->kind == CLGROUP_PROGRAM_IL
                           ? "; with CLGROUP_MODE=off it may say which instruction of the module it lacks"
                           : "");
}

/* The log of a program that was refused may name functions of extensions that nobody has requested. */
static void advise(struct build *b, cl_int error) {
  for (cl_uint i = 0; clgroup_plan_find_devices(&b->plan) == CL_SUCCESS && i < b->plan.count; i++) {
    struct clgroup_buffer log = {0};
    add_log(b, &b->plan.devices[i], error, &log);
    if (log.data)
      clgroup_extensions_advise(&b->plan.devices[i], extensions_in(log.data));
    clgroup_buffer_free(&log);
  }
}

static void take_over(struct clgroup_program *p, bool whole, struct clgroup_made *r) {
  if (whole) {
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
}

/* Records what came of the call, and takes over the layer's result. */
static cl_int keep(struct build *b, cl_int error) {
  struct clgroup_program *p = b->p;
  const struct clgroup_request *q = b->plan.request;
  const bool whole = q->product == CLGROUP_EXECUTABLE;
  const cl_program_binary_type made =
      whole ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  if (!b->records)
    return error;
  for (cl_uint i = 0; error != CL_OUT_OF_HOST_MEMORY && i < b->plan.count; i++) {
    struct clgroup_buffer log = {.failed = b->text.failed};
    add_log(b, &b->plan.devices[i], error, &log);
    const struct clgroup_build build = {
        .device = b->plan.devices[i].device.id,
        .options = (char *)q->options,
        .log = log.data,
        .status = error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR,
        .type = error == CL_SUCCESS ? made : CL_PROGRAM_BINARY_TYPE_NONE,
    };
    if (log.failed || clgroup_build_note(p, &build) != CL_SUCCESS)
      error = CL_OUT_OF_HOST_MEMORY;
    clgroup_buffer_free(&log);
  }
  if (error == CL_OUT_OF_HOST_MEMORY)
    return error;
  if (error == CL_SUCCESS ? !b->drivers : !b->plan.beside)
    clgroup_program_drop(p);
  if (error != CL_SUCCESS || b->drivers)
    return error;
  if (b->made.linked || b->made.object)
    forget_lost(p, b->plan.devices, b->made.device_count, true);
  take_over(p, whole, &b->made);
  return CL_SUCCESS;
}

/* What the program's builds have in common. */
static void take_plan(struct build *b) {
  b->p->provide = b->plan.provide;
  b->p->macros = b->plan.macros;
  b->p->limit = b->plan.limit;
}

/* After the driver has refused functions that it names: with the attempts of another plan. */
static cl_int by_new_plan(struct build *b, cl_int before) {
  const struct clgroup_request *q = b->plan.request;
  unsigned extensions = b->plan.perhaps;
  const uint64_t names = b->plan.names | names_in_log(q->handle, q->count, q->devices, &extensions);
  const cl_int error = names || extensions ? clgroup_plan(&b->plan, b->p, q, true, names, extensions) : CL_SUCCESS;
  take_plan(b);
  return error != CL_SUCCESS ? error : before;
}

static cl_int try_one(void *context, struct clgroup_attempt *t, cl_int before) {
  struct build *b = context;
  switch (t->by) {
  case CLGROUP_BY_DRIVER:
    return by_driver(b, t, before);
  case CLGROUP_BY_DRIVER_AS_3:
    return by_driver_as_3(b, before);
  case CLGROUP_BY_LIBRARY:
    return by_new_plan(b, before);
  default:
    return by_library(b, t);
  }
}

static cl_int try_all(struct build *b) {
  const bool whole = b->plan.request->product == CLGROUP_EXECUTABLE;
  const cl_int error = clgroup_attempts_run(&b->plan.attempts, try_one, b, whole ? "built" : "compiled");
  if (error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY) {
    fail(b, error);
    advise(b, error);
  }
  return keep(b, error);
}

/* What is not, the driver alone refuses: Intel's clCompileProgram crashes on a device that its clBuildProgram calls
 * invalid. */
static bool is_well_formed(const struct clgroup_request *q) {
  const struct clgroup_headers *headers = &q->headers;
  return !q->devices == !q->count && (q->notify || !q->data) &&
         (!headers->count || (headers->programs && headers->names)) &&
         clgroup_program_has(q->handle, q->count, q->devices);
}

static cl_int run(const struct clgroup_request *q) {
  struct build b = {0};
  cl_int error = clgroup_program_use(q->handle, &b.p);
  struct clgroup_program *p = b.p;
  if (error != CL_SUCCESS)
    return error;
  if (!p || p->kind == CLGROUP_PROGRAM_UNRESOLVED || !is_well_formed(q)) {
    if (p)
      clgroup_program_done(p);
    return driver_build(q, q->options, 0, true);
  }
  pthread_mutex_lock(&p->lock);
  error = clgroup_program_has_kernels(p) ? CL_INVALID_OPERATION : clgroup_plan(&b.plan, p, q, false, 0, 0);
  if (error == CL_SUCCESS)
    take_plan(&b);
  p->calls = error == CL_SUCCESS && b.plan.names && b.plan.options.standard != CLGROUP_STANDARD_1;
  if (error == CL_SUCCESS)
    error = try_all(&b);
  if (q->product == CLGROUP_EXECUTABLE)
    error = as_build_error(error);
  clgroup_plan_free(&b.plan);
  clgroup_attempts_free(&b.plan.attempts);
  clgroup_made_free(&b.made);
  clgroup_buffer_free(&b.text);
  pthread_mutex_unlock(&p->lock);
  if (q->notify && !b.plan.attempts.calls_back && (error == CL_SUCCESS || error == failure_of(q)))
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
