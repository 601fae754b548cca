/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts and prints the outcome of each test, and survives a driver that crashes or hangs. */
#ifndef EXEC_REPORT_H
#define EXEC_REPORT_H

#include <stdbool.h>

struct report_options {
  bool verbose;          /* a line per test, not only for failures and skips */
  bool fail_fast;        /* end at the first failure */
  bool lists;            /* prints tests, and runs none */
  unsigned long timeout; /* seconds that one step may take, as layer/base/progress.h counts them */
  const char *command;   /* how this run was started: what a failure says to repeat it */
};

/* Runs the tests, body(argument), in a process of their own, and prints the last line. A body that crashes, hangs or
 * ends by itself is a failure of the step that it was in. Returns the exit status: that of the body where it is not
 * 0, which means that the tests could not be run; 2 when there was none, as where a filter matches none; else 0, or 1
 * when a test failed. */
int report_run(const struct report_options *options, int (*body)(void *), void *argument);

/* Names what runs from here on, and starts its time. */
void report_step(const char *name);

void report_pass(const char *test);
/* The reason, and everything needed to repeat the failure, in printf's form. */
void report_fail(const char *test, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_skip(const char *test, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
