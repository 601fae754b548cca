/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Texts of many megabytes for which a scanner could take long. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZE = 4 << 20, SECONDS = 20 /* of a processor, under sanitizers: a quadratic scanner takes hours */ };

static const char *const pieces[] = {
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "1'",
    "a'",
    "R\"",
    "\\",
    "\\ ",
    "\\\n",
    "#",
    "##",
    "# ",
    "#/*",
    "#define ",
    "#error ",
    "#error /",
    "%:",
    "?\?/",
    "w",
    "work",
    "work ",
    "work_",
    "group",
    "group ",
    "_group ",
    "work_group_all",
    "g",
    "gw",
    "\r",
    "//\r",
    "#error\r",
    "#error/*\n",
    "\n",
    " ",
    "\xff",
    "/",
    "*",
    "/*/",
    "work_group_scan_exclusive_zzz ",
    "#include \"a\"\n",
    "#include <",
    "#include \"",
    "#include A\n",
};

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
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    size_t length = strlen(pieces[i]), size = SIZE / length * length;
    for (size_t at = 0; at < size; at += length)
      memcpy(text + at, pieces[i], length);
    struct clgroup_scan result = {0};
    const double start = now();
    const int error = clgroup_scan_source(&result, text, size, NULL, empty, NULL);
    const double time = now() - start;
    check(!error && time < SECONDS, "'%s' over and over: %g s", pieces[i], time);
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
