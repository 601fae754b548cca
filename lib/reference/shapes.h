/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The shapes of work-groups and launches with which functions are judged. */
#ifndef REFERENCE_SHAPES_H
#define REFERENCE_SHAPES_H

#include <stdbool.h>
#include <stddef.h>

/* Lists. All; what --quick takes; and without large or uneven work-groups, where each costs a compilation. */
extern const char shapes_full[], shapes_quick[], shapes_few[];
/* Of kernels that require one; by compilers' options; of kernels with several calls. */
extern const char shapes_required[], shapes_options[], shapes_calls[], shapes_calls_quick[];
/* Of scans; of sub-group functions, on GPUs, and where all sub-groups are to be full. */
extern const char shapes_scans[];
extern const char shapes_sub_groups[], shapes_sub_groups_quick[], shapes_sub_groups_gpu[], shapes_sub_groups_full[];
/* Of cooperative groups: of small tiles, large ones, and tiles whose ranks must be lanes on every device. */
extern const char shapes_tiles[], shapes_tiles_quick[], shapes_large_tiles[], shapes_large_tiles_quick[],
    shapes_lanes[], shapes_lanes_quick[];

/* Of work-groups, with smaller ones at the end or without. */
struct suite_shape {
  size_t local[3];
  bool tail;
};
/* Reads the first of a list such as "64 9x5+tail"; returns what follows it. */
const char *shapes_next(const char *list, struct suite_shape *shape);

struct shape {
  size_t local[3];  /* a full work-group */
  size_t global[3]; /* need not be a multiple of local: then the last work-groups are smaller */
};

struct group {
  size_t origin[3], size[3];
  size_t n; /* work-items */
};

size_t shape_items(const struct shape *shape);
size_t shape_group_count(const struct shape *shape);
/* Work-group `index`, in the order that the kernels count them. */
struct group shape_group(const struct shape *shape, size_t index);
/* Where in the buffers the work-item of this rank reads and writes: its linear global id. */
size_t shape_item(const struct shape *shape, const struct group *group, size_t rank);
/* "16x4x2", or "16x4x2+tail" where the last work-groups are smaller. */
void shape_name(const struct shape *shape, char *name, size_t size);

/* At least `groups` work-groups of `local`, spread over as many dimensions; `tail` makes the last ones smaller. */
struct shape shape_make(const size_t local[3], size_t groups, bool tail);

#endif
