/* The ways from a program to values: whose work-group functions, and who compiles. */
#ifndef CLGROUP_RANDOM_WAYS_H
#define CLGROUP_RANDOM_WAYS_H

#include "program.h"

struct way_in {
  const char *name;
  enum way build;
  const char *strategy;     /* NULL: not ours to choose */
  const char *mode, *route; /* of the layer; NULL: without it */
  bool plain;               /* the plain text: shows what the driver does by itself */
};

/* A last entry has no name. */
extern const struct way_in ways_in[];

const struct way_in *way_named(const char *name);
/* Whether the device can take this way; else *why says why not. */
bool way_fits(const struct way_in *way, struct builder *b, char *why, size_t why_size);
/* Whether programs may include the library's headers, which only clgroup-cc finds. */
bool way_takes_headers(const struct way_in *way);
/* Sets the variables of the environment for a child that takes this way; `folder` is for its caches. */
void way_environment(const struct way_in *way, const char *layer, const char *folder);
/* Whether the list, of patterns of the shell between spaces or commas, holds the way; "all": all but native and plain.
 */
bool way_listed(const struct way_in *way, const char *list);

#endif
