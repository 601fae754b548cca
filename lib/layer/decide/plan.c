/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/plan.h"

#include "layer/objects/device-list.h"
#include "layer/compile/installed.h"
#include "base/buffer.h"
#include "names/names.h"
#include "layer/decide/extensions.h"
#include "layer/decide/scan.h"
#include "layer/decide/trial.h"
#include "names/strategies.h"

#include <stdlib.h>
#include <string.h>

/* clCompileProgram's headers, for the scanner. */
struct embedded {
  const struct clgroup_headers *headers;
  struct clgroup_program **entries;
};

static const char *find_header(void *context, const char *name, size_t *length) {
  const struct embedded *e = context;
  for (cl_uint i = 0; i < e->headers->count; i++)
    if (e->entries[i] && e->entries[i]->source && !strcmp(e->headers->names[i], name)) {
      *length = e->entries[i]->source_length;
      return e->entries[i]->source;
    }
  return NULL;
}

static bool may_use_compiler(void) {
  return clgroup_settings.mode != CLGROUP_MODE_OFF && clgroup_settings.route != CLGROUP_ROUTE_NATIVE;
}

bool clgroup_plan_has_compiler(void) {
  return may_use_compiler() && clgroup_compiler_is_there();
}

static int scan(const struct clgroup_program *p, const struct clgroup_options *options,
                const struct clgroup_headers *headers, struct clgroup_scan *found) {
  struct embedded e = {headers, calloc(headers->count + 1, sizeof *e.entries)};
  if (!e.entries)
    return -1;
  /* A header that cannot be read is treated as unknown. */
  for (cl_uint i = 0; i < headers->count; i++)
    (void)clgroup_program_use(headers->programs[i], &e.entries[i]);
  int error = clgroup_scan_source(found, p->source, p->source_length, options, find_header, &e);
  for (cl_uint i = 0; i < headers->count; i++)
    if (e.entries[i])
      clgroup_program_done(e.entries[i]);
  free(e.entries);
  return error;
}

/* The facts that the program itself shows, and the names that the layer may act on. OpenCL C 1.x does not reserve these
 * names, so the program may define them: the driver, which fails if the program does not, can tell. The same is true
 * for a source whose headers cannot be read here, or that defines a name itself. */
static unsigned read_facts(struct clgroup_plan *plan, const struct clgroup_program *p,
                           const struct clgroup_scan *found) {
  const enum clgroup_standard standard = plan->options.standard;
  const bool old = standard == CLGROUP_STANDARD_DEFAULT || standard == CLGROUP_STANDARD_1;
  const uint64_t all = clgroup_names_all(clgroup_settings_extension());
  const bool compiled = p->for_compiler && plan->request->product == CLGROUP_EXECUTABLE,
             left = p->is_plain && !compiled;
  plan->names = left ? 0 : p->kind == CLGROUP_PROGRAM_IL ? all : found->names & all;
  if (p->kind == CLGROUP_PROGRAM_IL)
    return (compiled ? 0 : FACT_MODULE) | (left ? 0 : FACT_CALLS);
  const bool named = plan->names || found->feature || (found->extension && clgroup_settings_extension());
  if (found->unknown)
    plan->names = all;
  /* In 1.x the feature macros must not be defined. */
  const bool calls = old ? plan->names != 0 : named || found->unknown;
  const bool unsure =
      old || (found->defines && !found->feature) || (!named && clgroup_settings.mode != CLGROUP_MODE_ALWAYS);
  plan->any_version = calls && old;
  plan->tests_macros = found->feature || found->extension || found->unknown;
  return (calls ? FACT_CALLS : 0) | (unsure ? FACT_UNSURE : 0) | (standard == CLGROUP_STANDARD_1 ? FACT_VERSION_1 : 0) |
         (plan->needs_compiler ? FACT_HEADER : 0);
}

/* May clgroup-cc compile the program for devices that could also link it? Not an object: the application may link it
 * with objects that only the driver can read, and may query its binary. If the driver's own compiler is wrong, all
 * others. Otherwise not a module, which has no source; not if the application queries kernel arguments, which SPIR-V
 * does not describe; not without a newer -cl-std, since the driver then chooses the language version; and not for
 * several devices, for which the program may be built one after another, or with different macros. */
static bool is_whole(const struct clgroup_plan *plan, const struct clgroup_program *p, cl_uint devices) {
  const bool is_source = p->kind == CLGROUP_PROGRAM_SOURCE;
  if (plan->request->product != CLGROUP_EXECUTABLE)
    return false;
  if (clgroup_service_wants_compiler(plan->devices))
    return !is_source || plan->options.standard != CLGROUP_STANDARD_1;
  return is_source && !plan->options.arg_info && !plan->any_version && devices == 1;
}

/* All devices of a build, also those with native functions, use the same route, so that they share one program. Sets
 * *replaced to the functions that are replaced on any of them, and those of them that are replaced by the library; the
 * driver's other functions are faster on some devices. */
static enum clgroup_route choose_route(const struct clgroup_plan *plan, const struct clgroup_calls *calls, bool whole,
                                       struct clgroup_replaced *replaced, bool *only_compiled) {
  enum clgroup_route chosen = CLGROUP_ROUTE_NATIVE;
  *replaced = (struct clgroup_replaced){0};
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_service *d = &plan->devices[i];
    const enum clgroup_route route = d->device.spirv && !whole ? CLGROUP_ROUTE_LINK : d->route;
    const struct clgroup_replaced r = clgroup_service_replaced(d, calls);
    replaced->names |= r.names;
    replaced->by_library |= r.by_library;
    if (chosen != CLGROUP_ROUTE_NATIVE || !r.names || !clgroup_trial_passes(d, route))
      continue;
    chosen = route;
    /* The driver lacks the headers of a program that needs the compiler. */
    *only_compiled = route == CLGROUP_ROUTE_COMPILE && !plan->needs_compiler && !r.by_any_compiler;
  }
  return chosen;
}

/* Would the driver take functions of its own on all devices that the layer acts on? */
static bool have_functions(const struct clgroup_plan *plan) {
  bool have = true;
  for (cl_uint i = 0; i < plan->count; i++)
    have &= !plan->devices[i].acts || plan->devices[i].device.has_functions;
  return have;
}

static void log_attempts(const struct clgroup_attempts *a) {
  static const char *const words[] = {[CLGROUP_BY_DRIVER] = "driver",
                                      [CLGROUP_BY_DRIVER_AS_3] = "driver as OpenCL C 3.0",
                                      [CLGROUP_BY_LINK] = "link",
                                      [CLGROUP_BY_COMPILE] = "compile",
                                      [CLGROUP_BY_LIBRARY] = "library for what the driver lacks"};
  struct clgroup_buffer text = {0};
  for (unsigned i = a->made; i < a->count && clgroup_log_all(); i++) {
    const struct clgroup_attempt *t = &a->all[i];
    clgroup_buffer_add(&text, "%s%s", i > a->made ? ", " : "", words[t->by]);
    if (t->choice.strategy)
      clgroup_buffer_add(&text, " (%s%s%s)", t->choice.strategy, *t->choice.exceptions ? "," : "",
                         t->choice.exceptions);
  }
  if (text.data)
    clgroup_log(CLGROUP_LOG_ALL, "attempts: %s, since %s", text.data, a->why);
  clgroup_buffer_free(&text);
}

void clgroup_plan_choose(struct clgroup_attempts *a, const struct clgroup_service *devices, cl_uint count, bool headers,
                         bool optimized) {
  for (struct clgroup_attempt *t = a->all + a->made; t < a->all + a->count; t++)
    if (t->by == CLGROUP_BY_LINK) {
      t->choice = clgroup_devices_choice(devices, count, false, optimized);
    } else if (t->by == CLGROUP_BY_COMPILE) {
      t->choice = clgroup_devices_choice(devices, count, headers, optimized);
      t->gathers = headers && strcmp(t->choice.strategy, clgroup_devices_choice(devices, count, true, true).strategy);
    }
  log_attempts(a);
}

/* The extensions of which the program's options define a function as a macro, which is then another function. */
static unsigned defined_by(const struct clgroup_options *options) {
  unsigned found = 0;
  for (size_t i = 0; i < options->definition_count; i++)
    if (strncmp(options->definitions[i], "cl_khr_", 7) != 0 && strncmp(options->definitions[i], "__opencl_c_", 11) != 0)
      found |= clgroup_extension_of(options->definitions[i], strcspn(options->definitions[i], "=("), true);
  return found;
}

/* What clgroup-cc has to provide, if the program uses these extensions, or else the layer to write: the same on all
 * devices, which share what is made. A module's instructions have become calls already. There are no sub-groups in
 * OpenCL C 1.x, and a program without -cl-std goes to the driver first, unless it needs clgroup-cc for others. */
static void provide(struct clgroup_plan *plan, const struct clgroup_program *p, unsigned used, bool refused) {
  const bool is_module = p->kind == CLGROUP_PROGRAM_IL;
  const enum clgroup_standard standard = plan->options.standard;
  const unsigned others = used & ~clgroup_extensions_of_sub_groups();
  if (!is_module && standard != CLGROUP_STANDARD_2 && standard != CLGROUP_STANDARD_3 &&
      !(standard == CLGROUP_STANDARD_DEFAULT && (refused || others)))
    used = others;
  const unsigned may_write = used & ~defined_by(&plan->options);
  bool same = true;
  for (cl_uint i = 0; used && i < plan->count; i++) {
    const struct clgroup_service *d = &plan->devices[i];
    const unsigned offered = clgroup_extensions_offered(d);
    const unsigned write = is_module ? p->called : clgroup_extensions_written(d, offered, may_write);
    const unsigned needed = write ? 0 : clgroup_extensions_needed(d, offered, used);
    same &= !i || (needed == plan->provide && write == plan->write);
    plan->provide = needed;
    plan->write = write;
    plan->macros |= used & offered & d->device.own;
    plan->limit = clgroup_extensions_are_whole(&d->device, needed) ? CLGROUP_LARGEST_SUB_GROUP : 0;
  }
  if (same)
    return;
  clgroup_extensions_differ(plan->count);
  plan->provide = plan->write = plan->limit = 0;
}

/* A device that lacks the functions and cannot be given any; NULL: there is none. */
static const struct clgroup_service *find_unserved(const struct clgroup_plan *plan) {
  for (cl_uint i = 0; i < plan->count; i++)
    if (!plan->devices[i].acts && !plan->devices[i].device.has_functions && may_use_compiler())
      return &plan->devices[i];
  return NULL;
}

/* Logs that nothing can be done for a device, or that clgroup-cc does not work. Not if it is merely not installed and
 * nobody asked for it: the linker then does the work. */
static void complain_once(const struct clgroup_plan *plan) {
  const bool unasked = clgroup_settings.route == CLGROUP_ROUTE_AUTO && !clgroup_settings.compiler;
  const struct clgroup_service *unserved = find_unserved(plan);
  if (unserved)
    clgroup_log_once("no way to build work-group functions for %s: %s", unserved->device.name, unserved->reason);
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_service *d = &plan->devices[i];
    bool silent = d->device.spirv && unasked && !clgroup_compiler_is_there();
    if (d->fault && d != unserved && !silent)
      clgroup_log_once("%s work-group functions for %s: %s",
                       d->device.spirv ? "clgroup-cc does not build" : "no way to build", d->device.name, d->fault);
  }
}

/* The facts that depend on the devices. Sets the route that they share, and removes the names of functions that all of
 * them have; not without -cl-std, where a driver that has the functions may not declare them. `total`: the number of
 * the program's devices. */
static unsigned device_facts(struct clgroup_plan *plan, const struct clgroup_program *p,
                             const struct clgroup_scan *found, unsigned facts, cl_uint total,
                             enum clgroup_route *route) {
  struct clgroup_replaced replaced;
  bool only_compiled = false;
  if (!(facts & FACT_UNSURE) || facts & FACT_REFUSED)
    complain_once(plan);
  const bool whole = is_whole(plan, p, total);
  const struct clgroup_calls calls = {.names = found->names & plan->names, .compiled = whole};
  const struct clgroup_calls any = {
      .names = plan->names, .module = true, .foreign = !p->for_compiler, .compiled = whole};
  *route = choose_route(plan, p->kind == CLGROUP_PROGRAM_IL ? &any : &calls, whole, &replaced, &only_compiled);
  const bool served = *route != CLGROUP_ROUTE_NATIVE;
  if (served && !(facts & (FACT_MODULE | FACT_BESIDE)) && plan->options.standard != CLGROUP_STANDARD_DEFAULT) {
    plan->names &= replaced.names;
    plan->truths = plan->names & ~replaced.by_library;
  }
  return (served ? FACT_SERVED : 0) | (have_functions(plan) ? FACT_HAVE_FUNCTIONS : 0) |
         (only_compiled ? FACT_ONLY_COMPILED : 0);
}

/* Describes the devices of the call; sets *total to the number of the program's devices. */
static cl_int find_devices(struct clgroup_plan *plan, cl_uint *total) {
  const struct clgroup_request *q = plan->request;
  cl_device_id *all;
  cl_int error = clgroup_program_devices(q->handle, &all, total);
  if (error != CL_SUCCESS)
    return error;
  plan->count = q->devices ? q->count : *total;
  plan->devices = clgroup_devices_describe(q->devices ? q->devices : all, &plan->count);
  plan->for_all = plan->count == *total;
  free(all);
  bool lack_2 =
      plan->devices && (plan->options.standard == CLGROUP_STANDARD_2 || plan->options.standard == CLGROUP_STANDARD_CPP);
  for (cl_uint i = 0; lack_2 && i < plan->count; i++)
    lack_2 = plan->devices[i].device.no_2;
  char *newer = lack_2 ? clgroup_options_newer(q->options) : NULL;
  const bool failed = !plan->devices || (lack_2 && !newer);
  if (newer && strcmp(newer, q->options) != 0)
    plan->as_3 = newer;
  else
    free(newer);
  return failed ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS;
}

cl_int clgroup_plan_find_devices(struct clgroup_plan *plan) {
  cl_uint total;
  return plan->devices ? CL_SUCCESS : find_devices(plan, &total);
}

/* Adds the facts that depend on the devices to those of the program. */
static cl_int find_facts(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_scan *found,
                         unsigned *facts, enum clgroup_route *route) {
  cl_uint total;
  cl_int error = find_devices(plan, &total);
  if (error != CL_SUCCESS)
    return error;
  for (cl_uint i = 0; *facts & FACT_REFUSED && i < plan->count; i++)
    clgroup_service_always(&plan->devices[i]);
  provide(plan, p, found->extensions, *facts & FACT_REFUSED);
  if (plan->provide) {
    plan->needs_compiler = true;
    *facts |= FACT_PROVIDED;
    return CL_SUCCESS;
  }
  *facts |= plan->write ? FACT_WRITTEN : 0;
  if (*facts & FACT_CALLS)
    *facts |= device_facts(plan, p, found, *facts, total, route);
  if (plan->write && !(*facts & FACT_SERVED)) { /* work-group functions are the driver's */
    plan->names = 0;
    plan->tests_macros = false;
  }
  return CL_SUCCESS;
}

/* Facts that do not decide who builds first, but who may later. */
static unsigned later_facts(const struct clgroup_plan *plan) {
  const struct clgroup_service *d = plan->devices;
  const bool tried = clgroup_attempts_by(&plan->attempts, CLGROUP_BY_COMPILE);
  const unsigned acts = !may_use_compiler() ? 0 : FACT_ACTS | (plan->names ? FACT_NAMES : 0);
  return acts | (d && d->device.spirv ? FACT_SPIRV : 0) |
         (plan->needs_compiler || (d && clgroup_service_wants_compiler(d)) ? FACT_COMPILER_TOO : 0) |
         (plan->options.standard == CLGROUP_STANDARD_2 ? FACT_STANDARD_2 : 0) |
         (tried && !plan->provide && !plan->macros ? FACT_TRIED : 0) |
         (plan->request->notify && !plan->macros && !(acts & FACT_NAMES) ? FACT_CALLBACK : 0);
}

static void log_names(const struct clgroup_plan *plan) {
  struct clgroup_buffer names = {0};
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (plan->names >> i & 1)
      clgroup_buffer_add(&names, " %s", clgroup_names[i].text);
  if (plan->devices)
    clgroup_log(CLGROUP_LOG_ALL, "%s for %s:%s",
                plan->request->product == CLGROUP_EXECUTABLE ? "a program" : "an object", plan->devices->device.name,
                names.data ? names.data : " no function by name");
  clgroup_buffer_free(&names);
}

/* Has the layer built the program for devices that the call does not name? */
static bool serves_others(const struct clgroup_program *p, const struct clgroup_request *q) {
  bool others = false;
  for (size_t i = 0; q->devices && (p->linked || p->object) && i < p->build_count && !others; i++) {
    others = p->builds[i].status == CL_BUILD_SUCCESS;
    for (cl_uint k = 0; others && k < q->count; k++)
      others = q->devices[k] != p->builds[i].device;
  }
  return others;
}

cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_request *request,
                    bool refused, uint64_t names, unsigned extensions) {
  unsigned facts = refused ? FACT_REFUSED : 0;
  struct clgroup_scan found = {
      .names = names, .seeks_extensions = clgroup_settings.requested != 0, .extensions = extensions | p->extensions};
  enum clgroup_route route = CLGROUP_ROUTE_NATIVE;
  clgroup_plan_free(plan);
  *plan = (struct clgroup_plan){.request = request, .attempts = plan->attempts, .beside = serves_others(p, request)};
  if (clgroup_options_parse(request->options, &plan->options) ||
      (p->kind == CLGROUP_PROGRAM_SOURCE && scan(p, &plan->options, &request->headers, &found)))
    return CL_OUT_OF_HOST_MEMORY;
  /* The #include may be in a branch that #if leaves out. So the program is built as if any other header were missing,
   * and by clgroup-cc only if that fails. */
  plan->header = plan->needs_compiler = found.header && may_use_compiler();
  found.unknown |= found.header;
  if (plan->beside && (p->object || p->loaded)) { /* it may call other functions by the options of the other device */
    found.unknown = true;
    facts |= FACT_BESIDE;
  }
  facts |= read_facts(plan, p, &found);
  plan->perhaps = found.perhaps;
  cl_int error = facts & FACT_CALLS || found.extensions ? find_facts(plan, p, &found, &facts, &route) : CL_SUCCESS;
  if (error != CL_SUCCESS)
    return error;
  facts |= later_facts(plan);
  const struct clgroup_service *unserved = find_unserved(plan);
  clgroup_attempts_list(&plan->attempts, facts, route, unserved ? unserved->reason : NULL);
  if (clgroup_log_all())
    log_names(plan);
  clgroup_plan_choose(&plan->attempts, plan->devices, plan->count, plan->header, !plan->options.opt_disable);
  if (!may_use_compiler()) /* the layer does nothing, whatever the driver says. */
    plan->names = 0;
  return CL_SUCCESS;
}

void clgroup_plan_free(struct clgroup_plan *plan) {
  clgroup_options_free(&plan->options);
  free(plan->as_3);
  free(plan->devices);
}
