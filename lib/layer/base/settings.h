/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layer's environment variables (settings.inc), and its log. */
#ifndef CLGROUP_LAYER_SETTINGS_H
#define CLGROUP_LAYER_SETTINGS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* In the order of settings.inc. */
enum clgroup_mode { CLGROUP_MODE_AUTO, CLGROUP_MODE_ALWAYS, CLGROUP_MODE_OFF };
enum clgroup_route { CLGROUP_ROUTE_AUTO, CLGROUP_ROUTE_NATIVE, CLGROUP_ROUTE_LINK, CLGROUP_ROUTE_COMPILE };
enum clgroup_log_level { CLGROUP_LOG_ERRORS, CLGROUP_LOG_OFF, CLGROUP_LOG_ALL };
enum { CLGROUP_STRATEGY_AUTO, CLGROUP_CACHE_ON = 0, CLGROUP_TRIAL_ON = 0 };

struct clgroup_settings {
#define CLGROUP_CHOICE(field, variable, meaning, ...) unsigned field;
#define CLGROUP_NUMBER(field, variable, default, meaning) unsigned field;
#define CLGROUP_TEXT(field, variable, default, meaning) const char *field; /* NULL: not set */
#include "layer/base/settings.inc"
  unsigned requested; /* the extensions that are requested (names/extensions.h) */
  unsigned named;     /* those of them that are so by more than "opencl_c_3.1": by their own names, or by "all" */
};

extern struct clgroup_settings clgroup_settings;

/* Reads the environment; in a program that runs with more privileges than its caller the mode is off and no variable is
 * read. For an invalid value it logs an error and uses the default. Texts are copied. */
void clgroup_settings_read(void);

/* Frees the copies: all settings are then as before the environment was read. */
void clgroup_settings_end(void);

/* A setting's value as text: "vector" if clgroup_settings.strategy is 2. */
const char *clgroup_settings_strategy(unsigned index);
const char *clgroup_settings_route(unsigned index);

/* Prints a line for each setting: variable, values or default, meaning. */
void clgroup_settings_print(FILE *out);

/* Is cl_khr_work_group_uniform_arithmetic requested? */
bool clgroup_settings_extension(void);

/* Is each step to be logged? */
bool clgroup_log_all(void);

/* For durations: a monotonic clock, in milliseconds. */
double clgroup_log_clock(void);

/* Prints a line on standard error, after the layer's name, if the level is enabled. Preserves errno. */
void clgroup_log(enum clgroup_log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* An error, which this place logs once in the process. */
#define clgroup_log_once(...)                                                                                          \
  do {                                                                                                                 \
    static atomic_flag told = ATOMIC_FLAG_INIT;                                                                        \
    if (!atomic_flag_test_and_set(&told))                                                                              \
      clgroup_log(CLGROUP_LOG_ERRORS, __VA_ARGS__);                                                                    \
  } while (0)

#endif
