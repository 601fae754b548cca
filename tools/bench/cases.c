#include "bench/cases.h"

#include <stdio.h>

const char *const function_names[] = {"reduce", "scan_inclusive", "scan_exclusive", "broadcast", "all", "any"};
const char *const op_names[] = {"add", "min", "max"};
const char *const type_names[] = {"int", "uint", "long", "float", "double", "half"};
const char *const shape_names[] = {"large", "cached", "compute", "user"};
const char *const peer_names[] = {"copy",       "stored", "sequential", "hillis_steele",
                                  "sub_groups", "native", "module",     "link"};

bool function_has_op(enum function f) {
  return f == REDUCE || f == SCAN_INCLUSIVE || f == SCAN_EXCLUSIVE;
}

bool kind_fits(enum peer_kind kind, const struct work *w) {
  switch (kind) {
  case HILLIS_STEELE:
    return w->function == SCAN_INCLUSIVE || w->function == SCAN_EXCLUSIVE;
  case SEQUENTIAL:
    return w->function == REDUCE || w->function == ALL || w->function == ANY;
  case STORED:
    return w->function == BROADCAST;
  case SUB_GROUPS:
    return w->function != BROADCAST;
  default:
    return true;
  }
}

const char *work_name(const struct work *w) {
  static char name[64];
  bool op = function_has_op(w->function);
  snprintf(name, sizeof name, "%s%s%s %s", function_names[w->function], op ? " " : "", op ? op_names[w->op] : "",
           type_names[w->type]);
  return name;
}

/* With rounds, not a power of two: threads take work-groups by such numbers, and two rounds would work on the same
 * items at the same time. */
size_t shape_items(enum shape shape, size_t size) {
  static const size_t items[SHAPES] = {
      [LARGE] = MAX_ITEMS, [CACHED] = 384 << 10, [COMPUTE] = 64 << 10, [USER] = 96 << 10};
  return items[shape] / size * size;
}

size_t shape_rounds(enum shape shape) {
  return shape == CACHED || shape == USER ? 8 : 1;
}

size_t shape_stores(enum shape shape, size_t items) {
  return shape == USER ? USER_STORES * items : items;
}
