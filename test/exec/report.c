/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "report.h"

#include "runner.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct report_options options;

/* What the test process reports to the process that watches it. */
static struct shared {
  unsigned passed, failed, skipped;
  volatile unsigned steps;
  volatile bool done; /* the body returned, or --fail-fast ended it */
  char step[512];
} * shared;

void report_step(const char *name) {
  snprintf(shared->step, sizeof shared->step, "%s", name);
  shared->steps++;
}

void report_pass(const char *test) {
  shared->passed++;
  if (options.verbose)
    printf("pass: %s\n", test);
}

void report_fail(const char *test, const char *format, ...) {
  va_list arguments;
  shared->failed++;
  printf("fail: %s: ", test);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n  repeat: %s --filter '%s*'\n", options.command, test);
  if (options.fail_fast) {
    fflush(stdout);
    shared->done = true;
    _exit(0); /* a driver's own clean-up may hang after a failure */
  }
}

void report_skip(const char *test, const char *format, ...) {
  va_list arguments;
  shared->skipped++;
  printf("skip: %s: ", test);
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  printf("\n");
}

/* The last output of the test process, its own or a crashing driver's, may lack its end of line. */
static void fail_step(const char *what, unsigned number) {
  shared->failed++;
  printf("\nfail: %s: ", shared->step);
  printf(what, number);
  printf("\n  repeat: %s\n", options.command);
}

/* Returns the exit status of the test process, or -1 after reporting a failure. */
static int judge(int status) {
  if (runner_stop())
    return 128 + runner_stop();
  if (status == RUNNER_HANGS)
    fail_step("hangs: not done after %u seconds (--timeout)", (unsigned)options.timeout);
  else if (WIFSIGNALED(status))
    fail_step("crashed with signal %u; the tests after it did not run", (unsigned)WTERMSIG(status));
  else if (!shared->done)
    fail_step("the driver ended the process with status %u; the tests after it did not run",
              (unsigned)WEXITSTATUS(status));
  else
    return WEXITSTATUS(status);
  return -1;
}

struct tests {
  int (*body)(void *);
  void *argument;
};

static int run(void *argument) {
  const struct tests *tests = argument;
  const int status = tests->body(tests->argument);
  shared->done = true;
  return status;
}

int report_run(const struct report_options *o, int (*body)(void *), void *argument) {
  options = *o;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    perror("clgroup-test: mmap");
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  report_step("start");
  struct tests tests = {body, argument};
  int status = judge(runner_run(run, &tests, (unsigned)o->timeout, &shared->steps));
  if (status <= 0 && !options.lists && !(shared->passed + shared->failed + shared->skipped)) {
    printf("fail: no test matches\n");
    status = 2;
  } else if (status <= 0) {
    printf("%u passed, %u failed, %u skipped\n", shared->passed, shared->failed, shared->skipped);
    status = shared->failed != 0;
  }
  munmap(shared, sizeof *shared);
  return status;
}
