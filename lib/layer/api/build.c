/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/build.h"

#include "layer/api/make.h"
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
static void forget_lost(struct clgroup_program *p, const struct clgroup_device *devices, cl_uint count, bool drivers) {
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
    struct clgroup_device lost;
    clgroup_device_describe(all[i], &lost);
    clgroup_log(CLGROUP_LOG_ERRORS,
                "the build for another device is lost, since one program cannot have both: make another program for %s",
                lost.name);
    if (b)
      clgroup_build_forget(p, all[i]);
    else
      (void)clgroup_build_note(p, &none);
  }
  free(all);
}

/* Records what came of a build for a device. */
static cl_int note(struct clgroup_program *p, const struct clgroup_request *q, cl_device_id device, const char *log,
                   cl_int error) {
  const struct clgroup_build b = {
      .device = device,
      .options = (char *)q->options,
      .log = (char *)log,
      .status = error == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR,
      .type = error != CL_SUCCESS                ? CL_PROGRAM_BINARY_TYPE_NONE
              : q->product == CLGROUP_EXECUTABLE ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                                 : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
  };
  return clgroup_build_note(p, &b);
}

/* Stores the results, or the failure, in the program. */
static cl_int adopt(struct clgroup_program *p, const struct clgroup_plan *plan, cl_int error, struct clgroup_made *r) {
  if (error != CL_SUCCESS && !r->log.length)
    clgroup_buffer_add(&r->log, "clgroup: the driver returned error %d without a build log%s\n", error,
                       p->kind == CLGROUP_PROGRAM_IL
                           ? "; with CLGROUP_MODE=off it may say which instruction of the module it lacks"
                           : "");
  if (error == CL_OUT_OF_HOST_MEMORY || r->log.failed)
    return CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < plan->count; i++)
    if (note(p, plan->request, plan->devices[i].id, r->log.data, error) != CL_SUCCESS)
      return CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS || !plan->beside)
    clgroup_program_drop(p);
  if (error != CL_SUCCESS)
    return error;
  if (r->linked || r->object)
    forget_lost(p, plan->devices, r->device_count, true);
  if (plan->request->product == CLGROUP_EXECUTABLE) {
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
                                                  headers->count ? headers->programs : NULL,
                                                  headers->count ? headers->names : NULL, notify, data);
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
    const struct clgroup_device device = {.id = devices[i]};
    clgroup_add_driver_log(&log, handle, &device, 1);
  }
  for (unsigned i = 0; log.data && i < clgroup_name_count; i++)
    if (strstr(log.data, clgroup_names[i].text))
      names |= (uint64_t)1 << i;
  *extensions |= log.data && clgroup_settings_requested() ? extensions_in(log.data) : 0;
  clgroup_buffer_free(&log);
  free(all);
  return names & clgroup_names_all(clgroup_settings_extension());
}

/* A call of the application while its attempts are made. */
struct build {
  struct clgroup_program *p; /* its lock is held */
  struct clgroup_plan plan;
};

/* The text for the layer's failure. clgroup-cc's messages are kept beside the driver's if only clgroup-cc has the
 * headers, and for C++ for OpenCL, which few drivers take. */
static void failure_log(const struct build *b, struct clgroup_buffer *log) {
  const bool both = b->plan.needs_compiler || b->plan.options.standard == CLGROUP_STANDARD_CPP;
  clgroup_attempts_messages(&b->plan.attempts, both, log);
}

/* Has the driver refused the program or its options, such as a -cl-std that it does not have? */
static bool is_refusal(const struct clgroup_request *q, cl_int error) {
  return error == failure_of(q) || error == CL_INVALID_BUILD_OPTIONS || error == CL_INVALID_COMPILER_OPTIONS;
}

/* Lets the driver build. Releases the lock meanwhile, since the driver may call the application's callback before it
 * returns. */
static cl_int build_by_driver(struct clgroup_program *p, const struct clgroup_request *q, const char *options,
                              bool calls_back) {
  use_own(p, q->count, q->devices);
  cl_int error = CL_SUCCESS;
  if (q->product == CLGROUP_OBJECT) {
    if (p->has_unit)
      clgroup_unit_free(&p->unit);
    error = clgroup_keep_source(p, q, &p->unit, &p->has_unit);
  }
  pthread_mutex_unlock(&p->lock);
  if (error == CL_SUCCESS)
    error = driver_build(q, options, p->macros, calls_back);
  pthread_mutex_lock(&p->lock);
  if (error == CL_SUCCESS && (p->linked || p->object)) { /* of which kernels would be made */
    const bool has_unit = p->has_unit;                   /* of this build */
    p->has_unit = false;
    forget_lost(p, NULL, 0, false);
    clgroup_program_drop(p);
    p->has_unit = has_unit;
  }
  return error;
}

/* Might the devices have the functions? NVIDIA's driver has them without reporting them. Some are wrong in work-groups
 * of one work-item, and the log says so. */
static bool may_have_functions(const struct clgroup_plan *plan) {
  bool have = true;
  for (cl_uint i = 0; i < plan->count; i++)
    have &= plan->devices[i].has_functions || *plan->devices[i].architecture;
  return have;
}

/* Records the driver's build, with a line before its log, unless that is NULL. */
static cl_int note_driver(struct build *b, cl_int built, const char *line) {
  const struct clgroup_request *q = b->plan.request;
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 0; error == CL_SUCCESS && i < b->plan.count; i++) {
    const struct clgroup_device *d = &b->plan.devices[i];
    struct clgroup_buffer log = {0};
    if (line)
      clgroup_buffer_add(&log, "clgroup: %s\n", line);
    clgroup_add_driver_log(&log, q->handle, d, 1);
    error = log.failed ? CL_OUT_OF_HOST_MEMORY : note(b->p, q, d->id, log.data, built);
    clgroup_buffer_free(&log);
  }
  return error;
}

static cl_int build_own(struct build *b, const char *options, bool calls_back) {
  const cl_int error = build_by_driver(b->p, b->plan.request, options, calls_back);
  /* The driver had more options than the application asks for later. */
  const bool differs = b->p->macros && (error == CL_SUCCESS || error == failure_of(b->plan.request));
  const cl_int noted = differs ? note_driver(b, error, NULL) : CL_SUCCESS;
  return noted != CL_SUCCESS ? noted : error;
}

/* Adds to the log that the driver has built what the layer could not. */
static cl_int note_fallback(struct build *b) {
  struct clgroup_buffer why = {0}, line = {0};
  failure_log(b, &why);
  static const char as_3[] = "clgroup: " CLGROUP_AS_3 "\n"; /* is no reason */
  const char *text = why.data ? why.data : "";
  text += strncmp(text, as_3, sizeof as_3 - 1) ? 0 : sizeof as_3 - 1;
  clgroup_buffer_add(&line, "built by the driver alone, %s, since the layer failed: %.*s",
                     b->plan.provide || b->plan.write ? "without what CLGROUP_EXTENSIONS adds"
                     : may_have_functions(&b->plan)   ? "whose functions may be wrong"
                                                      : "without work-group functions",
                     (int)strcspn(text, "\n"), text);
  clgroup_log(CLGROUP_LOG_ERRORS, "%s", line.data ? line.data : "");
  const cl_int error = why.failed || line.failed ? CL_OUT_OF_HOST_MEMORY : note_driver(b, CL_SUCCESS, line.data);
  clgroup_buffer_free(&why);
  clgroup_buffer_free(&line);
  return error;
}

/* May the driver build? After the layer has failed, and if the driver's answer does not decide, it may build only
 * programs that call no function which it lacks: some drivers build calls of functions that they do not have, which
 * then return wrong values. */
static bool driver_may(const struct build *b) {
  return b->plan.attempts.failure == CL_SUCCESS || b->plan.attempts.driver_speaks || b->p->is_plain ||
         (b->p->kind == CLGROUP_PROGRAM_SOURCE &&
          (may_have_functions(&b->plan) || clgroup_needs_no_function(b->p, &b->plan)));
}

static cl_int try_driver(struct build *b) {
  const struct clgroup_request *q = b->plan.request;
  struct clgroup_attempts *a = &b->plan.attempts;
  const char *options = a->failure != CL_SUCCESS && b->plan.use_3 ? b->plan.as_3 : q->options;
  cl_int error = build_own(b, options, a->calls_back);
  if (error == CL_SUCCESS)
    return a->failure == CL_SUCCESS || a->only_compiled ? CL_SUCCESS : note_fallback(b);
  a->refusal = error;
  a->ends = a->driver_speaks && !is_refusal(q, error);
  return a->driver_speaks ? error : a->failure;
}

/* A program that calls no function, beside those that the layer builds. */
static cl_int try_as_3(struct build *b) {
  cl_int error = b->p->kind == CLGROUP_PROGRAM_SOURCE ? clgroup_plan_find_devices(&b->plan) : b->plan.attempts.refusal;
  if (error != CL_SUCCESS || !b->plan.as_3)
    return b->plan.attempts.refusal;
  b->plan.use_3 = true;
  error = build_own(b, b->plan.as_3, false);
  return error == CL_SUCCESS ? note_driver(b, CL_SUCCESS, CLGROUP_AS_3) : error;
}

/* The driver's own build of a program that calls none of the library's functions, though it may have a function of such
 * a name. */
static cl_int build_without_library(struct build *b) {
  return b->plan.use_3 ? try_as_3(b) : build_own(b, b->plan.request->options, false);
}

/* Takes over the layer's result, or its messages. */
static cl_int try_library(struct build *b, enum clgroup_builder by) {
  struct clgroup_made made = {0};
  clgroup_plan_log(&b->plan, by);
  cl_int error = clgroup_make(b->p, &b->plan, by, &made);
  if (error != CL_SUCCESS) {
    struct clgroup_buffer *log = &b->plan.attempts.logs[by];
    clgroup_buffer_free(log);
    *log = made.log;
    made.log = (struct clgroup_buffer){0};
    /* The driver gets it as OpenCL C 3.0 too: on what clgroup-cc has refused so, Mesa 25 crashes as 2.0. */
    b->plan.use_3 |= by == CLGROUP_BY_COMPILE && b->plan.as_3;
  } else if (made.nothing_linked && build_without_library(b) == CL_SUCCESS) {
    clgroup_log(CLGROUP_LOG_ALL, "the driver's own build is kept, since nothing was linked");
  } else {
    error = adopt(b->p, &b->plan, CL_SUCCESS, &made);
  }
  clgroup_made_free(&made);
  return error;
}

/* All attempts have failed. If the driver's answer decides, its log stays. But the driver may have stopped before the
 * source, for want of a version of OpenCL C or of a header that clgroup-cc has: then clgroup-cc's messages are
 * added. */
static cl_int fail(struct build *b) {
  const struct clgroup_plan *plan = &b->plan;
  const struct clgroup_attempts *a = &plan->attempts;
  const struct clgroup_buffer *messages = &a->logs[CLGROUP_BY_COMPILE];
  struct clgroup_made nothing = {0};
  const bool lacks_version = a->refusal == CL_INVALID_BUILD_OPTIONS || a->refusal == CL_INVALID_COMPILER_OPTIONS ||
                             (plan->options.standard == CLGROUP_STANDARD_2 && plan->devices && plan->devices->no_2);
  cl_int error = a->driver_speaks ? a->refusal : a->failure;
  const bool adds_messages = a->failure != CL_SUCCESS && (plan->needs_compiler || lacks_version);
  /* With use_3 the driver had other options than the application's, which are what it asks for. */
  if (a->driver_speaks && (adds_messages || plan->use_3)) {
    clgroup_add_driver_log(&nothing.log, b->p->handle, plan->devices, plan->count);
    if (messages->length)
      clgroup_buffer_end_line(&nothing.log);
    clgroup_buffer_add_bytes(&nothing.log, messages->data ? messages->data : "", messages->length);
    error = adopt(b->p, plan, error, &nothing);
  } else if (!a->driver_speaks) {
    failure_log(b, &nothing.log);
    error = adopt(b->p, plan, error, &nothing);
  }
  clgroup_buffer_free(&nothing.log);
  return error;
}

/* What the program's builds have in common. */
static void take_plan(struct build *b) {
  b->p->provide = b->plan.provide;
  b->p->macros = b->plan.macros;
  b->p->limit = b->plan.limit;
}

/* After the driver has refused functions that it names: with the attempts of another plan. */
static cl_int try_again(struct build *b, cl_int before) {
  const struct clgroup_request *q = b->plan.request;
  unsigned extensions = b->plan.perhaps;
  const uint64_t names = b->plan.names | names_in_log(q->handle, q->count, q->devices, &extensions);
  const cl_int error = names || extensions ? clgroup_plan_again(&b->plan, b->p, names, extensions) : CL_SUCCESS;
  take_plan(b);
  b->plan.attempts.ends |= error != CL_SUCCESS;
  return error != CL_SUCCESS ? error : before;
}

static cl_int try_one(void *context, enum clgroup_builder by, cl_int before) {
  struct build *b = context;
  switch (by) {
  case CLGROUP_BY_DRIVER:
    return driver_may(b) ? try_driver(b) : before;
  case CLGROUP_BY_DRIVER_AS_3:
    return try_as_3(b);
  case CLGROUP_BY_LIBRARY:
    return try_again(b, before);
  default:
    return try_library(b, by);
  }
}

static cl_int try_all(struct build *b) {
  struct clgroup_attempts *a = &b->plan.attempts;
  const bool whole = b->plan.request->product == CLGROUP_EXECUTABLE;
  const cl_int error = clgroup_attempts_run(a, try_one, b, whole ? "built" : "compiled", CL_BUILD_PROGRAM_FAILURE);
  return clgroup_attempts_go_on(a, error) ? fail(b) : error;
}

static cl_int run(const struct clgroup_request *q) {
  struct build b = {0};
  const struct clgroup_headers *headers = &q->headers;
  bool well_formed =
      !q->devices == !q->count && (q->notify || !q->data) && (!headers->count || (headers->programs && headers->names));
  cl_int error = clgroup_program_use(q->handle, &b.p);
  struct clgroup_program *p = b.p;
  if (error != CL_SUCCESS)
    return error;
  if (!p || p->kind == CLGROUP_PROGRAM_UNRESOLVED || !well_formed) {
    if (p)
      clgroup_program_done(p);
    return driver_build(q, q->options, 0, true);
  }
  pthread_mutex_lock(&p->lock);
  error = clgroup_program_has_kernels(p) ? CL_INVALID_OPERATION : clgroup_plan(&b.plan, p, q);
  if (error == CL_SUCCESS)
    take_plan(&b);
  p->calls = error == CL_SUCCESS && b.plan.names && b.plan.options.standard != CLGROUP_STANDARD_1;
  const bool calls_back = error == CL_SUCCESS && b.plan.attempts.calls_back;
  if (error == CL_SUCCESS)
    error = try_all(&b);
  if (q->product == CLGROUP_EXECUTABLE)
    error = as_build_error(error);
  clgroup_plan_free(&b.plan);
  clgroup_attempts_free(&b.plan.attempts);
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
