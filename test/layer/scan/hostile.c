/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts of many megabytes for which a scanner could take long. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 4 << 20, SECONDS = 20 /* of a processor, under sanitizers: a quadratic scanner takes hours */ };

/* Each ends with a 0. */
static const char pieces[] = "/*\0*/\0//\0/\0*\0/*/\0\"\0'\0a'\0R\"\0\\\0\\ \0\\\n\0#\0##\0# \0#/*\0#define \0#error "
                             "\0#error /\0#error\r\0#error/*\n\0"
                             "1'\0%:\0?\?/\0w\0g\0gw\0work\0work \0work_\0group\0group \0_group "
                             "\0work_group_all\0work_group_scan_exclusive_zzz \0"
                             "\r\0//\r\0\n\0 \0\xff\0#include \"a\"\n\0#include <\0#include \"\0#include A\n\0";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *empty(void *context, const char *name, size_t *length) {
  (void)context;
  *length = 0;
  return strcmp(name, "empty.h") ? NULL : "";
}

/* An endless chain of different includes, each in a deeper folder. */
static const char *endless(void *context, const char *name, size_t *length) {
  char *text = context;
  static unsigned number;
  /* The memory is reused: only this number makes the texts different. */
  char *mine = text + number++ % 4000 * 64;
  *length = (size_t)sprintf(mine, "#include \"x/%u.h\"\nwork_group_all", number);
  (void)name;
  return mine;
}

void test_hostile(void) {
  char *text = malloc(SIZE);
  for (const char *piece = pieces; *piece; piece += strlen(piece) + 1) {
    size_t length = strlen(piece), size = SIZE / length * length;
    for (size_t at = 0; at < size; at += length)
      memcpy(text + at, piece, length);
    struct clgroup_scan result = {0};
    const double start = now();
    const int error = clgroup_scan_source(&result, text, size, NULL, empty, NULL);
    const double time = now() - start;
    check(!error && time < SECONDS, "'%s' over and over: %g s", piece, time);
  }
  free(text);
  /* Options of a megabyte: words of all kinds. */
  static const char *const words[] = {"-I a ", "-D ", "\"", "\\", "work_group_all ", "-include a "};
  static const char include[] = "#include \"nowhere/a.h\"\n";
  enum { INCLUDES = 4000 };
  char *options = malloc((1 << 20) + 1), *source = malloc(INCLUDES * (sizeof include - 1) + 1);
  for (unsigned i = 0; i < INCLUDES; i++)
    strcpy(source + i * (sizeof include - 1), include);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    size_t length = strlen(words[i]), size = ((size_t)1 << 20) / length * length;
    for (size_t at = 0; at < size; at += length)
      memcpy(options + at, words[i], length);
    options[size] = 0;
    struct clgroup_options o;
    struct clgroup_scan result = {0};
    double start = now();
    int error =
        clgroup_options_parse(options, &o) || clgroup_scan_source(&result, source, strlen(source), &o, NULL, NULL);
    double time = now() - start;
    clgroup_options_free(&o);
    check(!error && result.unknown && time < SECONDS, "options '%s' over and over: %g s", words[i], time);
  }
  free(options);
  free(source);
  struct clgroup_scan result = {0};
  const char *first = "#include \"0.h\"";
  char *headers = calloc(4000, 64);
  check(!clgroup_scan_source(&result, first, strlen(first), NULL, endless, headers) && result.unknown && result.names,
        "includes without an end");
  free(headers);
}
