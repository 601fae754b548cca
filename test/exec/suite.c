/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "suite.h"

#include "report.h"

#include <fnmatch.h>
#include <stdio.h>

static bool same(const size_t a[3], const size_t b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool fits(const struct suite *s, const struct suite_shape *shape) {
  const size_t *local = shape->local;
  for (unsigned axis = 0; axis < 3; axis++)
    if (local[axis] > s->device->max_work_item_sizes[axis])
      return false;
  return local[0] * local[1] * local[2] <= s->max_size && (!shape->tail || s->device->non_uniform);
}

unsigned suite_shapes(const struct suite *s, const char *list, struct suite_shape *shapes) {
  unsigned count = 0;
  while (*list) {
    list = shapes_next(list, &shapes[count]);
    count += fits(s, &shapes[count]);
  }
  return count;
}

void suite_prepare(struct suite *s) {
  const size_t most = s->device->max_work_group_size;
  bool has_largest = false;
  if (!s->max_size || s->max_size > most)
    s->max_size = s->quick && most > 256 ? 256 : most;
  s->shape_count = suite_shapes(s, s->quick ? shapes_quick : shapes_full, s->shapes);
  const struct suite_shape largest = {{s->max_size, 1, 1}, false};
  for (unsigned i = 0; i < s->shape_count; i++)
    has_largest |= !s->shapes[i].tail && same(s->shapes[i].local, largest.local);
  if (!has_largest && fits(s, &largest))
    s->shapes[s->shape_count++] = largest;
  if (!s->device->non_uniform &&
      suite_wants(s, "shapes/tail")) /* else a filter that matches no test would seem to match one */
    report_skip("shapes/tail", "%s takes no non-uniform work-groups", s->device->platform_name);
}

bool test_is_wanted(const char *filter, const char *const *excludes, const char *name) {
  for (; excludes && *excludes; excludes++)
    if (!fnmatch(*excludes, name, 0))
      return false;
  return !filter || !fnmatch(filter, name, 0);
}

bool suite_wants(const struct suite *s, const char *name) {
  return test_is_wanted(s->filter, s->excludes, name);
}

void suite_shape_name(const struct suite_shape *shape, char *text, size_t size) {
  const struct shape one = shape_make(shape->local, 1, shape->tail);
  shape_name(&one, text, size);
}

bool suite_wants_any(const struct suite *s, const char *name, const struct suite_shape *shapes, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    char shape[64], whole[SUITE_NAME + 64];
    suite_shape_name(&shapes[i], shape, sizeof shape);
    snprintf(whole, sizeof whole, "%s/%s", name, shape);
    if (suite_wants(s, whole))
      return true;
  }
  return false;
}

size_t suite_groups(const struct suite *s, const size_t local[3], size_t least, size_t most) {
  size_t groups = s->items / (local[0] * local[1] * local[2]);
  if (groups < least)
    groups = least;
  return groups > most ? most : groups;
}
