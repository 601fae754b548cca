#define _GNU_SOURCE /* realpath */
#include "layer/base/find-program.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *clgroup_find_program(const char *name) {
  if (strchr(name, '/'))
    return realpath(name, NULL);
  char *found = NULL;
  for (const char *at = getenv("PATH"); at && !found;) {
    int length = (int)strcspn(at, ":");
    struct clgroup_buffer path = {0};
    clgroup_buffer_add(&path, "%.*s%s%s", length, at, length ? "/" : "", name);
    if (path.data && !access(path.data, X_OK))
      found = realpath(path.data, NULL);
    clgroup_buffer_free(&path);
    at = at[length] ? at + length + 1 : NULL;
  }
  return found;
}
