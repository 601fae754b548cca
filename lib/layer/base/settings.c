/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* environ, secure_getenv */
#include "layer/base/settings.h"

#include "base/files.h"
#include "base/list.h"
#include "names/extensions.h"
#include "names/strategies.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <unistd.h>

struct clgroup_settings clgroup_settings;

/* The values of each choice, NULL-terminated. */
#define CLGROUP_CHOICE(field, variable, meaning, ...) static const char *const field##_values[] = {__VA_ARGS__, NULL};
#define CLGROUP_NUMBER(field, variable, default, meaning)
#define CLGROUP_TEXT(field, variable, default, meaning)
#include "layer/base/settings.inc"

enum { LIST_SIZE = 64 };

/* "a|b|c" */
static const char *list(const char *const *values, char text[static LIST_SIZE]) {
  int length = snprintf(text, LIST_SIZE, "%s", *values);
  while (*++values && length < LIST_SIZE)
    length += snprintf(text + length, LIST_SIZE - (size_t)length, "|%s", *values);
  return text;
}

static unsigned read_choice(const char *variable, const char *const *values) {
  const char *text = secure_getenv(variable);
  char all[LIST_SIZE];
  if (!text || !*text)
    return 0;
  for (unsigned i = 0; values[i]; i++)
    if (!strcmp(values[i], text))
      return i;
  clgroup_log(CLGROUP_LOG_ERRORS, "%s is '%s', which is not one of %s: using %s", variable, text, list(values, all),
              *values);
  return 0;
}

static unsigned read_number(const char *variable, unsigned standard) {
  const char *text = secure_getenv(variable);
  char *end;
  if (!text || !*text)
    return standard;
  errno = 0;
  unsigned long number = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && !errno && number <= INT_MAX)
    return (unsigned)number;
  clgroup_log(CLGROUP_LOG_ERRORS, "%s is '%s', which is not a number from 0 to %d: using %u", variable, text, INT_MAX,
              standard);
  return standard;
}

/* A copy, since the application may call setenv. */
static const char *read_text(const char *variable, bool *failed) {
  const char *text = secure_getenv(variable), *copy = text && *text ? strdup(text) : NULL;
  *failed |= text && *text && !copy;
  return copy;
}

/* Variables of clgroup-cc and of the scripts, which are not settings of the layer, are known too. */
static bool is_variable(const char *name, size_t length) {
  static const char *const variables[] = {
#define CLGROUP_CHOICE(field, variable, meaning, ...) variable,
#define CLGROUP_NUMBER(field, variable, default, meaning) variable,
#define CLGROUP_TEXT(field, variable, default, meaning) variable,
#include "layer/base/settings.inc"
      "CLGROUP_CLANG", "CLGROUP_LLVM_SPIRV", "CLGROUP_LLD", "CLGROUP_DATA_DIR", "CLGROUP_TESTBEDS"};
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    if (strlen(variables[i]) == length && !memcmp(variables[i], name, length))
      return true;
  return false;
}

static void complain_of_others(void) {
  static const char head[] = "CLGROUP_";
  for (char **variable = environ; variable && *variable; variable++) {
    size_t length = strcspn(*variable, "=");
    if (!strncmp(*variable, head, sizeof head - 1) && !is_variable(*variable, length))
      clgroup_log(CLGROUP_LOG_ERRORS, "%.*s is not a variable of clgroup: clgroup-info --settings lists them",
                  (int)length, *variable);
  }
}

#define CLGROUP_EXTENSION(name, ...) "cl_khr_" #name "|"
static const char extension_names[] =
#include "names/extensions.inc"
    CLGROUP_OPENCL_C_3_1 "|all";

/* Reads the list of extensions. */
static void read_extensions(const char *text) {
  int length;
  clgroup_settings.requested = clgroup_settings.named = 0;
  for (const char *word; text && (word = clgroup_list_next(&text, &length));) {
    const unsigned found = clgroup_extension_find(word, (size_t)length);
    clgroup_settings.requested |= found;
    clgroup_settings.named |= strncmp(word, CLGROUP_OPENCL_C_3_1, (size_t)length) ? found : 0;
    if (!found)
      clgroup_log(CLGROUP_LOG_ERRORS, "CLGROUP_EXTENSIONS names '%.*s', which is not one of %s: ignored", length, word,
                  extension_names);
  }
}

void clgroup_settings_read(void) {
  struct clgroup_settings *s = &clgroup_settings;
  bool failed = false;
#define CLGROUP_CHOICE(field, variable, meaning, ...) s->field = read_choice(variable, field##_values);
#define CLGROUP_NUMBER(field, variable, default, meaning) s->field = read_number(variable, default);
#define CLGROUP_TEXT(field, variable, default, meaning) s->field = read_text(variable, &failed);
#include "layer/base/settings.inc"
  read_extensions(s->extensions);
  /* In a program with more privileges than its caller, the caller's variables must not choose what it starts. */
  if (getauxval(AT_SECURE))
    s->mode = CLGROUP_MODE_OFF;
  else
    complain_of_others();
  if (failed) {
    clgroup_log(CLGROUP_LOG_ERRORS, "does nothing in this process, since there is no memory for its settings");
    s->mode = CLGROUP_MODE_OFF;
  }
}

void clgroup_settings_end(void) {
#define CLGROUP_CHOICE(field, variable, meaning, ...)
#define CLGROUP_NUMBER(field, variable, default, meaning)
#define CLGROUP_TEXT(field, variable, default, meaning) free((char *)clgroup_settings.field);
#include "layer/base/settings.inc"
  clgroup_settings = (struct clgroup_settings){0};
}

void clgroup_settings_print(FILE *out) {
  char all[LIST_SIZE];
#define CLGROUP_CHOICE(field, variable, meaning, ...)                                                                  \
  fprintf(out, "%-20s %-39s %s\n", variable, list(field##_values, all), meaning);
#define CLGROUP_NUMBER(field, variable, default, meaning)                                                              \
  fprintf(out, "%-20s %-39u %s\n", variable, (unsigned)default, meaning);
#define CLGROUP_TEXT(field, variable, default, meaning) fprintf(out, "%-20s (%s) %s\n", variable, default, meaning);
#include "layer/base/settings.inc"
}

const char *clgroup_settings_strategy(unsigned index) {
  return strategy_values[index];
}

const char *clgroup_settings_route(unsigned index) {
  return route_values[index];
}

bool clgroup_settings_extension(void) {
  return clgroup_settings.requested & CLGROUP_HAS(work_group_uniform_arithmetic);
}

bool clgroup_log_all(void) {
  return clgroup_settings.log == CLGROUP_LOG_ALL;
}

double clgroup_log_clock(void) {
  struct timespec time = {0};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void clgroup_log(enum clgroup_log_level level, const char *format, ...) {
  if (clgroup_settings.log == CLGROUP_LOG_OFF || (level == CLGROUP_LOG_ALL && clgroup_settings.log != CLGROUP_LOG_ALL))
    return;
  int saved = errno;
  char line[4096] = "clgroup: ";
  const size_t head = strlen(line);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line + head, sizeof line - head - 1, format, arguments);
  va_end(arguments);
  size_t length = strlen(line);
  length -= line[length - 1] == '\n'; /* a log's last */
  line[length] = '\n';
  (void)clgroup_write_whole(fileno(stderr), line, length + 1);
  errno = saved;
}
