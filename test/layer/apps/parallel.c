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

enum { THREADS = 16 };

struct work {
  struct app app;
  cl_program shared;
  int number;
};

static void all_threads(struct app *a, void *(*body)(void *), cl_program shared) {
  pthread_t threads[THREADS];
  struct work work[THREADS];
  for (int i = 0; i < THREADS; i++) {
    work[i] = (struct work){.app = *a, .shared = shared, .number = i};
    work[i].app.queue = app_queue(a, a->context, a->device);
    if (pthread_create(&threads[i], NULL, body, &work[i]))
      app_fail(a, "cannot start a thread");
  }
  for (int i = 0; i < THREADS; i++) {
    pthread_join(threads[i], NULL);
    clReleaseCommandQueue(work[i].app.queue);
  }
}

static void *build_own(void *argument) {
  struct work *w = argument;
  for (int turn = 0; turn < 2; turn++) {
    int factor = w->number % 5 + turn;
    cl_program program = app_program(&w->app, text, app_options(&w->app, "-D K=%d", factor));
    cl_kernel kernel = app_kernel(&w->app, program, "k");
    app_expect(&w->app, kernel, app_sum, factor);
    app_must(&w->app, clReleaseProgram(program), "clReleaseProgram");
    app_must(&w->app, clReleaseKernel(kernel), "clReleaseKernel");
  }
  return NULL;
}

CASE(threads_with_programs) {
  all_threads(a, build_own, NULL);
}

static void *own_context(void *argument) {
  struct work *w = argument;
  struct work own = {.app = app_elsewhere(&w->app, 1, &w->app.device), .number = w->number};
  build_own(&own);
  clReleaseCommandQueue(own.app.queue);
  clReleaseContext(own.app.context);
  return NULL;
}

CASE(threads_with_contexts) {
  all_threads(a, own_context, NULL);
}

static void *use_shared(void *argument) {
  struct work *w = argument;
  for (int turn = 0; turn < 4; turn++) {
    clRetainProgram(w->shared);
    app_right(&w->app, w->shared, "k", app_sum);
    free(ask_program(w->shared, CL_PROGRAM_SOURCE, NULL));
    free(ask_program(w->shared, CL_PROGRAM_KERNEL_NAMES, NULL));
    free(app_log(&w->app, w->shared));
    clReleaseProgram(w->shared);
  }
  return NULL;
}

CASE(threads_with_one_program) {
  cl_program program = app_program(a, text, a->standard);
  all_threads(a, use_shared, program);
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
