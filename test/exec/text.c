#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *allocate(size_t size) {
  void *memory = calloc(1, size ? size : 1);
  if (!memory) {
    fprintf(stderr, "clgroup-exec: out of memory: %zu bytes\n", size);
    exit(2);
  }
  return memory;
}

void text_add(char **text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int more = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  size_t length = *text ? strlen(*text) : 0;
  char *grown = realloc(*text, length + (size_t)more + 1);
  if (!grown) {
    fprintf(stderr, "clgroup-exec: out of memory\n");
    exit(2);
  }
  va_start(arguments, format);
  vsnprintf(grown + length, (size_t)more + 1, format, arguments);
  va_end(arguments);
  *text = grown;
}

char *file_read(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  char *data = NULL;
  if (!file)
    return NULL;
  if (!fseek(file, 0, SEEK_END)) {
    long length = ftell(file);
    rewind(file);
    if (length >= 0) {
      data = allocate((size_t)length + 1);
      if (fread(data, 1, (size_t)length, file) != (size_t)length) {
        free(data);
        data = NULL;
      } else if (size) {
        *size = (size_t)length;
      }
    }
  }
  fclose(file);
  return data;
}

int file_write(const char *path, const void *data, size_t size) {
  FILE *file = fopen(path, "wb");
  if (!file)
    return -1;
  size_t written = fwrite(data, 1, size, file);
  return fclose(file) || written != size ? -1 : 0;
}
