#include "layer/decide/plan.h"

#include "layer/objects/device-list.h"
#include "layer/compile/installed.h"
#include "base/buffer.h"
#include "names/names.h"
#include "layer/decide/native.h"
#include "layer/decide/scan.h"
#include "layer/decide/trial.h"
#include "targets/strategies.h"

#include <stdatomic.h>
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
  const char *const strings[] = {p->source};
  const size_t lengths[] = {p->source_length};
  struct embedded e = {headers, calloc(headers->count + 1, sizeof *e.entries)};
  if (!e.entries)
    return -1;
  /* A header that cannot be read is treated as unknown. */
  for (cl_uint i = 0; i < headers->count; i++)
    (void)clgroup_program_use(headers->programs[i], &e.entries[i]);
  int error = clgroup_scan_source(found, strings, lengths, 1, options, find_header, &e);
  for (cl_uint i = 0; i < headers->count; i++)
    if (e.entries[i])
      clgroup_program_done(e.entries[i]);
  free(e.entries);
  return error;
}

/* OpenCL C 1.x does not reserve these names, so the program may define them: the driver builds first, and fails if the
 * program does not. The same is true for a source whose headers cannot be read here, or that defines a name itself. */
static void choose_way(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_scan *found) {
  enum clgroup_standard standard = plan->options.standard;
  bool old = standard == CLGROUP_STANDARD_UNSAID || standard == CLGROUP_STANDARD_1;
  uint64_t all = clgroup_names_all(clgroup_settings_extension());
  plan->names = p->kind == CLGROUP_PROGRAM_IL ? all : found->names & all;
  if (p->kind == CLGROUP_PROGRAM_IL) {
    plan->way = CLGROUP_PLAN_LAYER_BUILDS;
    return;
  }
  bool named = plan->names || found->feature || (found->extension && clgroup_settings_extension());
  if (!named && !found->unknown)
    return;
  if (found->unknown)
    plan->names = all;
  plan->any_version = old;
  bool unsure = old || (found->defines && !found->feature) || (!named && clgroup_settings.mode != CLGROUP_MODE_ALWAYS);
  /* In 1.x the feature macros must not be defined. */
  if (old && !plan->names)
    return;
  plan->way = unsure ? CLGROUP_PLAN_DRIVER_FIRST : CLGROUP_PLAN_LAYER_BUILDS;
}

/* May clgroup-cc compile the program for devices that could also link it? Not an object, which the application may
 * link with objects that only the driver can read, and whose binary it may query; and not a module, which has no
 * source. Where the driver's own compiler is no choice, that is all. Elsewhere: not if the application queries kernel
 * arguments, which SPIR-V does not describe; not without a newer -cl-std, since the driver then chooses the language
 * version; and not for several devices, for which it may be built one after another, or with different macros. */
static bool is_whole(const struct clgroup_plan *plan, const struct clgroup_program *p, enum clgroup_product product,
                     cl_uint devices) {
  if (product != CLGROUP_EXECUTABLE || p->kind != CLGROUP_PROGRAM_SOURCE)
    return false;
  if (clgroup_native_wants_compiler(plan->devices))
    return plan->options.standard != CLGROUP_STANDARD_1;
  return !plan->options.arg_info && !plan->any_version && devices == 1;
}

/* All devices of a build use the same route, so that they share one program: even those with native functions. Returns
 * the functions that are replaced on one of them: a driver's own are the faster ones on some devices. */
static uint64_t choose_route(struct clgroup_plan *plan, const struct clgroup_calls *calls, bool whole) {
  uint64_t replaced = 0;
  plan->route = CLGROUP_ROUTE_NATIVE;
  for (cl_uint i = 0; i < plan->count; i++) {
    struct clgroup_device *d = &plan->devices[i];
    const enum clgroup_route route = d->spirv && !whole ? CLGROUP_ROUTE_LINK : d->route;
    const struct clgroup_replaced r = clgroup_native_replaced(d, calls);
    replaced |= r.names;
    if (plan->route != CLGROUP_ROUTE_NATIVE)
      continue;
    if (r.names && clgroup_trial_passes(d, route))
      plan->route = route;
    /* The driver has not the headers of a program that needs the compiler. */
    d->only_compiled = plan->route == CLGROUP_ROUTE_COMPILE && !plan->needs_compiler && !r.anyway;
  }
  return replaced;
}

/* If all devices that the layer acts on have the functions, the driver's build succeeds, but with the functions that
 * are to be replaced: so it must not come first. In OpenCL C 1.x such drivers do not declare these names. */
static void put_layer_first(struct clgroup_plan *plan) {
  const bool unsaid = plan->options.standard == CLGROUP_STANDARD_UNSAID;
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_device *d = &plan->devices[i];
    if (d->acts && !d->only_some && !(unsaid && clgroup_native_wants_compiler(d)))
      return;
  }
  if (plan->options.standard == CLGROUP_STANDARD_1)
    plan->way = CLGROUP_PLAN_LEAVE_TO_DRIVER;
  else if (plan->way == CLGROUP_PLAN_DRIVER_FIRST)
    plan->way = CLGROUP_PLAN_FIRST;
}

/* Every device that accepts PTX has sub-groups, without an extension that says so. */
static void prefer_shuffles(struct clgroup_device *devices, cl_uint count) {
  struct clgroup_choice all = clgroup_device_all_by(clgroup_devices_strategy(devices, count));
  if (clgroup_settings.strategy == CLGROUP_STRATEGY_AUTO && !clgroup_strategy_shuffles(all.strategy))
    all.strategy = "subgroup";
  for (cl_uint i = 0; i < count; i++)
    if (devices[i].form != CLGROUP_FORM_PTX)
      all.strategy = clgroup_device_strategy(&all, devices[i].shuffles, devices[i].il);
  for (cl_uint i = 0; i < count; i++)
    devices[i].choice = all;
}

void clgroup_plan_spare_shuffles(struct clgroup_device *devices, cl_uint count) {
  for (cl_uint i = 0; i < count; i++)
    if (clgroup_strategy_shuffles(devices[i].choice.strategy))
      devices[i].choice = clgroup_device_all_by(clgroup_choice_instead(&devices[i].choice));
}

void clgroup_plan_choose_for_headers(struct clgroup_device *devices, cl_uint count, bool optimized) {
  prefer_shuffles(devices, count);
  const char *preferred = devices->choice.strategy;
  if (!optimized)
    clgroup_plan_spare_shuffles(devices, count);
  if (devices->choice.strategy != preferred)
    clgroup_log(CLGROUP_LOG_ERRORS,
                "-cl-opt-disable with <clgroup/...>: strategy %s, not %s, so all of a work-group must call the "
                "functions of tiles, also in branches",
                devices->choice.strategy, preferred);
}

void clgroup_plan_use_compiler(struct clgroup_plan *plan) {
  plan->route = CLGROUP_ROUTE_COMPILE;
  clgroup_plan_choose_for_headers(plan->devices, plan->count, !plan->options.opt_disable);
}

/* Has the layer offered sub-groups on all devices, in the program's version of OpenCL C, and do they work there? */
static bool lack_sub_groups(const struct clgroup_plan *plan) {
  bool lack = plan->options.standard == CLGROUP_STANDARD_2 || plan->options.standard == CLGROUP_STANDARD_3;
  for (cl_uint i = 0; i < plan->count; i++)
    lack = lack && plan->devices[i].sub_groups && clgroup_trial_passes(&plan->devices[i], CLGROUP_ROUTE_COMPILE);
  return lack;
}

/* Logs that clgroup-cc does not work, unless it is not installed, was not requested, and the linker is used instead. */
static void complain_once(const struct clgroup_plan *plan) {
  static atomic_flag done = ATOMIC_FLAG_INIT;
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_device *d = &plan->devices[i];
    bool silent = d->spirv && clgroup_settings.route == CLGROUP_ROUTE_AUTO && !clgroup_compiler_is_there();
    if (d->fault && !silent && !atomic_flag_test_and_set(&done))
      clgroup_log(CLGROUP_LOG_ERRORS, "%s work-group functions for %s: %s",
                  d->spirv ? "route link, not compile, builds" : "no way to build", d->name, d->fault);
  }
}

cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, enum clgroup_product product,
                    cl_uint count, const cl_device_id *devices, const char *options,
                    const struct clgroup_headers *headers, uint64_t refused) {
  struct clgroup_scan found = {.names = refused, .seeks_sub_groups = clgroup_settings_sub_groups()};
  *plan = (struct clgroup_plan){.way = CLGROUP_PLAN_LEAVE_TO_DRIVER};
  if (clgroup_options_parse(options, &plan->options))
    return CL_OUT_OF_HOST_MEMORY;
  if (p->kind == CLGROUP_PROGRAM_SOURCE && scan(p, &plan->options, headers, &found))
    return CL_OUT_OF_HOST_MEMORY;
  /* The #include may be in a branch that #if leaves out: the program is built as if any other header were missing, and
   * by clgroup-cc only where that fails. */
  plan->needs_compiler = found.header && may_use_compiler();
  found.unknown |= found.header;
  choose_way(plan, p, &found);
  if (plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER && !found.sub_groups)
    return CL_SUCCESS;
  cl_device_id *all;
  cl_uint all_count;
  cl_int error = clgroup_program_devices(p->handle, &all, &all_count);
  if (error != CL_SUCCESS)
    return error;
  if (!devices) {
    devices = all;
    count = all_count;
  }
  plan->devices = calloc(count, sizeof *plan->devices);
  for (cl_uint i = 0; plan->devices && i < count; i++) {
    clgroup_device_describe(&clgroup_next, devices[i], &plan->devices[i]);
    if (refused)
      clgroup_device_act_always(&plan->devices[i]);
  }
  plan->count = plan->devices ? count : 0;
  free(all);
  if (!plan->devices)
    return CL_OUT_OF_HOST_MEMORY;
  if (found.sub_groups && lack_sub_groups(plan)) {
    plan->sub_groups = plan->needs_compiler = true;
    plan->way = CLGROUP_PLAN_LAYER_BUILDS;
    clgroup_plan_use_compiler(plan);
    return CL_SUCCESS;
  }
  if (plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER)
    return CL_SUCCESS;
  if (plan->options.opt_disable)
    clgroup_plan_spare_shuffles(plan->devices, plan->count);
  if (plan->way == CLGROUP_PLAN_LAYER_BUILDS || refused)
    complain_once(plan);
  const bool module = p->kind == CLGROUP_PROGRAM_IL;
  const bool whole = is_whole(plan, p, product, all_count);
  const struct clgroup_calls calls = {
      .names = found.names & plan->names, .half = found.half || found.unknown, .compiled = whole};
  const struct clgroup_calls any = {.names = plan->names, .half = true, .module = true, .foreign = true};
  const uint64_t replaced = choose_route(plan, module ? &any : &calls, whole);
  if (plan->route == CLGROUP_ROUTE_NATIVE && module)
    plan->route = CLGROUP_ROUTE_LINK; /* the module was rewritten for another device of its context */
  if (!module)
    put_layer_first(plan);
  if (plan->route == CLGROUP_ROUTE_NATIVE)
    plan->way = CLGROUP_PLAN_LEAVE_TO_DRIVER;
  else if (!module)
    plan->names &= replaced;
  const bool untouched = plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER;
  if (untouched && !may_use_compiler()) /* the layer does nothing, whatever the driver says */
    plan->names = 0;
  if (plan->needs_compiler && untouched)
    plan->way = CLGROUP_PLAN_DRIVER_FIRST;
  if (plan->needs_compiler && (untouched || plan->route == CLGROUP_ROUTE_COMPILE))
    clgroup_plan_use_compiler(plan);
  return CL_SUCCESS;
}

void clgroup_plan_log(const struct clgroup_plan *plan, enum clgroup_product product) {
  struct clgroup_buffer names = {0};
  if (!clgroup_log_all())
    return;
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (plan->names >> i & 1)
      clgroup_buffer_add(&names, " %s", clgroup_names[i].text);
  const struct clgroup_choice *choice = &plan->devices[0].choice;
  clgroup_log(CLGROUP_LOG_ALL, "%s for %s by route %s, strategy %s%s%s:%s",
              product == CLGROUP_EXECUTABLE ? "a program" : "an object", plan->devices[0].name,
              clgroup_settings_route(plan->route), choice->strategy, *choice->exceptions ? ", " : "",
              choice->exceptions, names.data ? names.data : " no function by name");
  clgroup_buffer_free(&names);
}

void clgroup_plan_free(struct clgroup_plan *plan) {
  clgroup_options_free(&plan->options);
  free(plan->devices);
}
