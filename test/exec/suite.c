#include "suite.h"

#include "report.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

static const size_t full_sizes[] = {1,  2,  3,  7,   8,   9,   17,  31,  32,   33,  63,
                                    64, 65, 96, 100, 128, 255, 256, 257, 1000, 1024};
static const size_t quick_sizes[] = {1, 2, 3, 7, 8, 20, 33, 64, 65, 256};
static const size_t full_shapes[][3] = {
    {8, 8, 1}, {5, 7, 1},  {1, 64, 1}, {20, 3, 1}, {13, 11, 1}, {16, 16, 1}, {33, 2, 1}, {3, 65, 1}, {16, 4, 2},
    {3, 5, 7}, {64, 1, 1}, {1, 1, 17}, {2, 2, 2},  {8, 4, 4},   {1, 9, 5},   {32, 1, 3}, {4, 1, 64}, {10, 10, 10},
};
static const size_t quick_shapes[][3] = {{5, 7, 1}, {3, 5, 7}, {1, 1, 17}, {16, 4, 2}};
static const size_t tails[][3] = {{64, 1, 1}, {33, 1, 1}, {256, 1, 1}, {8, 8, 1}, {5, 7, 1}, {16, 4, 2}, {3, 5, 7}};

static bool same(const size_t a[3], const size_t b[3]) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool fits(const struct suite *s, const size_t local[3]) {
  for (unsigned axis = 0; axis < 3; axis++)
    if (local[axis] > s->device->max_work_item_sizes[axis])
      return false;
  return local[0] * local[1] * local[2] <= s->max_size;
}

static void add_shape(struct suite *s, const size_t local[3], bool tail) {
  if (!fits(s, local) || s->shape_count == SUITE_MAX_SHAPES)
    return;
  for (unsigned i = 0; i < s->shape_count; i++)
    if (same(s->shapes[i].local, local) && s->shapes[i].tail == tail)
      return;
  memcpy(s->shapes[s->shape_count].local, local, sizeof s->shapes->local);
  s->shapes[s->shape_count++].tail = tail;
}

void suite_prepare(struct suite *s) {
  size_t device_max = s->device->max_work_group_size;
  const size_t *sizes = s->full_sizes ? full_sizes : quick_sizes;
  size_t size_count = s->full_sizes ? sizeof full_sizes / sizeof *sizes : sizeof quick_sizes / sizeof *sizes;
  const size_t(*shapes)[3] = s->full_sizes ? full_shapes : quick_shapes;
  size_t shape_count = s->full_sizes ? sizeof full_shapes / sizeof *shapes : sizeof quick_shapes / sizeof *shapes;

  if (!s->max_size || s->max_size > device_max)
    s->max_size = s->quick && device_max > 256 ? 256 : device_max;
  for (size_t i = 0; i < size_count; i++)
    add_shape(s, (const size_t[3]){sizes[i], 1, 1}, false);
  add_shape(s, (const size_t[3]){s->max_size, 1, 1}, false);
  for (size_t i = 0; i < shape_count; i++)
    add_shape(s, shapes[i], false);
  if (!s->device->non_uniform) {
    if (suite_wants(s, "shapes/tail")) /* else a filter that matches no test would seem to match one */
      report_skip("shapes/tail", "%s takes no non-uniform work-groups", s->device->platform_name);
    return;
  }
  for (size_t i = 0; i < (s->full_sizes ? sizeof tails / sizeof *tails : 4); i++)
    add_shape(s, tails[i], true);
}

bool suite_wants(const struct suite *s, const char *name) {
  for (unsigned i = 0; s->excludes && s->excludes[i]; i++)
    if (!fnmatch(s->excludes[i], name, 0))
      return false;
  return !s->filter || !fnmatch(s->filter, name, 0);
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

bool suite_begins(const struct suite *s, cl_program program, const char *kernel, size_t n, const char *name) {
  if (!suite_wants(s, name))
    return false;
  report_step(name);
  const size_t limit = launch_limit(s->device, program, kernel);
  if (limit && limit < n)
    report_skip(name, "the driver limits this kernel to work-groups of %zu", limit);
  return !limit || limit >= n;
}

size_t suite_groups(const struct suite *s, const size_t local[3], size_t least, size_t most) {
  size_t groups = s->items / (local[0] * local[1] * local[2]);
  if (groups < least)
    groups = least;
  return groups > most ? most : groups;
}
