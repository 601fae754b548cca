/* Random programs on one device, each by one of the ways in, or by all. */
#ifndef CLGROUP_RANDOM_RANDOM_H
#define CLGROUP_RANDOM_RANDOM_H

#include "bed.h"
#include "generate.h"

struct random_options {
  uint64_t seed, count;          /* programs of seed, seed + 1, ... */
  unsigned long minutes;         /* 0: no limit */
  bool all_ways;                 /* each program by all; else by one after the other */
  struct generate_limits limits; /* no more than the device can do */
  const char *folder;            /* where each failure goes as a reduced case; NULL: nowhere */
  unsigned long reduce_minutes;  /* that one may take */
};

/* Returns the exit status. */
int random_run(struct bed *b, const struct random_options *o);

/* The same for programs of cooperative groups (groups.h), by those ways that take C++; a failure is kept as it is. */
int groups_run(struct bed *b, const struct random_options *o);

#endif
