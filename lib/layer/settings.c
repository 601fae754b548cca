#include "layer/settings.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct clgroup_settings clgroup_settings;

/* Copies value `index` of "a|b|c" to name, or an empty string where there are not as many. */
static void value_name(const char *values, unsigned index, char name[static 32]) {
  for (; index && values; index--) {
    values = strchr(values, '|');
    values += values != NULL;
  }
  size_t length = values ? strcspn(values, "|") : 0;
  if (length > 31)
    length = 31;
  memcpy(name, values ? values : "", length);
  name[length] = 0;
}

static unsigned read_choice(const char *variable, const char *values) {
  const char *text = getenv(variable);
  char name[32];
  if (!text || !*text)
    return 0;
  for (unsigned i = 0; value_name(values, i, name), *name; i++)
    if (!strcmp(name, text))
      return i;
  value_name(values, 0, name);
  clgroup_log(CLGROUP_LOG_ERRORS, "%s is '%s', which is none of %s: taken as %s", variable, text, values, name);
  return 0;
}

static unsigned read_number(const char *variable, unsigned standard) {
  const char *text = getenv(variable);
  char *end;
  if (!text || !*text)
    return standard;
  errno = 0;
  unsigned long number = strtoul(text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && !errno && number <= INT_MAX)
    return (unsigned)number;
  clgroup_log(CLGROUP_LOG_ERRORS, "%s is '%s', which is no number: taken as %u", variable, text, standard);
  return standard;
}

/* The environment may change under a program that calls setenv; out of memory, the variable counts as not set. */
static const char *read_text(const char *variable) {
  const char *text = getenv(variable);
  return text && *text ? strdup(text) : NULL;
}

void clgroup_settings_read(void) {
  struct clgroup_settings *s = &clgroup_settings;
#define CLGROUP_CHOICE(field, variable, values, meaning) s->field = read_choice(variable, values);
#define CLGROUP_NUMBER(field, variable, default, meaning) s->field = read_number(variable, default);
#define CLGROUP_TEXT(field, variable, default, meaning) s->field = read_text(variable);
#include "layer/settings.inc"
#undef CLGROUP_CHOICE
#undef CLGROUP_NUMBER
#undef CLGROUP_TEXT
}

void clgroup_settings_print(FILE *out) {
#define CLGROUP_CHOICE(field, variable, values, meaning) fprintf(out, "%-20s %-26s %s\n", variable, values, meaning);
#define CLGROUP_NUMBER(field, variable, default, meaning)                                                              \
  fprintf(out, "%-20s %-26u %s\n", variable, (unsigned)default, meaning);
#define CLGROUP_TEXT(field, variable, default, meaning) fprintf(out, "%-20s (%s) %s\n", variable, default, meaning);
#include "layer/settings.inc"
#undef CLGROUP_CHOICE
#undef CLGROUP_NUMBER
#undef CLGROUP_TEXT
}

const char *clgroup_settings_strategy(unsigned index) {
  static const char *const names[] = {"auto", "subgroup", "tree", "serial"};
  return names[index < 4 ? index : 0];
}

const char *clgroup_settings_route(unsigned index) {
  static const char *const names[] = {"auto", "native", "link", "compile"};
  return names[index < 4 ? index : 0];
}

bool clgroup_settings_extension(void) {
  static const char extension[] = "cl_khr_work_group_uniform_arithmetic";
  const char *text = clgroup_settings.extensions;
  while (text && *text) {
    size_t length = strcspn(text, " ,");
    if ((length == 3 && !memcmp(text, "all", 3)) ||
        (length == sizeof extension - 1 && !memcmp(text, extension, length)))
      return true;
    text += length + strspn(text + length, " ,");
  }
  return false;
}

void clgroup_log(enum clgroup_log_level level, const char *format, ...) {
  if (clgroup_settings.log == CLGROUP_LOG_OFF || (level == CLGROUP_LOG_ALL && clgroup_settings.log != CLGROUP_LOG_ALL))
    return;
  int saved = errno;
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  fprintf(stderr, "clgroup: %s\n", line);
  errno = saved;
}
