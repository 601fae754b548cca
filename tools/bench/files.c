#include "bench/files.h"
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

void *file_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  size_t used = 0, room = 1 << 16, got;
  char *bytes = NULL;
  if (!file)
    return NULL;
  do {
    room *= 2;
    char *grown = realloc(bytes, room);
    if (!grown)
      die("out of memory");
    bytes = grown;
    got = fread(bytes + used, 1, room - 1 - used, file);
    used += got;
  } while (used == room - 1);
  bool failed = ferror(file);
  fclose(file);
  if (failed) {
    free(bytes);
    return NULL;
  }
  bytes[used] = 0;
  if (size)
    *size = used;
  return bytes;
}

bool file_write(const char *path, const void *bytes, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return false;
  bool good = fwrite(bytes, 1, size, file) == size;
  return !fclose(file) && good;
}
