/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tool/arguments.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char *program_invocation_short_name;

void argument_error(const char *format, ...) {
  va_list values;
  fflush(stdout);
  fprintf(stderr, "%s: error: ", program_invocation_short_name);
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fprintf(stderr, ": see %s --help\n", program_invocation_short_name);
  exit(2);
}

unsigned long argument_number(const char *option, const char *text, unsigned long least, unsigned long most) {
  char *end;
  errno = 0;
  const unsigned long value = strtoul(text, &end, 0);
  if (*text < '0' || *text > '9' || *end || errno || value < least || value > most)
    argument_error("option %s needs a number from %lu to %lu, not '%s'", option, least, most, text);
  return value;
}

int argument_take(const struct argument *known, size_t count, const char *usage, char *const *words) {
  if (!strcmp(words[0], "-h") || !strcmp(words[0], "--help")) {
    fputs(usage, stdout);
    exit(EXIT_SUCCESS);
  }
  for (; count && strcmp(words[0], known->name) != 0; count--)
    known++;
  if (!count)
    argument_error("unknown option '%s'", words[0]);
  if (known->flag)
    return *known->flag = true;
  if (!words[1])
    argument_error("option %s needs a value", words[0]);
  if (known->text)
    *known->text = words[1];
  else
    *known->number = argument_number(words[0], words[1], known->least, known->most ? known->most : ULONG_MAX);
  return 2;
}

char *program_folder(void) {
  char path[PATH_MAX + 1];
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  if (length < 0) {
    fprintf(stderr, "%s: error: cannot read /proc/self/exe: %s\n", program_invocation_short_name, strerror(errno));
    exit(2);
  }
  path[length] = 0;
  *strrchr(path, '/') = 0;
  char *folder = strdup(path);
  if (!folder)
    abort();
  return folder;
}
