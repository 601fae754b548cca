/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runner.h"

#include "layer/base/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STOPS = 3 };
static const int stops[STOPS] = {SIGINT, SIGTERM, SIGHUP};
static volatile sig_atomic_t stop;

static void on_stop(int number) {
  stop = number;
}

int runner_stop(void) {
  return stop;
}

static int watch(pid_t child, unsigned seconds, const volatile unsigned *steps) {
  struct timespec pause = {.tv_nsec = 1000000};
  struct clgroup_progress progress;
  unsigned seen = steps ? *steps : 0;
  int status = 0;
  clgroup_progress_start(&progress, child);
  for (pid_t ended; (ended = waitpid(child, &status, WNOHANG)) != child; nanosleep(&pause, NULL)) {
    if (ended < 0 && errno != EINTR)
      exit(2);
    if (steps && seen != *steps)
      clgroup_progress_start(&progress, child);
    seen = steps ? *steps : 0;
    if (stop || clgroup_progress_hangs(&progress, child, seconds)) {
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      return RUNNER_HANGS;
    }
    if (pause.tv_nsec < 20000000)
      pause.tv_nsec += 1000000;
  }
  kill(-child, SIGKILL); /* what it started, such as compilers */
  return status;
}

int runner_run(int (*body)(void *), void *argument, unsigned seconds, const volatile unsigned *steps) {
  struct sigaction action = {.sa_handler = on_stop}, old[STOPS];
  for (unsigned i = 0; i < STOPS; i++)
    sigaction(stops[i], &action, &old[i]);
  fflush(NULL);
  const pid_t parent = getpid(), child = fork();
  if (child < 0) {
    perror("fork");
    exit(2);
  }
  if (!child) {
    for (unsigned i = 0; i < STOPS; i++)
      sigaction(stops[i], &old[i], NULL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(2);
    exit(body(argument));
  }
  setpgid(child, child);
  return watch(child, seconds, steps);
}
