/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/decide/service.h"

#include "base/list.h"
#include "layer/compile/toolchain.h"
#include "layer/decide/extensions.h"
#include "names/names.h"
#include "names/strategies.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* `always`: as with CLGROUP_MODE=always. */
static void choose_route(struct clgroup_service *d, bool always) {
  const struct clgroup_settings *s = &clgroup_settings;
  bool missing = !d->device.has_functions ||
                 (clgroup_settings_extension() && !(d->device.own & CLGROUP_HAS(work_group_uniform_arithmetic)));
  bool only_some = !always && !missing;
  d->route = CLGROUP_ROUTE_NATIVE;
  if (s->mode == CLGROUP_MODE_OFF)
    d->reason = "CLGROUP_MODE is off";
  else if (s->route == CLGROUP_ROUTE_NATIVE)
    d->reason = "CLGROUP_ROUTE is native";
  else if (only_some && !clgroup_service_next_fault(&d->device, NULL))
    d->reason = "the device has the functions";
  else if (d->device.form == CLGROUP_FORM_NONE)
    d->reason = clgroup_device_takes_nothing;
  else if (s->route == CLGROUP_ROUTE_LINK && !d->device.spirv)
    d->reason = "CLGROUP_ROUTE is link, and the driver does not accept SPIR-V";
  else {
    bool better = s->route == CLGROUP_ROUTE_AUTO && d->device.row->route == CLGROUP_ROUTE_COMPILE;
    bool compiles = !d->device.spirv || s->route == CLGROUP_ROUTE_COMPILE || better;
    d->fault = compiles ? clgroup_toolchain_fault(d->device.form, d->device.address_bits, d->choice.strategy, 0) : NULL;
    d->route = !compiles || (d->fault && d->device.spirv) ? CLGROUP_ROUTE_LINK
               : d->fault                                 ? CLGROUP_ROUTE_NATIVE
                                                          : CLGROUP_ROUTE_COMPILE;
    d->unsure |= d->fault != NULL;
    if (d->fault)
      d->reason = d->fault;
    else if (!d->device.spirv)
      d->reason = d->device.form == CLGROUP_FORM_PTX
                      ? "the driver accepts PTX, which clgroup-cc makes"
                      : "the driver does not accept SPIR-V, but bitcode, which clgroup-cc makes";
    else if (s->route == CLGROUP_ROUTE_COMPILE)
      d->reason = "CLGROUP_ROUTE is compile, and the driver accepts SPIR-V, which clgroup-cc makes";
    else if (better)
      d->reason = "programs run faster or more reliably here if clgroup-cc compiles them";
    else
      d->reason = "the driver's compiler and linker can link the library";
  }
  d->acts = d->route != CLGROUP_ROUTE_NATIVE;
  d->only_some = d->acts && only_some;
}

static void choose_strategy(struct clgroup_service *d) {
  d->choice = d->device.row->choice;
  d->strategy_reason = d->device.row->reason;
  if (clgroup_settings.strategy != CLGROUP_STRATEGY_AUTO) {
    d->choice = clgroup_device_all_by(clgroup_settings_strategy(clgroup_settings.strategy));
    d->strategy_reason = "CLGROUP_STRATEGY says so";
  }
  if (d->device.form == CLGROUP_FORM_PTX) {
    if (strcmp(d->choice.strategy, "subgroup") != 0 && strcmp(d->choice.strategy, "tree") != 0) {
      d->choice = clgroup_device_all_by(clgroup_strategy_shuffles(d->choice.strategy) ? "subgroup" : "tree");
      d->strategy_reason = "for NVIDIA's GPUs there are only subgroup and tree";
    }
    return;
  }
  const char *strategy = clgroup_device_strategy(&d->choice, d->device.shuffles, d->device.il);
  if (strategy != d->choice.strategy) {
    d->choice = clgroup_device_all_by(strategy);
    d->strategy_reason = "the device lacks cl_khr_subgroup_shuffle or SPIR-V 1.3, which subgroup and vector need";
  }
}

static void choose(struct clgroup_service *d) {
  choose_strategy(d);
  choose_route(d, clgroup_settings.mode == CLGROUP_MODE_ALWAYS);
  clgroup_extensions_choose(d);
}

/* Devices are described once; but not sub-devices, whose handles may be reused. No lock: if the application forks
 * meanwhile, the child would wait for it forever. If two threads ask at once, both descriptions are kept. */
struct described {
  struct described *next;
  struct clgroup_service service;
};
static _Atomic(struct described *) all_described;

void clgroup_device_describe(cl_device_id id, struct clgroup_service *d) {
  struct described *first = atomic_load(&all_described), *new;
  for (const struct described *k = first; k; k = k->next)
    if (k->service.device.id == id) {
      *d = k->service;
      return;
    }
  cl_device_id parent = NULL;
  *d = (struct clgroup_service){0};
  clgroup_device_ask(id, &d->device);
  d->unsure = d->device.unsure;
  choose(d);
  d->unsure |= clgroup_next.clGetDeviceInfo(id, CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL) != CL_SUCCESS;
  if (!parent)
    clgroup_extensions_report(d);
  if (d->unsure || parent || !(new = malloc(sizeof *new)))
    return;
  *new = (struct described){first, *d};
  while (!atomic_compare_exchange_weak(&all_described, &new->next, new)) {
  }
}

struct clgroup_service *clgroup_devices_describe(const cl_device_id *ids, cl_uint *count) {
  struct clgroup_service *devices = calloc(*count, sizeof *devices);
  cl_uint known = 0;
  for (cl_uint i = 0; devices && i < *count; i++)
    if (!clgroup_devices_have(devices, known, ids[i]))
      clgroup_device_describe(ids[i], &devices[known++]);
  *count = known;
  return devices;
}

unsigned clgroup_devices_faults(const struct clgroup_service *devices, cl_uint count) {
  unsigned faults = 0;
  while (count)
    faults |= devices[--count].device.faults;
  return faults;
}

bool clgroup_devices_have(const struct clgroup_service *devices, cl_uint count, cl_device_id id) {
  bool have = false;
  for (cl_uint i = 0; i < count && !have; i++)
    have = devices[i].device.id == id;
  return have;
}

cl_device_id *clgroup_devices_ids(const struct clgroup_service *devices, cl_uint count) {
  cl_device_id *ids = calloc(count, sizeof *ids);
  for (cl_uint i = 0; ids && i < count; i++)
    ids[i] = devices[i].device.id;
  return ids;
}

void clgroup_devices_end(void) {
  for (struct described *k = atomic_exchange(&all_described, NULL), *next; k; k = next) {
    next = k->next;
    free(k);
  }
}

void clgroup_service_always(struct clgroup_service *d) {
  choose_route(d, true);
}

const struct clgroup_fault *clgroup_service_next_fault(const struct clgroup_device *d,
                                                       const struct clgroup_fault *fault) {
  const struct clgroup_driver_id id = clgroup_device_driver(d);
  while ((fault = clgroup_fault_next(&id, fault)) && !(fault->kind & CLGROUP_FAULT_OF_FUNCTIONS)) {
  }
  return fault;
}

static uint64_t names_of(const struct clgroup_fault *fault) {
  size_t length = strcspn(fault->functions, "*");
  return fault->functions[length] ? clgroup_names_beginning(fault->functions, length)
                                  : clgroup_name_find(fault->functions, length);
}

static bool is_called(const struct clgroup_fault *fault, const struct clgroup_service *d,
                      const struct clgroup_calls *calls) {
  return names_of(fault) & calls->names && (calls->foreign || strcmp(fault->types, CLGROUP_FAULT_FOREIGN)) &&
         (calls->module || fault->kind != CLGROUP_FAULT_MODULE) &&
         ((calls->compiled && d->route == CLGROUP_ROUTE_COMPILE) || fault->kind != CLGROUP_FAULT_BRANCH);
}

struct clgroup_replaced clgroup_service_replaced(const struct clgroup_service *d, const struct clgroup_calls *calls) {
  struct clgroup_replaced r = {0};
  if (d->acts && !d->only_some)
    r.names = r.by_any_compiler = r.by_library = UINT64_MAX;
  for (const struct clgroup_fault *fault = NULL;
       d->acts && d->only_some && (fault = clgroup_service_next_fault(&d->device, fault));)
    if (is_called(fault, d, calls)) {
      r.names |= names_of(fault);
      r.by_any_compiler |= fault->kind == CLGROUP_FAULT_BRANCH ? 0 : names_of(fault);
      r.by_library |= fault->kind == CLGROUP_FAULT_TRUTHS ? 0 : names_of(fault);
    }
  return r;
}

bool clgroup_service_wants_compiler(const struct clgroup_service *d) {
  return d->route == CLGROUP_ROUTE_COMPILE && d->device.faults & CLGROUP_FAULT_BRANCH;
}

struct clgroup_choice clgroup_devices_choice(const struct clgroup_service *devices, cl_uint count, bool headers,
                                             bool optimized) {
  struct clgroup_choice all = devices->choice;
  for (cl_uint i = 1; i < count; i++)
    if (!clgroup_choice_same(&all, &devices[i].choice))
      all = clgroup_device_all_by(
          clgroup_strategy_shuffles(all.strategy) && clgroup_strategy_shuffles(devices[i].choice.strategy) ? "subgroup"
                                                                                                           : "tree");
  if (headers) {
    const bool free = clgroup_settings.strategy == CLGROUP_STRATEGY_AUTO && !clgroup_strategy_shuffles(all.strategy);
    all = clgroup_device_all_by(free ? "subgroup" : all.strategy);
    /* Every device that accepts PTX has sub-groups, without an extension that says so. */
    for (cl_uint i = 0; i < count; i++)
      if (devices[i].device.form != CLGROUP_FORM_PTX)
        all.strategy = clgroup_device_strategy(&all, devices[i].device.shuffles, devices[i].device.il);
  }
  return optimized || !clgroup_strategy_shuffles(all.strategy) ? all
                                                               : clgroup_device_all_by(clgroup_choice_instead(&all));
}
