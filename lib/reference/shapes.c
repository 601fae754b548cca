/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "shapes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char shapes_full[] =
    "1 2 3 7 8 9 17 31 32 33 63 64 65 96 100 128 255 256 257 1000 1024 8x8 5x7 1x64 20x3 13x11 16x16 33x2 3x65 16x4x2 "
    "3x5x7 64x3 64x1x2 1x1x17 2x2x2 8x4x4 1x9x5 32x1x3 4x1x64 10x10x10 64+tail 33+tail 256+tail 8x8+tail 5x7+tail "
    "16x4x2+tail 3x5x7+tail";
const char shapes_quick[] =
    "1 2 3 7 8 33 64 65 96 256 5x7 64x3 64x1x2 3x5x7 1x1x17 16x4x2 64+tail 33+tail 256+tail 8x8+tail";
const char shapes_few[] = "64 1x3x5 4x4";
const char shapes_required[] = "256 33 16x4x2 1024 320 512 96 64 32 128 100 5x7";
const char shapes_options[] = "33 5x7 64";
/* 17, for Oclgrind too: more work-items than the scratch has elements before theirs. */
const char shapes_calls[] = "64 33 5x7 8 1 2 17 256 3x5x7 16x4x2 1000 100+tail 8x8+tail";
const char shapes_calls_quick[] = "64 33 5x7 17";
const char shapes_scans[] = "1 37 37+tail 64 129 256 256+tail 9x5 32x4 4x3x5 4x3x5+tail";
const char shapes_sub_groups[] = "1 7 32 37+tail 64 100+tail 128 8x8 9x5+tail 4x3x5 5x5x5";
const char shapes_sub_groups_gpu[] = "1 37 37+tail 64 64+tail 100 128 128+tail 9x5 9x5+tail 4x3x5";
const char shapes_sub_groups_full[] = "64 128";
const char shapes_sub_groups_quick[] = "7 64 128 9x5+tail";
const char shapes_tiles[] = "1 7 32 37 64 100 128 9x5 8x4x2 64+tail 9x5+tail";
const char shapes_tiles_quick[] = "37 9x5";
const char shapes_large_tiles[] = "100 129 256 1000 1024 16x20 100+tail";
const char shapes_large_tiles_quick[] = "129 256 9x5";
const char shapes_lanes[] = "1 7 32 37 64 100 128 64+tail";
const char shapes_lanes_quick[] = "37 64";

const char *shapes_next(const char *list, struct suite_shape *shape) {
  *shape = (struct suite_shape){{1, 1, 1}, false};
  for (unsigned axis = 0; axis < 3; axis++) {
    char *end;
    shape->local[axis] = strtoul(list, &end, 10);
    list = end + (*end == 'x');
    if (*end != 'x')
      break;
  }
  shape->tail = !strncmp(list, "+tail", 5);
  list += shape->tail ? 5 : 0;
  return list + strspn(list, " ");
}

size_t shape_items(const struct shape *s) {
  return s->global[0] * s->global[1] * s->global[2];
}

static size_t along(const struct shape *s, unsigned axis) {
  return (s->global[axis] + s->local[axis] - 1) / s->local[axis];
}

size_t shape_group_count(const struct shape *s) {
  return along(s, 0) * along(s, 1) * along(s, 2);
}

struct group shape_group(const struct shape *s, size_t index) {
  const size_t place[3] = {index % along(s, 0), index / along(s, 0) % along(s, 1), index / along(s, 0) / along(s, 1)};
  struct group g = {.n = 1};
  for (unsigned axis = 0; axis < 3; axis++) {
    g.origin[axis] = place[axis] * s->local[axis];
    size_t left = s->global[axis] - g.origin[axis];
    g.size[axis] = left < s->local[axis] ? left : s->local[axis];
    g.n *= g.size[axis];
  }
  return g;
}

size_t shape_item(const struct shape *s, const struct group *g, size_t rank) {
  size_t x = g->origin[0] + rank % g->size[0];
  size_t y = g->origin[1] + rank / g->size[0] % g->size[1];
  size_t z = g->origin[2] + rank / g->size[0] / g->size[1];
  return (z * s->global[1] + y) * s->global[0] + x;
}

void shape_name(const struct shape *s, char *name, size_t size) {
  bool tail = false;
  for (unsigned axis = 0; axis < 3; axis++)
    tail |= s->global[axis] % s->local[axis] != 0;
  snprintf(name, size, "%zux%zux%zu%s", s->local[0], s->local[1], s->local[2], tail ? "+tail" : "");
}

struct shape shape_make(const size_t local[3], size_t groups, bool tail) {
  struct shape s;
  size_t counts[3] = {1, local[1] > 1 ? 3 : 1, local[2] > 1 ? 2 : 1};
  counts[0] = (groups + counts[1] * counts[2] - 1) / (counts[1] * counts[2]);
  for (unsigned axis = 0; axis < 3; axis++) {
    s.local[axis] = local[axis];
    s.global[axis] = local[axis] * counts[axis];
    if (tail && local[axis] > 1)
      s.global[axis] -= (local[axis] + 1) / 3 ? (local[axis] + 1) / 3 : 1;
  }
  return s;
}
