/* The groups that are tested: how a kernel makes one, and who its members are. */
#ifndef COOPERATIVE_GROUPS_H
#define COOPERATIVE_GROUPS_H

#include "values.h"

#include <stddef.h>

enum { MAX_MEMBERS = 1024 };

/* What a work-item is given: a value, a number, and which arm of a branch it takes. */
struct item {
  struct value x;
  uint32_t a, branch;
};

struct group_kind {
  const char *name, *make;                   /* C++ */
  unsigned tile;                             /* 0: its members share a sub-group */
  unsigned parent;                           /* of a tile: the size of the tile around it; 0: the work-group */
  unsigned labels;                           /* members have the same a modulo this; 0: whatever */
  enum { STRAIGHT, ARMS, TURNS } divergence; /* ARMS_OF_TILES: all of a tile take the same */
  const char *sizes, *quick_sizes;           /* of the work-groups: up to the largest that is worth it; a few */
};
enum { GROUP_KINDS = 21 };
extern const struct group_kind group_kinds[GROUP_KINDS];

/* A work-item's group: its members by rank, as they are numbered in the work-group. */
struct members {
  unsigned count, own, ranks[MAX_MEMBERS];
  unsigned meta_rank, meta_count; /* which of how many groups of a partition it is, by their first members */
  uint32_t shared;                /* of the work-group: what operators capture */
  uint64_t grid[4]; /* of the work-item: its rank in the launch, of how many; its work-group's, of how many */
};

/* `places`: for each rank its sub-group and its lane. */
void members_of(const struct group_kind *kind, const struct item *items, const uint64_t *places, size_t n, size_t rank,
                struct members *m);

#endif
