/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/api/make.h"

#include "layer/objects/device-list.h"
#include "layer/link/link.h"
#include "layer/link/prelude.h"
#include "names/names.h"
#include "names/strategies.h"

#include <stdlib.h>
#include <string.h>

void clgroup_made_free(struct clgroup_made *r) {
  if (r->object)
    clgroup_next.clReleaseProgram(r->object);
  if (r->linked)
    clgroup_next.clReleaseProgram(r->linked);
  clgroup_loaded_release(r->loaded);
  if (r->has_unit)
    clgroup_unit_free(&r->unit);
  clgroup_buffer_free(&r->log);
}

/* A new driver program for each build: some drivers cannot compile a program again, or crash on it. */
static cl_int make_from_il(const struct clgroup_program *p, cl_program *object) {
  cl_int error = CL_SUCCESS;
  *object = clgroup_next.clCreateProgramWithIL(p->context, p->words, p->word_count * sizeof *p->words, &error);
  return error;
}

/* Is what the layer writes before the source all that it needs? Not if other devices are to share the result. */
static bool is_complete(const struct clgroup_program *p, const struct clgroup_plan *plan) {
  return p->kind == CLGROUP_PROGRAM_SOURCE && (plan->write || plan->truths) && plan->names == plan->truths &&
         plan->for_all && plan->request->product == CLGROUP_EXECUTABLE;
}

/* Should a shuffle be added to the source, so that the driver's object has the SPIR-V version that strategies subgroup
 * and vector need? Only if the object is not linked with other objects of the application, which would have an older
 * version. */
static bool wants_shuffles(const struct clgroup_program *p, const struct clgroup_plan *plan, const char *strategy) {
  bool wants =
      plan->request->product == CLGROUP_EXECUTABLE && !is_complete(p, plan) && clgroup_strategy_shuffles(strategy);
  for (cl_uint i = 0; i < plan->count; i++)
    wants &= (plan->devices[i].device.faults & CLGROUP_FAULT_PLAIN_OBJECTS) != 0;
  return wants;
}

static cl_int make_from_source(const struct clgroup_program *p, const struct clgroup_plan *plan,
                               struct clgroup_made *r) {
  struct clgroup_buffer before = {0};
  cl_int error = CL_SUCCESS;
  const struct clgroup_prelude prelude = {
      .names = plan->names & ~plan->truths,
      .truths = plan->truths,
      .any_version = plan->any_version,
      .macros = p->macros,
      .write = plan->write,
      .feature = plan->tests_macros,
      .extension = clgroup_settings_extension(),
      .shuffles = wants_shuffles(p, plan, r->choice.strategy),
      .inline_functions =
          !is_complete(p, plan) && clgroup_devices_faults(plan->devices, plan->count) & CLGROUP_FAULT_CALLS,
  };
  const char *after = clgroup_prelude(&before, &prelude);
  const char *strings[] = {before.data, p->source, after};
  const size_t lengths[] = {before.length, p->source_length, strlen(after)};
  if (before.failed)
    error = CL_OUT_OF_HOST_MEMORY;
  else
    r->object = clgroup_next.clCreateProgramWithSource(p->context, *after ? 3 : 2, strings, lengths, &error);
  r->prelude_lines = 0;
  if (clgroup_devices_faults(plan->devices, plan->count) & CLGROUP_FAULT_LINES)
    for (size_t i = 0; i < before.length; i++)
      r->prelude_lines += before.data[i] == '\n';
  clgroup_buffer_free(&before);
  return error;
}

/* Mesa 25's compiler writes SPIR-V 1.6 if options relax a comparison of floats. Its linker then requires this version
 * of the library's module too, but its clCreateProgramWithIL rejects it. */
static cl_int compile_for(cl_program object, cl_uint count, const struct clgroup_service *devices, const char *options,
                          const struct clgroup_headers *headers) {
  const bool is_precise = clgroup_devices_faults(devices, count) & CLGROUP_FAULT_PLAIN_OBJECTS;
  char *precise = is_precise ? clgroup_options_precise(options) : NULL;
  cl_device_id *ids = clgroup_devices_ids(devices, count);
  cl_int error = ids && (precise || !is_precise) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  if (error == CL_SUCCESS)
    error = clgroup_next.clCompileProgram(object, count, ids, precise ? precise : options, headers->count,
                                          headers->count ? headers->programs : NULL,
                                          headers->count ? headers->names : NULL, NULL, NULL);
  free(ids);
  free(precise);
  return error;
}

static cl_int build_for(cl_program program, const struct clgroup_plan *plan, bool whole) {
  cl_device_id *ids = whole ? clgroup_devices_ids(plan->devices, plan->count) : NULL;
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  if (!whole)
    return compile_for(program, plan->count, plan->devices, clgroup_plan_options(plan), &plan->request->headers);
  if (ids)
    error = clgroup_next.clBuildProgram(program, plan->count, ids, clgroup_plan_options(plan), NULL, NULL);
  free(ids);
  return error;
}

bool clgroup_needs_no_function(const struct clgroup_program *p, const struct clgroup_plan *plan) {
  const cl_icd_dispatch *cl = &clgroup_next;
  struct clgroup_buffer before = {0};
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  cl_program object = NULL;
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (plan->names >> i & 1)
      clgroup_buffer_add(&before, "#define %s clgroup_no_%s\n", clgroup_names[i].text, clgroup_names[i].text);
  clgroup_buffer_add(&before, "#line 1\n");
  const char *strings[] = {before.data, p->source};
  const size_t lengths[] = {before.length, p->source_length};
  if (!before.failed)
    object = cl->clCreateProgramWithSource(p->context, 2, strings, lengths, &error);
  clgroup_buffer_free(&before);
  if (object) {
    error = build_for(object, plan, plan->request->product == CLGROUP_EXECUTABLE);
    cl->clReleaseProgram(object);
  }
  return error == CL_SUCCESS;
}

/* Adds the driver's log, with the lines of the source counted as the application does. */
static void add_log(const struct clgroup_plan *plan, struct clgroup_made *r) {
  static const char name[] = "input.cl:"; /* Mesa's */
  struct clgroup_buffer log = {0};
  clgroup_add_driver_log(&log, r->object, plan->devices, plan->count);
  const char *text = log.data ? log.data : "";
  for (const char *at; r->prelude_lines && (at = strstr(text, name));) {
    char *end;
    at += sizeof name - 1;
    const unsigned long line = strtoul(at, &end, 10);
    clgroup_buffer_add_bytes(&r->log, text, (size_t)(at - text));
    if (end != at)
      clgroup_buffer_add(&r->log, "%lu", line > r->prelude_lines ? line - r->prelude_lines : line);
    text = end;
  }
  clgroup_buffer_add(&r->log, "%s", text);
  r->log.failed |= log.failed;
  clgroup_buffer_free(&log);
}

/* The first half of the link route: an object in which the work-group functions are calls. */
static cl_int compile_object(const struct clgroup_program *p, struct clgroup_plan *plan, struct clgroup_made *r) {
  cl_int error = p->kind == CLGROUP_PROGRAM_IL ? make_from_il(p, &r->object) : make_from_source(p, plan, r);
  if (error != CL_SUCCESS)
    return error;
  if (plan->use_3)
    clgroup_buffer_add(&r->log, "%s", CLGROUP_AS_3);
  error = build_for(r->object, plan, is_complete(p, plan));
  add_log(plan, r);
  if (error == CL_SUCCESS || error == CL_OUT_OF_HOST_MEMORY || !plan->as_3 || plan->use_3)
    return error;
  /* The driver may lack this version of OpenCL C. Some drivers accept it without listing it. */
  plan->use_3 = true;
  clgroup_next.clReleaseProgram(r->object);
  r->object = NULL;
  struct clgroup_buffer as_2 = r->log;
  r->log = (struct clgroup_buffer){0};
  error = compile_object(p, plan, r);
  if (error != CL_SUCCESS) {
    clgroup_buffer_add_lines(&as_2, &r->log);
    clgroup_buffer_free(&r->log);
    r->log = as_2;
  } else
    clgroup_buffer_free(&as_2);
  return error;
}

/* Compiles for a device, from what it was built from. */
static cl_int compile_again(struct clgroup_program *p, const struct clgroup_service *device,
                            const struct clgroup_headers *headers, struct clgroup_made *r) {
  const struct clgroup_build *b = clgroup_build_find(p, device->device.id);
  char *drivers = b ? NULL : clgroup_build_text(p->handle, device->device.id, CL_PROGRAM_BUILD_OPTIONS);
  const char *options = b ? b->options : drivers;
  cl_int error = options ? compile_for(r->object, 1, device, options, headers) : CL_COMPILE_PROGRAM_FAILURE;
  if (error != CL_SUCCESS && options && device->device.no_2) { /* it may have been built as OpenCL C 3.0 */
    char *newer = clgroup_options_newer(options);
    error = newer ? compile_for(r->object, 1, device, newer, headers) : CL_OUT_OF_HOST_MEMORY;
    free(newer);
  }
  if (error != CL_SUCCESS) {
    clgroup_buffer_add(&r->log, "clgroup: not built, since the earlier build for %s cannot be made again (error %d)\n",
                       device->device.name, error);
    clgroup_add_driver_log(&r->log, r->object, device, 1);
  }
  free(drivers);
  return error;
}

/* An application may build a program for one device after another, each with its own options, and then use it on all of
 * them. So a new build must include the devices of earlier builds. */
static cl_int add_other_devices(struct clgroup_program *p, struct clgroup_plan *plan, struct clgroup_made *r) {
  const cl_icd_dispatch *cl = &clgroup_next;
  cl_uint total;
  cl_device_id *all;
  cl_int error = clgroup_program_devices(p->handle, &all, &total);
  if (error != CL_SUCCESS || total == plan->count) {
    free(all);
    return error;
  }
  struct clgroup_service *devices = realloc(plan->devices, total * sizeof *devices);
  if (devices)
    plan->devices = devices;
  if (!devices)
    error = CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; error == CL_SUCCESS && i < total; i++) {
    const bool here = clgroup_devices_have(plan->devices, plan->count, all[i]);
    struct clgroup_build *b = clgroup_build_find(p, all[i]);
    cl_build_status status = b ? b->status : CL_BUILD_NONE;
    if (!b)
      cl->clGetProgramBuildInfo(p->handle, all[i], CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    if (here || status != CL_BUILD_SUCCESS || plan->count == total)
      continue;
    struct clgroup_service *other = &plan->devices[plan->count];
    clgroup_device_describe(all[i], other);
    error = compile_again(p, other, &plan->request->headers, r);
    plan->count += error == CL_SUCCESS;
  }
  free(all);
  return error;
}

static cl_int link_result(struct clgroup_program *p, struct clgroup_plan *plan, struct clgroup_made *r) {
  struct clgroup_link link = {
      .context = p->context,
      .devices = plan->devices,
      .count = plan->count,
      .choice = r->choice,
      .options = NULL,
      .inputs = &r->object,
      .input_count = 1,
      .needs = &p->needs,
      .names = plan->names & ~plan->truths,
  };
  cl_int error = clgroup_link_program(&link, &r->linked, &r->loaded, &r->log);
  r->nothing_linked = error == CL_SUCCESS && p->kind == CLGROUP_PROGRAM_SOURCE && !link.functions &&
                      !plan->tests_macros && !plan->write && !plan->truths;
  return error;
}

static cl_int make_by_link(struct clgroup_program *p, struct clgroup_plan *plan, struct clgroup_made *r) {
  cl_int error = compile_object(p, plan, r);
  const bool complete = is_complete(p, plan);
  if (error == CL_SUCCESS && !complete)
    error = add_other_devices(p, plan, r);
  if (error == CL_SUCCESS && plan->request->product != CLGROUP_EXECUTABLE)
    return clgroup_keep_source(p, plan->request, &r->unit, &r->has_unit);
  r->choice = clgroup_devices_choice(plan->devices, plan->count, false, !plan->options.opt_disable);
  if (error == CL_SUCCESS && !complete)
    error = link_result(p, plan, r);
  if (error != CL_SUCCESS)
    return error;
  if (complete) {
    r->linked = r->object;
    r->object = NULL;
  }
  if (!(plan->write || plan->truths) || !clgroup_kernels_are_renamed(r->linked))
    return CL_SUCCESS;
  clgroup_buffer_free(&r->log);
  clgroup_buffer_add(&r->log, CLGROUP_KERNEL_RENAMED "\n");
  return CL_BUILD_PROGRAM_FAILURE;
}

/* The same if clgroup-cc compiles, which makes one program for equal devices and options. */
static cl_int add_equal_devices(struct clgroup_program *p, struct clgroup_plan *plan) {
  const char *options = plan->request->options ? plan->request->options : "";
  struct clgroup_service *devices = realloc(plan->devices, (plan->count + p->build_count) * sizeof *devices);
  if (!devices)
    return CL_OUT_OF_HOST_MEMORY;
  plan->devices = devices;
  for (size_t i = 0; p->linked && i < p->build_count; i++) {
    const struct clgroup_build *b = &p->builds[i];
    struct clgroup_service *other = &devices[plan->count];
    if (b->status != CL_BUILD_SUCCESS || strcmp(b->options, options) != 0 ||
        clgroup_devices_have(plan->devices, plan->count, b->device))
      continue;
    clgroup_device_describe(b->device, other);
    plan->count += (plan->needs_compiler || other->route == CLGROUP_ROUTE_COMPILE) &&
                   other->device.form == devices->device.form &&
                   other->device.address_bits == devices->device.address_bits &&
                   !strcmp(other->device.architecture, devices->device.architecture);
  }
  return CL_SUCCESS;
}

static cl_int make_by_compiler(struct clgroup_program *p, struct clgroup_plan *plan, struct clgroup_made *r) {
  const bool whole = plan->request->product == CLGROUP_EXECUTABLE;
  cl_int error = whole ? add_equal_devices(p, plan) : CL_SUCCESS;
  r->choice = clgroup_devices_choice(plan->devices, plan->count, plan->header, !plan->options.opt_disable);
  if (error == CL_SUCCESS)
    error = clgroup_compile_route(p, plan, r);
  r->has_unit = !whole && error == CL_SUCCESS;
  return error;
}

cl_int clgroup_make(struct clgroup_program *p, struct clgroup_plan *plan, const struct clgroup_attempt *t,
                    struct clgroup_made *r) {
  const cl_uint asked = plan->count;
  r->choice = t->choice;
  const cl_int error = t->by == CLGROUP_BY_COMPILE ? make_by_compiler(p, plan, r) : make_by_link(p, plan, r);
  r->device_count = plan->count;
  plan->count = asked;
  return error;
}

cl_int clgroup_keep_source(const struct clgroup_program *p, const struct clgroup_request *request,
                           struct clgroup_unit *unit, bool *kept) {
  struct clgroup_service device;
  cl_uint count;
  cl_device_id *devices;
  *kept = false;
  if (p->kind != CLGROUP_PROGRAM_SOURCE)
    return CL_SUCCESS;
  cl_int error = clgroup_program_devices(p->handle, &devices, &count);
  if (error != CL_SUCCESS)
    return error;
  clgroup_device_describe(devices[0], &device);
  free(devices);
  if (!device.device.spirv ? device.route != CLGROUP_ROUTE_COMPILE : !clgroup_plan_has_compiler())
    return CL_SUCCESS;
  error = clgroup_unit_of_source(p, request, unit);
  *kept = error == CL_SUCCESS;
  /* Headers without a text are left to the driver, which refuses them. */
  return error == CL_INVALID_OPERATION ? CL_SUCCESS : error;
}
