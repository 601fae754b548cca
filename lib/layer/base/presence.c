#include "layer/base/presence.h"

#include <stdio.h>
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
