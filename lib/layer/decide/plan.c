#include "layer/decide/plan.h"

#include "layer/objects/device-list.h"
#include "layer/compile/installed.h"
#include "base/buffer.h"
#include "names/names.h"
#include "layer/decide/native.h"
#include "layer/decide/scan.h"
#include "layer/decide/trial.h"
#include "names/strategies.h"

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

/* What decides how a program is built. */
enum fact {
  CALLS = 1,           /* it may call a work-group function, or test for them */
  UNSURE = 2,          /* the driver alone can tell whether it does */
  VERSION_1 = 4,       /* -cl-std=CL1.x: the names are the program's own wherever the driver has functions */
  MODULE = 8,          /* it was made from SPIR-V, whose instructions have become calls */
  HEADER = 16,         /* it includes one of the library's headers, which clgroup-cc has */
  SUB_GROUPS = 32,     /* it uses sub-groups, which the layer offers on all of its devices */
  SERVED = 64,         /* a device lacks one of its functions, or gets one wrong, and the layer's works there */
  HAVE_FUNCTIONS = 128 /* so the driver's own build would succeed with the functions that are to be replaced */
};

/* The decision: the first row whose facts, and none of whose missing ones, are the program's. `by` is the route;
 * NATIVE: that of the devices. */
static const struct decision {
  unsigned facts, missing;
  enum clgroup_way way;
  enum clgroup_route by;
  const char *why;
} decisions[] = {
    {SUB_GROUPS, 0, CLGROUP_PLAN_LAYER_BUILDS, CLGROUP_ROUTE_COMPILE, "it uses sub-groups, which clgroup-cc has"},
    {0, CALLS, CLGROUP_PLAN_LEAVE_TO_DRIVER, CLGROUP_ROUTE_NATIVE, "it calls no work-group function"},
    {MODULE | SERVED, 0, CLGROUP_PLAN_LAYER_BUILDS, CLGROUP_ROUTE_NATIVE, "the SPIR-V calls functions"},
    {MODULE, 0, CLGROUP_PLAN_LAYER_BUILDS, CLGROUP_ROUTE_LINK,
     "the SPIR-V was rewritten for another device of its context"},
    {HEADER, SERVED, CLGROUP_PLAN_DRIVER_FIRST, CLGROUP_ROUTE_COMPILE,
     "only clgroup-cc has the header that it includes"},
    {0, SERVED, CLGROUP_PLAN_LEAVE_TO_DRIVER, CLGROUP_ROUTE_NATIVE,
     "the driver's functions are right, or all there are"},
    {HEADER | HAVE_FUNCTIONS | VERSION_1, 0, CLGROUP_PLAN_DRIVER_FIRST, CLGROUP_ROUTE_COMPILE,
     "only clgroup-cc has the header that it includes"},
    {HAVE_FUNCTIONS | VERSION_1, 0, CLGROUP_PLAN_LEAVE_TO_DRIVER, CLGROUP_ROUTE_NATIVE,
     "in OpenCL C 1.x the names are the program's own"},
    {HAVE_FUNCTIONS | UNSURE, 0, CLGROUP_PLAN_FIRST, CLGROUP_ROUTE_NATIVE,
     "the driver would take functions of its own that are to be replaced"},
    {UNSURE, 0, CLGROUP_PLAN_DRIVER_FIRST, CLGROUP_ROUTE_NATIVE, "the functions may be the program's own"},
    {0, 0, CLGROUP_PLAN_LAYER_BUILDS, CLGROUP_ROUTE_NATIVE, "it calls functions"},
};

static void decide(struct clgroup_plan *plan, unsigned facts) {
  static const char *const done[] = {[CLGROUP_PLAN_LEAVE_TO_DRIVER] = "the driver builds it",
                                     [CLGROUP_PLAN_DRIVER_FIRST] = "the driver builds it first",
                                     [CLGROUP_PLAN_FIRST] = "the layer builds it first",
                                     [CLGROUP_PLAN_LAYER_BUILDS] = "the layer builds it"};
  const struct decision *row = decisions;
  while ((facts & row->facts) != row->facts || (facts & row->missing))
    row++;
  plan->way = row->way;
  if (row->by != CLGROUP_ROUTE_NATIVE)
    plan->route = row->by;
  clgroup_log(CLGROUP_LOG_ALL, "%s: %s", done[row->way], row->why);
}

/* The facts that the program itself shows, and the names that the layer may act on. OpenCL C 1.x does not reserve these
 * names, so the program may define them: the driver, which fails if the program does not, can tell. The same is true
 * for a source whose headers cannot be read here, or that defines a name itself. */
static unsigned read_facts(struct clgroup_plan *plan, const struct clgroup_program *p,
                           const struct clgroup_scan *found) {
  const enum clgroup_standard standard = plan->options.standard;
  const bool old = standard == CLGROUP_STANDARD_UNSAID || standard == CLGROUP_STANDARD_1;
  const uint64_t all = clgroup_names_all(clgroup_settings_extension());
  plan->names = p->kind == CLGROUP_PROGRAM_IL ? all : found->names & all;
  if (p->kind == CLGROUP_PROGRAM_IL)
    return MODULE | CALLS;
  const bool named = plan->names || found->feature || (found->extension && clgroup_settings_extension());
  if (found->unknown)
    plan->names = all;
  /* In 1.x the feature macros must not be defined. */
  const bool calls = old ? plan->names != 0 : named || found->unknown;
  const bool unsure =
      old || (found->defines && !found->feature) || (!named && clgroup_settings.mode != CLGROUP_MODE_ALWAYS);
  plan->any_version = calls && old;
  return (calls ? CALLS : 0) | (unsure ? UNSURE : 0) | (standard == CLGROUP_STANDARD_1 ? VERSION_1 : 0) |
         (plan->needs_compiler ? HEADER : 0);
}

/* May clgroup-cc compile the program for devices that could also link it? Not an object, which the application may
 * link with objects that only the driver can read, and whose binary it may query; and not a module, which has no
 * source. Where the driver's own compiler is no choice, that is all. Elsewhere: not if the application queries kernel
 * arguments, which SPIR-V does not describe; not without a newer -cl-std, since the driver then chooses the language
 * version; and not for several devices, for which it may be built one after another, or with different macros. */
static bool is_whole(const struct clgroup_plan *plan, const struct clgroup_program *p, cl_uint devices) {
  if (plan->request->product != CLGROUP_EXECUTABLE || p->kind != CLGROUP_PROGRAM_SOURCE)
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

/* Have all devices that the layer acts on the functions? In OpenCL C 1.x such drivers do not declare these names. */
static bool have_functions(const struct clgroup_plan *plan) {
  const bool unsaid = plan->options.standard == CLGROUP_STANDARD_UNSAID;
  for (cl_uint i = 0; i < plan->count; i++) {
    const struct clgroup_device *d = &plan->devices[i];
    if (d->acts && !d->only_some && !(unsaid && clgroup_native_wants_compiler(d)))
      return false;
  }
  return true;
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

/* The facts that depend on the devices; chooses the route that they share, and takes from the names those that they all
 * have. `devices`: how many the program has. */
static unsigned device_facts(struct clgroup_plan *plan, const struct clgroup_program *p,
                             const struct clgroup_scan *found, unsigned facts, cl_uint devices, bool refused) {
  if (plan->options.opt_disable)
    clgroup_plan_spare_shuffles(plan->devices, plan->count);
  if (!(facts & UNSURE) || refused)
    complain_once(plan);
  const bool whole = is_whole(plan, p, devices);
  const struct clgroup_calls calls = {
      .names = found->names & plan->names, .half = found->half || found->unknown, .compiled = whole};
  const struct clgroup_calls any = {.names = plan->names, .half = true, .module = true, .foreign = true};
  const uint64_t replaced = choose_route(plan, facts & MODULE ? &any : &calls, whole);
  const bool served = plan->route != CLGROUP_ROUTE_NATIVE;
  if (served && !(facts & MODULE))
    plan->names &= replaced;
  return (served ? SERVED : 0) | (have_functions(plan) ? HAVE_FUNCTIONS : 0);
}

cl_int clgroup_plan(struct clgroup_plan *plan, const struct clgroup_program *p, const struct clgroup_request *request,
                    uint64_t refused) {
  struct clgroup_scan found = {.names = refused, .seeks_sub_groups = clgroup_settings_sub_groups()};
  *plan = (struct clgroup_plan){.request = request, .way = CLGROUP_PLAN_LEAVE_TO_DRIVER};
  if (clgroup_options_parse(request->options, &plan->options))
    return CL_OUT_OF_HOST_MEMORY;
  if (p->kind == CLGROUP_PROGRAM_SOURCE && scan(p, &plan->options, &request->headers, &found))
    return CL_OUT_OF_HOST_MEMORY;
  /* The #include may be in a branch that #if leaves out: the program is built as if any other header were missing, and
   * by clgroup-cc only where that fails. */
  plan->needs_compiler = found.header && may_use_compiler();
  found.unknown |= found.header;
  unsigned facts = read_facts(plan, p, &found);
  if (!(facts & CALLS) && !found.sub_groups) {
    decide(plan, facts);
    return CL_SUCCESS;
  }
  cl_device_id *all;
  cl_uint all_count;
  cl_int error = clgroup_program_devices(p->handle, &all, &all_count);
  if (error != CL_SUCCESS)
    return error;
  const cl_uint count = request->devices ? request->count : all_count;
  plan->devices = clgroup_devices_describe(request->devices ? request->devices : all, count);
  free(all);
  if (!plan->devices)
    return CL_OUT_OF_HOST_MEMORY;
  plan->count = count;
  for (cl_uint i = 0; refused && i < count; i++)
    clgroup_device_act_always(&plan->devices[i]);
  if (found.sub_groups && lack_sub_groups(plan)) {
    plan->sub_groups = plan->needs_compiler = true;
    facts |= SUB_GROUPS;
  } else if (facts & CALLS)
    facts |= device_facts(plan, p, &found, facts, all_count, refused);
  decide(plan, facts);
  /* The layer does nothing, whatever the driver says. */
  if (plan->way == CLGROUP_PLAN_LEAVE_TO_DRIVER && (facts & CALLS) && !may_use_compiler())
    plan->names = 0;
  if (plan->needs_compiler && plan->way != CLGROUP_PLAN_LEAVE_TO_DRIVER && plan->route == CLGROUP_ROUTE_COMPILE)
    clgroup_plan_use_compiler(plan);
  return CL_SUCCESS;
}

void clgroup_plan_log(const struct clgroup_plan *plan) {
  struct clgroup_buffer names = {0};
  if (!clgroup_log_all())
    return;
  for (unsigned i = 0; i < clgroup_name_count; i++)
    if (plan->names >> i & 1)
      clgroup_buffer_add(&names, " %s", clgroup_names[i].text);
  const struct clgroup_choice *choice = &plan->devices[0].choice;
  clgroup_log(CLGROUP_LOG_ALL, "%s for %s by route %s, strategy %s%s%s:%s",
              plan->request->product == CLGROUP_EXECUTABLE ? "a program" : "an object", plan->devices[0].name,
              clgroup_settings_route(plan->route), choice->strategy, *choice->exceptions ? ", " : "",
              choice->exceptions, names.data ? names.data : " no function by name");
  clgroup_buffer_free(&names);
}

void clgroup_plan_free(struct clgroup_plan *plan) {
  clgroup_options_free(&plan->options);
  free(plan->devices);
}

bool clgroup_plan_has(const struct clgroup_plan *plan, cl_device_id device) {
  bool has = false;
  for (cl_uint i = 0; i < plan->count && !has; i++)
    has = plan->devices[i].id == device;
  return has;
}
