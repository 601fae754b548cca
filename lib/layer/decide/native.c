#include "layer/decide/native.h"

#include "names/names.h"

#include <string.h>

const struct clgroup_fault *clgroup_native_next(const struct clgroup_device *d, const struct clgroup_fault *fault) {
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

static bool is_called(const struct clgroup_fault *fault, const struct clgroup_device *d,
                      const struct clgroup_calls *calls) {
  return names_of(fault) & calls->names && (calls->foreign || strcmp(fault->types, CLGROUP_FAULT_FOREIGN)) &&
         (calls->module || fault->kind != CLGROUP_FAULT_MODULE) &&
         ((calls->compiled && d->route == CLGROUP_ROUTE_COMPILE) || fault->kind != CLGROUP_FAULT_BRANCH);
}

struct clgroup_replaced clgroup_native_replaced(const struct clgroup_device *d, const struct clgroup_calls *calls) {
  struct clgroup_replaced r = {0};
  if (d->acts && !d->only_some)
    r.names = r.by_any_compiler = UINT64_MAX;
  for (const struct clgroup_fault *fault = NULL; d->acts && d->only_some && (fault = clgroup_native_next(d, fault));)
    if (is_called(fault, d, calls)) {
      r.names |= names_of(fault);
      r.by_any_compiler |= fault->kind == CLGROUP_FAULT_BRANCH ? 0 : names_of(fault);
    }
  return r;
}

bool clgroup_native_acts(const struct clgroup_device *d, const struct clgroup_calls *calls) {
  return clgroup_native_replaced(d, calls).names != 0;
}

bool clgroup_native_wants_compiler(const struct clgroup_device *d) {
  return d->route == CLGROUP_ROUTE_COMPILE && d->faults & CLGROUP_FAULT_BRANCH;
}
