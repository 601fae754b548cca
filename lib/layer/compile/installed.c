#define _GNU_SOURCE /* dladdr */
#include "layer/compile/installed.h"

#include "layer/base/find-program.h"
#include "layer/base/settings.h"
#include "base/buffer.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *clgroup_installed(const char *file) {
  Dl_info own;
  struct clgroup_buffer path = {0};
  /* The address of an object, since a function's does not convert to void *. */
  if (!dladdr(&clgroup_settings, &own) || !own.dli_fname)
    return NULL;
  /* For a program that was found in PATH dladdr returns only its name. */
  char *real = realpath(strchr(own.dli_fname, '/') ? own.dli_fname : "/proc/self/exe", NULL);
  /* <prefix>/lib/clgroup/libclgroup-layer.so; lib may also be lib64 or lib/<architecture>. */
  for (char *slash = real ? strrchr(real, '/') : NULL; slash && slash != real; slash = strrchr(real, '/')) {
    *slash = 0;
    path.length = 0;
    clgroup_buffer_add(&path, "%s/%s", real, file);
    if (path.data && !access(path.data, R_OK)) {
      free(real);
      return path.data;
    }
  }
  free(real);
  clgroup_buffer_free(&path);
  return NULL;
}

char *clgroup_beside_layer(const char *name) {
  static const char *const folders[] = {"", CLGROUP_LAYER_DESTINATION "/", "lib/"};
  char *found = NULL;
  for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++) {
    struct clgroup_buffer path = {0};
    clgroup_buffer_add(&path, "%s%s", folders[i], name);
    found = path.data ? clgroup_installed(path.data) : NULL;
    clgroup_buffer_free(&path);
  }
  return found;
}

bool clgroup_compiler_is_there(void) {
  const char *said = clgroup_settings.compiler;
  if (said && strchr(said, '/'))
    return !access(said, X_OK);
  char *found = said ? NULL : clgroup_installed("bin/clgroup-cc");
  if (!found)
    found = clgroup_find_program(said ? said : "clgroup-cc");
  bool there = found != NULL;
  free(found);
  return there;
}
