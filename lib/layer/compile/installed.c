/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/compile/installed.h"

#include "base/places.h"
#include "layer/base/settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The layer's place below the prefix: installed, and in the build tree. */
static const char *const layer_folders[] = {CLGROUP_LAYER_DESTINATION, "lib"};
enum { LAYER_FOLDERS = sizeof layer_folders / sizeof *layer_folders };

/* Cuts "/<folder>" from the end of a path. */
static bool cut(char *path, const char *folder) {
  const size_t length = strlen(path), tail = strlen(folder) + 1;
  char *slash = length >= tail ? path + length - tail : NULL;
  if (!slash || *slash != '/' || strcmp(slash + 1, folder) != 0)
    return false;
  *slash = 0;
  return true;
}

/* The prefix of the installation that the layer, or a tool in its folder bin, belongs to. */
static char *find_prefix(void) {
  char *path = clgroup_own_file();
  if (!path)
    return NULL;
  *strrchr(path, '/') = 0;
  bool found = false;
  for (size_t i = 0; i < LAYER_FOLDERS && !found; i++)
    found = cut(path, layer_folders[i]);
  if (found || cut(path, "bin"))
    return path;
  free(path);
  return NULL;
}

static char *find_file(const char *folder, const char *name, struct clgroup_buffer *why) {
  struct clgroup_buffer path = {0};
  char *prefix = find_prefix();
  if (prefix)
    clgroup_buffer_add(&path, "%s/%s/%s", prefix, folder, name);
  free(prefix);
  if (path.data && !access(path.data, R_OK) && !clgroup_others_can_change(path.data, why))
    return path.data;
  clgroup_buffer_free(&path);
  return NULL;
}

char *clgroup_beside_layer(const char *name, struct clgroup_buffer *why) {
  char *found = NULL;
  for (size_t i = 0; i < LAYER_FOLDERS && !found; i++)
    found = find_file(layer_folders[i], name, why);
  return found;
}

char *clgroup_find_compiler(struct clgroup_buffer *why) {
  static const char name[] = "clgroup-cc";
  const char *chosen = clgroup_settings.compiler;
  struct clgroup_buffer weak = {0}, fault = {0};
  char *found = chosen ? clgroup_find_program(chosen, &weak) : find_file("bin", name, &weak);
  if (!found && !chosen)
    found = clgroup_find_program(name, &weak);
  if (!found && weak.data)
    clgroup_buffer_add(&fault, "clgroup-cc is not used, since %s", weak.data);
  else if (!found)
    clgroup_buffer_add(&fault, "there is no clgroup-cc: install it, or set CLGROUP_CC to its path");
  else if (access(found, X_OK))
    clgroup_buffer_add(&fault, "cannot run '%s': %s; install clgroup-cc, or set CLGROUP_CC to its path", found,
                       strerror(errno));
  if (fault.data) {
    free(found);
    found = NULL;
    if (why)
      clgroup_buffer_add(why, "%s", fault.data);
  }
  clgroup_buffer_free(&weak);
  clgroup_buffer_free(&fault);
  return found;
}

bool clgroup_compiler_is_there(void) {
  char *found = clgroup_find_compiler(NULL);
  const bool is = found;
  free(found);
  return is;
}
