/* The layer's environment variables (settings.inc), and what it prints. */
#ifndef CLGROUP_LAYER_SETTINGS_H
#define CLGROUP_LAYER_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

/* In the order of settings.inc. */
enum clgroup_mode { CLGROUP_MODE_AUTO, CLGROUP_MODE_FAST, CLGROUP_MODE_ALWAYS, CLGROUP_MODE_OFF };
enum clgroup_route { CLGROUP_ROUTE_AUTO, CLGROUP_ROUTE_NATIVE, CLGROUP_ROUTE_LINK, CLGROUP_ROUTE_COMPILE };
enum clgroup_log_level { CLGROUP_LOG_ERRORS, CLGROUP_LOG_OFF, CLGROUP_LOG_ALL };
enum { CLGROUP_STRATEGY_AUTO, CLGROUP_CACHE_ON = 0 };

struct clgroup_settings {
#define CLGROUP_CHOICE(field, variable, meaning, ...) unsigned field;
#define CLGROUP_NUMBER(field, variable, default, meaning) unsigned field;
#define CLGROUP_TEXT(field, variable, default, meaning) const char *field; /* NULL: not set */
#include "layer/base/settings.inc"
#undef CLGROUP_CHOICE
#undef CLGROUP_NUMBER
#undef CLGROUP_TEXT
};

extern struct clgroup_settings clgroup_settings;

/* Reads the environment; in a program that runs with more rights than its caller the mode is off and no variable is
 * read. A value that means nothing is complained of, and the default is taken. The texts are those of
 * the environment at that time, copied. */
void clgroup_settings_read(void);

/* Value `index` of a setting's values: "tree" for clgroup_settings.strategy 2. */
const char *clgroup_settings_strategy(unsigned index);
const char *clgroup_settings_route(unsigned index);

/* A line per setting: variable, values or default, meaning. */
void clgroup_settings_print(FILE *out);

/* Is cl_khr_work_group_uniform_arithmetic asked for? */
bool clgroup_settings_extension(void);

/* Is each step to be logged? */
bool clgroup_log_all(void);

/* For how long something took: milliseconds of a clock that only goes on. */
double clgroup_log_clock(void);

/* A line on standard error, with the layer's name before it; nothing where the level is not asked for. errno stays. */
void clgroup_log(enum clgroup_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
