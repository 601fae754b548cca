#define _GNU_SOURCE /* dl_iterate_phdr */
#include "layer/base/presence.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool clgroup_layer_is_loaded(void) {
  char line[4096];
  bool found = false;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && !found && fgets(line, sizeof line, maps))
    found = strstr(line, "/libclgroup-layer");
  if (maps)
    fclose(maps);
  return found;
}

/* A search for one copy: skips the first `skip` of them. */
struct search {
  unsigned skip;
  char *path;
};

static int visit(struct dl_phdr_info *info, size_t size, void *argument) {
  struct search *s = argument;
  (void)size;
  if (!strstr(info->dlpi_name, "/libclgroup-layer") || s->skip-- > 0)
    return 0;
  s->path = strdup(info->dlpi_name);
  return 1;
}

char *clgroup_other_layer(const bool *own) {
  for (unsigned i = 0;; i++) {
    struct search s = {.skip = i};
    dl_iterate_phdr(visit, &s);
    void *file = s.path ? dlopen(s.path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    const bool *acts = file ? dlsym(file, "clgroup_layer_acts") : NULL;
    bool other = acts && acts != own && *acts;
    if (file)
      dlclose(file);
    if (!s.path || other)
      return s.path;
    free(s.path);
  }
}
