#include "layer/decide/native.h"

#include "names/names.h"
#include "layer/decide/rows.h"

#include <string.h>

#define CLGROUP_NATIVE_FOREIGN "char, short, bool, vectors, int indices"

static const struct clgroup_native rows[] = {
#define CLGROUP_NATIVE(platform, type, from, before, functions, types, fault, why, test)                               \
  {platform, type, from, before, functions, types, CLGROUP_NATIVE_##fault, why, test},
#include "layer/decide/native.inc"
#undef CLGROUP_NATIVE
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool fits(const struct clgroup_native *row, const struct clgroup_device *d) {
  return strstr(d->platform, row->platform) && d->type & row->type &&
         clgroup_compare_versions(d->driver, row->from) >= 0 &&
         (!*row->before || clgroup_compare_versions(d->driver, row->before) < 0);
}

const struct clgroup_native *clgroup_native_next(const struct clgroup_device *d, const struct clgroup_native *row) {
  for (row = row ? row + 1 : rows; row < rows + ROWS; row++)
    if (fits(row, d))
      return row;
  return NULL;
}

static uint64_t names_of(const struct clgroup_native *row) {
  size_t length = strcspn(row->functions, "*");
  return row->functions[length] ? clgroup_names_beginning(row->functions, length)
                                : clgroup_name_find(row->functions, length);
}

static bool is_called(const struct clgroup_native *row, const struct clgroup_device *d,
                      const struct clgroup_calls *calls) {
  return names_of(row) & calls->names && (calls->half || strcmp(row->types, "half")) &&
         (calls->foreign || strcmp(row->types, CLGROUP_NATIVE_FOREIGN)) &&
         (calls->module || row->fault != CLGROUP_NATIVE_MODULE) &&
         ((calls->compiled && d->route == CLGROUP_ROUTE_COMPILE) || row->fault != CLGROUP_NATIVE_BRANCH);
}

struct clgroup_replaced clgroup_native_replaced(const struct clgroup_device *d, const struct clgroup_calls *calls) {
  struct clgroup_replaced r = {0};
  if (d->acts && !d->only_some)
    r.names = r.anyway = UINT64_MAX;
  for (const struct clgroup_native *row = NULL; d->acts && d->only_some && (row = clgroup_native_next(d, row));)
    if (is_called(row, d, calls)) {
      r.names |= names_of(row);
      r.anyway |= row->fault == CLGROUP_NATIVE_BRANCH ? 0 : names_of(row);
    }
  return r;
}

bool clgroup_native_acts(const struct clgroup_device *d, const struct clgroup_calls *calls) {
  return clgroup_native_replaced(d, calls).names != 0;
}

bool clgroup_native_wants_compiler(const struct clgroup_device *d) {
  const struct clgroup_native *row = NULL;
  while (d->route == CLGROUP_ROUTE_COMPILE && (row = clgroup_native_next(d, row)))
    if (row->fault == CLGROUP_NATIVE_BRANCH)
      return true;
  return false;
}
