/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/make.h"

#include "layer/base/signals.h"
#include "layer/compile/compiler-arguments.h"
#include "layer/compile/compiler.h"
#include "layer/compile/installed.h"
#include "layer/link/link.h"
#include "layer/objects/device-list.h"
#include "layer/compile/toolchain.h"
#include "names/extensions.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* No compiler's header declares the extension's functions. */
#include "layer/uniform.inc"

static const cl_int as_error[] = {[CLGROUP_COMPILE_OK] = CL_SUCCESS,
                                  [CLGROUP_COMPILE_FAILED] = CL_COMPILE_PROGRAM_FAILURE,
                                  [CLGROUP_COMPILE_BAD_OPTIONS] = CL_INVALID_COMPILER_OPTIONS,
                                  [CLGROUP_COMPILE_UNABLE] = CL_COMPILE_PROGRAM_FAILURE,
                                  [CLGROUP_COMPILE_NO_MEMORY] = CL_OUT_OF_HOST_MEMORY};

/* What clgroup-cc warns of in kernels that it built: applications seldom read the log of a build that succeeded. */
static void repeat_warnings(const char *messages) {
  static const char warning[] = "clgroup-cc: warning: kernel '";
  for (const char *at = strstr(messages, warning); at; at = strstr(at + 1, warning))
    clgroup_log(CLGROUP_LOG_ERRORS, "%.*s", (int)strcspn(at, "\n"), at);
}

/* The driver's features; no text at all if it has no list of them. */
static void add_features(const struct clgroup_device *d, struct clgroup_buffer *text) {
  size_t size = 0;
  errno = 0;
  cl_name_version *list = d->opencl >= 300 ? clgroup_device_query(d->id, CL_DEVICE_OPENCL_C_FEATURES, &size) : NULL;
  text->failed |= !list && errno == ENOMEM;
  for (size_t i = 0; list && i < size / sizeof *list; i++)
    clgroup_buffer_add(text, "%s%.*s", i ? " " : "", (int)sizeof list[i].name, list[i].name);
  free(list);
}

/* The processor that runs PoCL's kernels. */
static unsigned vector_register_bytes(void) {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx") ? 32 : 16;
#else
  return 16;
#endif
}

/* Does each device load what clgroup-cc makes? Some drivers crash on forms that they do not accept. */
static bool all_load(const struct clgroup_service *devices, cl_uint count, struct clgroup_buffer *log) {
  for (cl_uint i = 0; i < count; i++)
    if (devices[i].device.form == CLGROUP_FORM_NONE) {
      clgroup_buffer_add(log, "clgroup: %s: %s\n", devices[i].device.name, clgroup_device_takes_nothing);
      return false;
    }
  return true;
}

/* The driver's extensions, and those of which the units have the macro. */
static void add_extensions(const struct clgroup_service *d, const struct clgroup_unit *units, size_t count,
                           struct clgroup_buffer *list) {
  char *listed = clgroup_device_text(d->device.id, CL_DEVICE_EXTENSIONS);
  list->failed |= !listed;
  clgroup_buffer_add(list, "%s", listed ? listed : "");
  free(listed);
  for (size_t i = 0; i < count; i++)
    for (unsigned k = 0; k < CLGROUP_EXTENSION_COUNT; k++)
      if (units[i].macros >> k & 1)
        clgroup_buffer_add(list, " %s", clgroup_extensions[k].name);
}

/* What suits all devices, and what all units use. */
static void combine(const struct clgroup_link *link, const struct clgroup_unit *units, size_t unit_count,
                    struct clgroup_compiler_job *job) {
  job->local_memory = SIZE_MAX;
  job->sub_group_sizes = UINT_MAX;
  for (cl_uint i = 0; i < link->count; i++) {
    const struct clgroup_device *d = &link->devices[i].device;
    if (d->max_size > job->max_work_group_size)
      job->max_work_group_size = d->max_size;
    if (d->local_memory < job->local_memory)
      job->local_memory = (size_t)d->local_memory;
    job->sub_group_sizes &= d->sub_group_sizes;
  }
  for (size_t i = 0; i < unit_count; i++)
    job->provide |= units[i].provide;
}

/* Passes the compiler's messages on. */
static void tell(const struct clgroup_service *d, enum clgroup_compile_result result, bool whole,
                 const struct clgroup_buffer *text, struct clgroup_buffer *log) {
  const char *messages = text->data ? text->data : "";
  /* Only once: the link route gives the same results, more slowly. */
  if (result == CLGROUP_COMPILE_UNABLE && d->device.spirv && d->route == CLGROUP_ROUTE_COMPILE &&
      clgroup_settings.route == CLGROUP_ROUTE_AUTO)
    clgroup_log_once("route link, since compile failed: %.*s", (int)strcspn(messages, "\n"), messages);
  if (result == CLGROUP_COMPILE_OK && whole)
    repeat_warnings(messages);
  clgroup_buffer_add_lines(log, text);
}

/* Runs the compiler for equivalent devices, as those of one platform's compile route are. Here and in load() the first
 * device represents all. `refused`: the driver has refused the bitcode of --pocl-device=. */
static cl_int run_compiler(const struct clgroup_link *link, const struct clgroup_unit *units, size_t unit_count,
                           enum clgroup_product product, bool refused, unsigned char **binary, size_t *size,
                           struct clgroup_buffer *log) {
  const struct clgroup_service *d = &link->devices[0];
  const bool whole = product == CLGROUP_EXECUTABLE, is_spirv = d->device.form == CLGROUP_FORM_SPIRV;
  if (!all_load(link->devices, link->count, log))
    return CL_COMPILE_PROGRAM_FAILURE;
  struct clgroup_buffer identity = {0}, strategy = {0}, extensions = {0}, features = {0}, why = {0}, messages = {0};
  char *compiler = clgroup_find_compiler(&why), defines[64];
  if (!compiler)
    clgroup_buffer_add(&messages, "clgroup: %s\n", why.data ? why.data : "");
  add_features(&d->device, &features);
  /* clang leaves this macro to drivers. */
  snprintf(defines, sizeof defines, "-D__OPENCL_VERSION__=%u", d->device.opencl);
  add_extensions(d, units, unit_count, &extensions);
  clgroup_buffer_add(&identity, "%s\n%s\n%s\n%s\n%s", d->device.platform, d->device.name, d->device.version,
                     d->device.driver, d->device.pocl);
  clgroup_choice_print(&link->choice, &strategy);
  struct clgroup_compiler_job job = {
      .compiler = compiler,
      .target = clgroup_toolchain_target(d->device.form, d->device.address_bits),
      .strategy = strategy.data,
      .architecture = *d->device.architecture ? d->device.architecture : NULL,
      .driver = d->device.row->compiler_driver,
      .pocl_device = *d->device.pocl && !refused ? d->device.pocl : NULL,
      .renew = refused,
      .leave_vectors = is_spirv && d->device.faults & CLGROUP_FAULT_WIDE_VECTORS ? vector_register_bytes() : 0,
      .extensions = extensions.data,
      .features = features.data,
      .defines = defines,
      .default_standard = d->device.language >= 300 ? "CL3.0" : "CL2.0",
      .no_2 = d->device.no_2,
      .identity = identity.data,
      .time_limit = clgroup_settings.timeout,
      .cache = clgroup_toolchain_cache(),
      .link = whole,
      .form = d->device.form,
  };
  combine(link, units, unit_count, &job);
  const bool failed = identity.failed || strategy.failed || extensions.failed || features.failed;
  const enum clgroup_compile_result result =
      failed     ? CLGROUP_COMPILE_NO_MEMORY
      : compiler ? clgroup_compiler_run(&job, units, unit_count, binary, size, &messages)
                 : CLGROUP_COMPILE_UNABLE;
  tell(d, result, whole, &messages, log);
  free(compiler);
  clgroup_buffer_free(&messages);
  clgroup_buffer_free(&why);
  clgroup_buffer_free(&features);
  clgroup_buffer_free(&extensions);
  clgroup_buffer_free(&identity);
  clgroup_buffer_free(&strategy);
  return as_error[result];
}

static cl_program create_with_binary(cl_context context, cl_uint count, const cl_device_id *ids,
                                     const unsigned char *binary, size_t size, cl_int *error) {
  size_t *sizes = calloc(count, sizeof *sizes);
  const unsigned char **binaries = calloc(count, sizeof *binaries);
  cl_program program = NULL;
  *error = CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; sizes && binaries && i < count; i++) {
    sizes[i] = size;
    binaries[i] = binary;
  }
  if (sizes && binaries)
    program = clgroup_next.clCreateProgramWithBinary(context, count, ids, sizes, binaries, NULL, error);
  free(sizes);
  free(binaries);
  return program;
}

/* Loads the compiler's output as an executable. */
static cl_int load(const struct clgroup_link *link, const char *application_options, const unsigned char *binary,
                   size_t size, cl_program *linked, struct clgroup_buffer *log) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct clgroup_buffer options = {0};
  cl_device_id *ids = clgroup_devices_ids(link->devices, link->count);
  const enum clgroup_form form = link->devices->device.form;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  sigset_t signals;
  if (form == CLGROUP_FORM_SPIRV)
    clgroup_arguments_for_driver(application_options, &options);
  else
    clgroup_buffer_add(&options, "%s", form == CLGROUP_FORM_PTX ? "" : "-x spir -spir-std=1.2 -cl-kernel-arg-info");
  if (ids && !options.failed) {
    clgroup_signals_hold(&signals);
    *linked = clgroup_is_spirv(binary, size)
                  ? cl->clCreateProgramWithIL(link->context, binary, size, &error)
                  : create_with_binary(link->context, link->count, ids, binary, size, &error);
    if (*linked)
      error = cl->clBuildProgram(*linked, link->count, ids, options.data, NULL, NULL);
    else if (error == CL_SUCCESS)
      error = CL_OUT_OF_RESOURCES;
    clgroup_signals_release(&signals);
    if (error != CL_SUCCESS)
      clgroup_buffer_add(log, "clgroup: the driver rejects the output of clgroup-cc: error %d\n", error);
    if (*linked && error != CL_SUCCESS) {
      clgroup_add_driver_log(log, *linked, link->devices, link->count);
      cl->clReleaseProgram(*linked);
      *linked = NULL;
    }
  }
  free(ids);
  clgroup_buffer_free(&options);
  return error;
}

cl_int clgroup_compile_link(const struct clgroup_link *link, const struct clgroup_unit *units, size_t unit_count,
                            cl_program *linked, struct clgroup_buffer *log) {
  cl_int error;
  bool refused = false;
  do {
    unsigned char *binary = NULL;
    size_t size = 0;
    struct clgroup_buffer lines = {0};
    const bool is_second = refused;
    error = run_compiler(link, units, unit_count, CLGROUP_EXECUTABLE, is_second, &binary, &size, &lines);
    const bool is_bitcode = binary && *link->devices->device.pocl && !clgroup_is_spirv(binary, size);
    if (error == CL_SUCCESS)
      error = load(link, units[0].options, binary, size, linked, &lines);
    /* A newer LLVM's bitcode may have what the driver's does not read. */
    refused = is_bitcode && !is_second && error != CL_SUCCESS && error != CL_OUT_OF_HOST_MEMORY;
    if (refused)
      clgroup_log(CLGROUP_LOG_ALL, "bitcode failed, so by SPIR-V: %s", lines.data ? lines.data : "");
    else
      clgroup_buffer_add_lines(log, &lines);
    clgroup_buffer_free(&lines);
    free(binary);
  } while (refused);
  return error;
}

cl_int clgroup_compile_unit(const struct clgroup_link *link, const struct clgroup_unit *unit,
                            struct clgroup_unit *bitcode, struct clgroup_buffer *log) {
  unsigned char *binary = NULL;
  size_t size = unit->binary_size;
  cl_int error = CL_SUCCESS;
  if (!unit->binary)
    error = run_compiler(link, unit, 1, CLGROUP_OBJECT, false, &binary, &size, log);
  else if ((binary = malloc(size)))
    memcpy(binary, unit->binary, size);
  else
    error = CL_OUT_OF_HOST_MEMORY;
  *bitcode = (struct clgroup_unit){
      .provide = unit->provide, .macros = unit->macros, .limit = unit->limit, .binary = binary, .binary_size = size};
  return error;
}

/* What stands before the source: the declarations of the extensions' functions if CLGROUP_EXTENSIONS requests them. */
static void add_declarations(struct clgroup_buffer *text) {
  if (clgroup_settings_extension())
    clgroup_buffer_add(text, "#define cl_khr_work_group_uniform_arithmetic 1\n%s#line 1\n", clgroup_uniform_text);
}

cl_int clgroup_unit_of_source(const struct clgroup_program *p, const struct clgroup_request *request,
                              struct clgroup_unit *unit) {
  const struct clgroup_headers *headers = &request->headers;
  struct clgroup_buffer source = {0};
  const cl_uint count = headers->count;
  struct clgroup_program **entries = calloc(count + 1, sizeof *entries);
  struct clgroup_header *list = calloc(count + 1, sizeof *list);
  cl_int error = entries && list ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  add_declarations(&source);
  clgroup_buffer_add_bytes(&source, p->source, p->source_length);
  for (cl_uint i = 0; i < count && error == CL_SUCCESS; i++) {
    if (clgroup_program_use(headers->programs[i], &entries[i]) != CL_SUCCESS || !entries[i] || !entries[i]->source)
      error = CL_INVALID_OPERATION;
    else
      list[i] = (struct clgroup_header){headers->names[i] ? headers->names[i] : "", entries[i]->source,
                                        entries[i]->source_length};
  }
  const struct clgroup_unit borrowed = {
      .source = source.data,
      .length = source.length,
      .options = request->options ? request->options : "",
      .headers = list,
      .header_count = count,
      .provide = p->provide,
      .macros = p->macros,
      .limit = p->limit,
  };
  *unit = (struct clgroup_unit){0};
  if (error == CL_SUCCESS && (source.failed || clgroup_unit_copy(unit, &borrowed)))
    error = CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; entries && i < count; i++)
    if (entries[i])
      clgroup_program_done(entries[i]);
  clgroup_buffer_free(&source);
  free(entries);
  free(list);
  return error;
}

/* A module is the application's own: clgroup-cc replaces the work-group instructions. */
static cl_int unit_of_module(const struct clgroup_program *p, const struct clgroup_request *request,
                             struct clgroup_unit *unit) {
  unsigned char *binary = malloc(p->il_size);
  char *options = strdup(request->options ? request->options : "");
  *unit = (struct clgroup_unit){
      .options = options, .provide = p->provide, .limit = p->limit, .binary = binary, .binary_size = p->il_size};
  if (!binary || !options) {
    clgroup_unit_free(unit);
    return CL_OUT_OF_HOST_MEMORY;
  }
  memcpy(binary, p->specialized ? (const void *)p->specialized : p->il, p->il_size);
  return CL_SUCCESS;
}

cl_int clgroup_compile_route(const struct clgroup_program *p, const struct clgroup_plan *plan,
                             struct clgroup_made *made) {
  struct clgroup_unit *unit = &made->unit;
  const struct clgroup_link link = {
      .context = p->context, .devices = plan->devices, .count = plan->count, .choice = made->choice};
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_service *first = plan->devices, *d = &plan->devices[i];
    const bool other_route = !plan->needs_compiler && d->acts && d->route != CLGROUP_ROUTE_COMPILE;
    if (other_route || d->device.form != first->device.form || d->device.address_bits != first->device.address_bits) {
      clgroup_buffer_add(&made->log,
                         "clgroup: one call cannot build for both %s and %s: build for one after the other\n",
                         first->device.name, d->device.name);
      return CL_COMPILE_PROGRAM_FAILURE;
    }
  }
  const bool is_module = p->kind == CLGROUP_PROGRAM_IL;
  cl_int error = is_module ? unit_of_module(p, plan->request, unit) : clgroup_unit_of_source(p, plan->request, unit);
  if (error != CL_SUCCESS)
    return error;
  if (plan->request->product == CLGROUP_EXECUTABLE) {
    error = clgroup_compile_link(&link, unit, 1, &made->linked, &made->log);
    clgroup_unit_free(unit);
    return error;
  }
  if (is_module) /* it is compiled when it is linked */
    return CL_SUCCESS;
  struct clgroup_unit bitcode;
  error = clgroup_compile_unit(&link, unit, &bitcode, &made->log);
  unit->binary = bitcode.binary;
  unit->binary_size = bitcode.binary_size;
  if (error != CL_SUCCESS)
    clgroup_unit_free(unit);
  return error;
}
