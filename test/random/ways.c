/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bed.h"

#include "text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAYS_OF(strategy)                                                                                              \
  {"cc-" strategy, WAY_MODULE, strategy, NULL, NULL, false},                                                           \
      {"link-" strategy, WAY_SOURCE, strategy, "always", "link", false}, {                                             \
    "compile-" strategy, WAY_SOURCE, strategy, "always", "compile", false                                              \
  }

const struct way_in ways_in[] = {
    WAYS_OF("tree"),
    WAYS_OF("serial"),
    WAYS_OF("subgroup"),
    WAYS_OF("vector"),
    {"auto", WAY_SOURCE, NULL, "auto", "auto", false},
    {"native", WAY_NATIVE, NULL, NULL, NULL, false},
    {"plain", WAY_SOURCE, NULL, NULL, NULL, true},
    {"plain-il", WAY_IL, NULL, NULL, NULL, true},
    {0},
};

const struct way_in *way_named(const char *name) {
  for (const struct way_in *w = ways_in; w->name; w++)
    if (!strcmp(w->name, name))
      return w;
  return NULL;
}

bool way_fits(const struct way_in *w, struct builder *b, char *why, size_t size) {
  b->strategy = w->strategy ? w->strategy : "tree";
  /* The layer's routes have the same requirements as the same steps by hand. */
  b->way = !w->mode || !w->strategy ? w->build : strcmp(w->route, "link") ? WAY_MODULE : WAY_LINK;
  bool fits = builder_can(b, why, size);
  b->way = w->build;
  return fits && (!w->mode || builder_layer_is_right(b, why, size));
}

bool way_takes_headers(const struct way_in *way) {
  return way->plain || way->build == WAY_MODULE || (way->route && strcmp(way->route, "link"));
}

void way_environment(const struct way_in *w, const char *layer, const char *folder) {
  static const char *const own[] = {"OPENCL_LAYERS", "CLGROUP_MODE",     "CLGROUP_ROUTE",
                                    "CLGROUP_CACHE", "CLGROUP_STRATEGY", "CLGROUP_CC"};
  char *path = NULL;
  for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
    unsetenv(own[i]);
  /* No driver may use what it kept in an earlier run. Without a cache Mesa compiles its own library in each process,
   * for three seconds: all ways share one. */
  text_add(&path, "%s/../mesa", folder);
  setenv("MESA_SHADER_CACHE_DIR", path, 1);
  free(path);
  path = NULL;
  text_add(&path, "%s/cache", folder);
  setenv("POCL_CACHE_DIR", path, 1);
  setenv("POCL_KERNEL_CACHE", "0", 1);
  setenv("XDG_CACHE_HOME", path, 1);
  setenv("TMPDIR", folder, 1);
  free(path);
  if (!w->mode)
    return;
  setenv("OPENCL_LAYERS", layer, 1);
  setenv("CLGROUP_MODE", w->mode, 1);
  setenv("CLGROUP_ROUTE", w->route, 1);
  setenv("CLGROUP_EXTENSIONS", "all", 1);
  setenv("CLGROUP_LOG", "errors", 1);
  if (w->strategy)
    setenv("CLGROUP_STRATEGY", w->strategy, 1);
}

bool way_listed(const struct way_in *w, const char *list) {
  while (*list) {
    char pattern[64];
    size_t length = strcspn(list, " ,");
    snprintf(pattern, sizeof pattern, "%.*s", (int)length, list);
    if (!strcmp(pattern, "all") ? w->build != WAY_NATIVE && !w->plain : !fnmatch(pattern, w->name, 0))
      return true;
    list += length + strspn(list + length, " ,");
  }
  return false;
}
