#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "report.h"

#include "layer/base/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct report_options options;

/* What the test process reports to the process that watches it. */
static struct shared {
  unsigned passed, failed, skipped;
  volatile unsigned steps;
  volatile int child;
  volatile bool done; /* the body returned, or --fail-fast ended it */
  char step[512];
} * shared;

/* Set by SIGINT, SIGTERM or SIGHUP, so that the watcher can end the tests and its caller can clean up. */
static volatile sig_atomic_t stop;

static void on_stop(int number) {
  stop = number;
}

void report_step(const char *name) {
  snprintf(shared->step, sizeof shared->step, "%s", name);
  shared->steps++;
}

void report_child(int process) {
  shared->child = process;
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

/* Waits for the test process. Returns its exit status, or -1 after reporting a failure. */
static int watch(pid_t tests) {
  const struct timespec pause = {.tv_nsec = 20000000};
  struct clgroup_progress progress;
  unsigned steps = shared->steps;
  int status;
  clgroup_progress_start(&progress, tests);
  for (;;) {
    pid_t ended = waitpid(tests, &status, WNOHANG);
    if (ended == tests)
      break;
    if (ended < 0 && errno != EINTR)
      return 2;
    if (steps != shared->steps)
      clgroup_progress_start(&progress, tests);
    steps = shared->steps;
    bool late = clgroup_progress_hangs(&progress, tests, (unsigned)options.timeout);
    if (stop || late) {
      if (shared->child > 0)
        kill(shared->child, SIGKILL);
      kill(tests, SIGKILL);
      waitpid(tests, &status, 0);
      if (stop)
        return 128 + stop;
      fail_step("hangs: not done after %u seconds (--timeout)", (unsigned)options.timeout);
      return -1;
    }
    nanosleep(&pause, NULL);
  }
  if (WIFSIGNALED(status))
    fail_step("crashed with signal %u; the tests after it did not run", (unsigned)WTERMSIG(status));
  else if (WEXITSTATUS(status) && shared->done)
    return WEXITSTATUS(status);
  else if (!shared->done)
    fail_step("the driver ended the process with status %u; the tests after it did not run",
              (unsigned)WEXITSTATUS(status));
  else
    return 0;
  return -1;
}

int report_run(const struct report_options *o, int (*body)(void *), void *argument) {
  options = *o;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    perror("clgroup-test: mmap");
    return 2;
  }
  const int stops[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_stop}, old[3];
  for (unsigned i = 0; i < 3; i++)
    sigaction(stops[i], &action, &old[i]);
  setvbuf(stdout, NULL, _IOLBF, 0);
  report_step("start");
  pid_t watcher = getpid(), tests = fork();
  if (tests < 0) {
    perror("clgroup-test: fork");
    return 2;
  }
  if (tests == 0) {
    for (unsigned i = 0; i < 3; i++)
      sigaction(stops[i], &old[i], NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != watcher)
      _exit(2);
    int status = body(argument);
    shared->done = true;
    exit(status);
  }
  int status = watch(tests);
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
