/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads and processes. */
#include "app.h"

#include "exec/runner.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const char text[] = "#ifndef K\n#define K 1\n#endif\n" KERNEL("K * work_group_reduce_add(in[i])");

struct work {
  struct app app;
  int number;
};

/* Builds programs of its own in a context of its own. */
static void *build_own(void *argument) {
  const struct work *w = argument;
  struct app own = app_elsewhere(&w->app, 1, &w->app.device);
  for (int turn = 0; turn < 2; turn++) {
    int factor = w->number % 5 + turn;
    cl_program program = app_program(&own, text, app_options(&own, "-D K=%d", factor));
    cl_kernel kernel = app_kernel(&own, program, "k");
    app_expect(&own, kernel, app_sum, factor);
    app_must(&own, clReleaseProgram(program), "clReleaseProgram");
    app_must(&own, clReleaseKernel(kernel), "clReleaseKernel");
  }
  clReleaseCommandQueue(own.queue);
  clReleaseContext(own.context);
  return NULL;
}

/* (In one context, and on one program: test-threads.c of the stub suite.) */
CASE(threads_with_contexts) {
  enum { THREADS = 16 };
  pthread_t threads[THREADS];
  struct work work[THREADS];
  for (int i = 0; i < THREADS; i++) {
    work[i] = (struct work){*a, i};
    if (pthread_create(&threads[i], NULL, build_own, &work[i]))
      app_fail(a, "cannot start a thread");
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}

struct forked {
  struct app *a;
  void (*body)(struct app *);
};

static int run_forked(void *argument) {
  const struct forked *forked = argument;
  forked->body(forked->a);
  _exit(APP_PASSED);
}

/* Judges a forked child; skips drivers that never survive a fork. */
static void in_child(struct app *a, void (*body)(struct app *)) {
  struct forked forked = {a, body};
  const int status = runner_run(run_forked, &forked, 60, NULL);
  if (status == RUNNER_HANGS)
    app_fail(a, "the forked child hangs");
  if (WIFSIGNALED(status))
    app_fail(a, "the forked child ended with signal %d", WTERMSIG(status));
  if (WEXITSTATUS(status))
    _exit(APP_FAILED); /* already reported by the child */
}

static void build_in_this(struct app *a) {
  cl_program program = app_program(a, text, a->standard);
  app_kernel(a, program, "k");
}

CASE(fork_then_build) {
  in_child(a, build_in_this);
  app_text(a, text, a->standard, app_sum);
}

CASE(build_then_fork_then_build) {
  app_text(a, text, a->standard, app_sum);
  in_child(a, build_in_this);
  app_text(a, text, a->standard, app_sum);
}

static void on_alarm(int number) {
  (void)number;
}

/* Calls that wait are interrupted again and again, and not restarted. */
CASE(interrupted) {
  const struct sigaction action = {.sa_handler = on_alarm};
  const struct itimerval often = {{0, 5000}, {0, 5000}}, never = {{0, 0}, {0, 0}};
  sigaction(SIGALRM, &action, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  cl_program program = app_program(a, text, app_options(a, "-D K=3"));
  setitimer(ITIMER_REAL, &never, NULL);
  app_expect(a, app_kernel(a, program, "k"), app_sum, 3);
}
