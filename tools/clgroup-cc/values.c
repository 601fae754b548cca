/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* vasprintf */
#include "clgroup-cc/values.h"

#include "names/strategies.h"
#include "targets/targets.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char uniform[] = "cl_khr_work_group_uniform_arithmetic";

int fail(char **error, const char *format, ...) {
  va_list args;
  va_start(args, format);
  if (vasprintf(error, format, args) < 0)
    *error = NULL;
  va_end(args);
  return -1;
}

void *need(void *memory) {
  if (!memory) {
    fputs("clgroup-cc: error: out of memory\n", stderr);
    exit(EXIT_FAILURE);
  }
  return memory;
}

/* Levenshtein distance of short names. */
static size_t distance(const char *a, const char *b) {
  size_t row[64], n = strlen(b);
  if (n >= 64)
    return n;
  for (size_t j = 0; j <= n; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      size_t best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}

void nearer(const char *given, const char *name, const char **best, size_t *best_distance) {
  size_t d = distance(given, name);
  if (d < *best_distance) {
    *best = name;
    *best_distance = d;
  }
}

size_t guess_limit(const char *given) {
  const size_t length = strlen(given), limit = length / 3 + 3;
  return limit < length ? limit : length ? length - 1 : 0;
}

int set_emit(const char *value, struct clgroup_compile_options *c) {
  for (int i = 0; i < CLGROUP_OUTPUT_KINDS; i++)
    if (!strcmp(value, clgroup_output_kinds[i])) {
      c->emit = (enum clgroup_output_kind)i;
      return 1;
    }
  return 0;
}

int language(const char *name) {
  static const char *const names[] = {
      [CLGROUP_CL] = "cl", [CLGROUP_CLCPP] = "clcpp", [CLGROUP_IR] = "ir", [CLGROUP_SPIRV] = "spirv"};
  for (int i = 0; i < 4; i++)
    if (!strcmp(name, names[i]))
      return i;
  return -1;
}

int language_of(const char *path) {
  static const struct {
    const char *suffix;
    enum clgroup_input_kind kind;
  } suffixes[] = {{".cl", CLGROUP_CL},
                  {".clcpp", CLGROUP_CLCPP},
                  {".bc", CLGROUP_IR},
                  {".ll", CLGROUP_IR},
                  {".spv", CLGROUP_SPIRV}};
  const char *slash = strrchr(path, '/');
  const char *dot = strrchr(slash ? slash : path, '.');
  for (int i = 0; dot && i < 5; i++)
    if (!strcmp(dot, suffixes[i].suffix))
      return suffixes[i].kind;
  return -1;
}

/* The optimization level of the lowering is clang's; s and z count as 2. */
int set_level(const char *value, unsigned *level) {
  static const struct {
    const char *value;
    unsigned level;
  } levels[] = {{"", 1}, {"0", 0}, {"1", 1}, {"2", 2}, {"3", 3}, {"4", 3}, {"s", 2}, {"z", 2}, {"g", 1}, {"fast", 3}};
  for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
    if (!strcmp(value, levels[i].value)) {
      *level = levels[i].level;
      return 1;
    }
  return 0;
}

int set_number(const char *value, unsigned most, unsigned *number) {
  char *end;
  unsigned long n = strtoul(value, &end, 10);
  if (*value < '0' || *value > '9' || *end || n < 1 || n > most)
    return 0;
  *number = (unsigned)n;
  return 1;
}

int set_target(const char *value, struct clgroup_compile_options *c, char **error) {
  c->lower.target = value;
  if (clgroup_find_target(value))
    return 0;
  const char *best = NULL;
  size_t best_distance = guess_limit(value);
  for (size_t i = 0; i < sizeof clgroup_targets / sizeof clgroup_targets[0]; i++)
    nearer(value, clgroup_targets[i].name, &best, &best_distance);
  if (best)
    return fail(error, "unknown target '%s': did you mean '%s'?", value, best);
  return fail(error, "unknown target '%s': --print-targets lists them", value);
}

int is_strategy(const char *value) {
  const char *exception = clgroup_exception_next(value);
  for (; *exception; exception = clgroup_exception_next(exception))
    if (!clgroup_exception_strategy(exception))
      return 0;
  return !strcmp(value, "auto") || clgroup_strategy_find(value);
}

void take_extensions(const char *list, struct clgroup_compile_options *c, char **rest) {
  char *kept = need(malloc(strlen(list) + sizeof "-cl-ext="));
  strcpy(kept, "-cl-ext=");
  size_t empty = strlen(kept);
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ",");
    int is_uniform = length == sizeof uniform && !strncmp(at + 1, uniform, length - 1);
    if (length && (is_uniform || (length == 4 && !strncmp(at + 1, "all", 3))))
      c->without_uniform = *at == '-';
    if (!is_uniform) {
      if (strlen(kept) > empty)
        strcat(kept, ",");
      strncat(kept, at, length);
    }
    at += length + (at[length] == ',');
  }
  *rest = kept;
  if (strlen(kept) == empty) {
    free(kept);
    *rest = NULL;
  }
}
