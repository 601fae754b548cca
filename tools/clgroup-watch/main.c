/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-watch PARENT SECONDS FOLDER PROGRAM [ARGUMENT...]: runs PROGRAM for the layer in the process PARENT, which
 * waits for its end (lib/layer/compile/compiler-process.h), and ends as it does: by its exit status or its signal.
 * Where PARENT ends first, it kills the processes of its group, which are PROGRAM and what that started, and removes
 * FOLDER, unless that is empty. SECONDS is the layer's limit, by which it ends PROGRAM itself; 0: none. That of
 * processor time, which the system keeps, holds where the layer is stopped, too. */
#define _GNU_SOURCE /* environ, setresuid */
#include "base/files.h"
#include "layer/base/progress.h"
#include "layer/compile/compiler-process.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MINE = 4, FAILED = 127 }; /* the words before the program's; an exit status */

static void set_limit(int what, rlim_t most) {
  struct rlimit limit;
  if (!getrlimit(what, &limit) && limit.rlim_cur > most) {
    limit.rlim_cur = most;
    setrlimit(what, &limit);
  }
}

/* Returns an errno. */
static int start(char **words, pid_t *child) {
  sigset_t none;
  posix_spawnattr_t attributes;
  sigemptyset(&none);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  const int error = posix_spawn(child, words[0], NULL, &attributes, words, environ); /* a path: nothing is sought */
  posix_spawnattr_destroy(&attributes);
  return error;
}

/* An application that has changed its effective user since it began, as a service does, keeps its other rights to
 * itself. PROGRAM would have more rights than its caller, so that the layer in it would do nothing. Returns an errno.
 */
static int drop_rights(void) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  const bool failed =
      (getgid() != group && setresgid(group, group, group)) || (getuid() != user && setresuid(user, user, user));
  return failed ? errno : 0;
}

/* Kills all processes of the group, of which this is one. */
static void end_all(const char *folder) {
  const pid_t group = getpgrp(), remover = *folder ? fork() : -1;
  if (remover < 0)
    kill(0, SIGKILL);
  while (remover)
    pause();
  /* In a group of its own. What is killed may still write for a moment. */
  setpgid(0, 0);
  kill(-group, SIGKILL);
  for (int i = 0; i < 100 && !kill(-group, 0); i++)
    nanosleep(&(struct timespec){0, 10000000}, NULL);
  clgroup_tree_remove(folder);
  _exit(0);
}

/* 0 is a parent in another namespace, of which nothing is known. */
static bool has_ended(pid_t parent) {
  const pid_t now = getppid();
  return now && now != parent;
}

/* Does nobody read what is said here? The application may have become another program by exec(). */
static bool has_closed(void) {
  struct pollfd output = {.fd = STDOUT_FILENO};
  return poll(&output, 1, 0) > 0 && output.revents & POLLERR;
}

static int end_as(int status) {
  sigset_t one;
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  const int number = WTERMSIG(status);
  signal(number, SIG_DFL);
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
  return FAILED;
}

int main(int argc, char **argv) {
  static const int awaited[] = {SIGCHLD, SIGHUP, SIGINT, SIGTERM};
  if (argc <= MINE)
    return FAILED;
  setpgid(0, 0); /* the layer has done that; whoever else starts this keeps their group */
  const pid_t parent = (pid_t)atol(argv[1]);
  const rlim_t seconds = strtoul(argv[2], NULL, 10);
  sigset_t set;
  sigemptyset(&set);
  for (unsigned i = 0; i < sizeof awaited / sizeof *awaited; i++)
    sigaddset(&set, awaited[i]);
  sigprocmask(SIG_BLOCK, &set, NULL);
  int error = drop_rights(); /* which forgets what prctl has set */
  /* Comes also when the thread ends that has started this, and then means nothing. */
  prctl(PR_SET_PDEATHSIG, SIGHUP);
  set_limit(RLIMIT_CORE, 0); /* the application's folder is no place for these */
  /* A compiler with an application's real-time priority would hold up the machine. */
  const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
  if (policy == SCHED_FIFO || policy == SCHED_RR)
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){0});
  if (seconds > 0)
    set_limit(RLIMIT_CPU, (CLGROUP_PROGRESS_PATIENCE + 1) * seconds);
  pid_t child = 0;
  int status;
  if (!error && !has_ended(parent))
    error = start(argv + MINE, &child);
  if (error) {
    printf(CLGROUP_WATCH_FAULT, error);
    return FAILED;
  }
  for (;;) {
    if (has_ended(parent) || has_closed())
      end_all(argv[3]);
    if (waitpid(child, &status, WNOHANG) == child)
      return end_as(status);
    sigtimedwait(&set, NULL, &(struct timespec){1, 0});
  }
}
