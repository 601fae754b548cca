/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Misbehaving compilers, and applications with unusual signals and limits. */
#include "base/files.h"
#include "cache/cache.h"
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void run_by(const char *name, unsigned time_limit) {
  use(name, "kernel void k() {}", "");
  job.time_limit = time_limit;
  run();
}

/* With a compiler that runs this script the result is this, and the log contains this text, before `sleep 1000` ends.
 */
static void fault(const char *what, const char *script, unsigned time_limit, enum clgroup_compile_result want,
                  const char *says) {
  write_compiler("fake", script);
  double start = now();
  run_by("fake", time_limit);
  double took = now() - start;
  check(outcome.result == want && strstr(outcome.log, says), "a compiler that %s: %d, %.300s", what, outcome.result,
        outcome.log);
  check(took < 500, "a compiler that %s: %.1f s", what, took);
  check(strlen(outcome.log) < 300000 && !strstr(outcome.log, in_folder("tmp")), "a compiler that %s: its log", what);
  check_clean(what);
}

/* Is a process that wrote its number to "pid" still alive? What was killed has a minute to end, by the clock, since
 * signals shorten the pauses. A zombie has ended: this machine's init may not wait for it. */
static bool lives(void) {
  size_t size;
  char *text = read_file("pid", &size), path[64];
  bool alive = size;
  snprintf(path, sizeof path, "/proc/%d/stat", atoi(text));
  for (double end = now() + 60; alive && now() < end; nanosleep(&(struct timespec){0, 10000000}, NULL)) {
    char state[256] = "";
    FILE *file = fopen(path, "r");
    if (file) {
      state[fread(state, 1, sizeof state - 1, file)] = 0;
      fclose(file);
    }
    alive = *state && !strstr(state, ") Z ");
  }
  free(text);
  return alive;
}

/* One that has written its number, or that of what it waits for, to "pid". */
static void hangs(const char *what, const char *script) {
  fault(what, script, 1, CLGROUP_COMPILE_UNABLE, "took more than 1 s");
  check(!lives(), "a compiler that %s still lives", what);
}

static void test_ends(void) {
  fault("does well", "echo warned\n" GOOD, 100, CLGROUP_COMPILE_OK, "warned\n");
  fault("does not like it", "echo '<source>:1: error' >&2; exit 1\n", 100, CLGROUP_COMPILE_FAILED,
        "<source>:1: error\n");
  fault("does not like an option", "echo 'unknown option' >&2; exit 2\n", 100, CLGROUP_COMPILE_FAILED,
        "unknown option\n");
  fault("fails without a word", "exit 1\n", 100, CLGROUP_COMPILE_UNABLE, "exit status 1");
  fault("fails in its own way", "echo so; exit 3\n", 100, CLGROUP_COMPILE_UNABLE, "so\nclgroup: '");
  fault("crashes", "echo stack; kill -SEGV $$\n", 100, CLGROUP_COMPILE_UNABLE, "signal 11");
  fault("is killed", "kill -KILL $$\n", 100, CLGROUP_COMPILE_UNABLE, "signal 9");
  fault("makes nothing", "exit 0\n", 100, CLGROUP_COMPILE_UNABLE, "wrote no program");
  fault("makes nothing useful", "echo nonsense >\"$out\"\n", 100, CLGROUP_COMPILE_UNABLE, "wrote no program");
  fault("makes an empty file", ": >\"$out\"\n", 100, CLGROUP_COMPILE_UNABLE, "wrote no program");
  fault("makes a folder", "mkdir \"$out\"\n", 100, CLGROUP_COMPILE_UNABLE, "cannot read");
  fault("makes a pipe", "mkfifo \"$out\"\n", 100, CLGROUP_COMPILE_UNABLE, "wrote no program");
  fault("fails after it made one", GOOD "echo late; exit 1\n", 100, CLGROUP_COMPILE_FAILED, "late");
  fault("prints zeros", "printf 'a\\000b\\n'; exit 1\n", 100, CLGROUP_COMPILE_FAILED, "a b\n");
  fault("leaves folders", "mkdir -p a/b/c ../d/e; touch a/x a/b/y ../d/e/z; chmod 500 a/b\n" GOOD, 100,
        CLGROUP_COMPILE_OK, "");
}

static void test_talk(void) {
  fault("prints 50 MB", "head -c 50000000 /dev/zero | tr '\\000' x; exit 1\n", 100, CLGROUP_COMPILE_FAILED,
        "compiler's output are omitted\n");
  fault("prints 50 MB and does well", "head -c 50000000 /dev/zero | tr '\\000' x\n" GOOD, 100, CLGROUP_COMPILE_OK,
        "compiler's output are omitted\n");
  fault("never stops talking", "while :; do echo more; done\n", 1, CLGROUP_COMPILE_UNABLE, "CLGROUP_TIMEOUT");
}

static void test_hanging(void) {
  /* As on a busy machine: it takes longer than its limit, and works again and again. */
  fault(
      "has to wait",
      "i=0; while [ $((i += 1)) -le 16 ]; do sleep 0.4; j=0; while [ $((j += 1)) -le 75000 ]; do :; done; done\n" GOOD,
      6, CLGROUP_COMPILE_OK, "");
  hangs("hangs", "echo $$ >$folder/pid; sleep 1000\n");
  hangs("hangs in what it started", "sleep 1000 & echo $! >$folder/pid; wait\n");
  hangs("hangs in silence", "exec >/dev/null 2>&1; echo $$ >$folder/pid; sleep 1000\n");
  hangs("does not end when asked", "trap '' TERM INT HUP; echo $$ >$folder/pid; while :; do sleep 1; done\n");
  fault("leaves somebody behind", "sleep 1000 & echo $! >$folder/pid\n" GOOD, 100, CLGROUP_COMPILE_OK, "");
  check(!lives(), "what a compiler has left behind still lives");
}

static void unable(const char *what, const char *name, const char *says) {
  use(name, "kernel void k() {}", "");
  expect(CLGROUP_COMPILE_UNABLE, says, "%s", what);
}

static void test_absent(void) {
  static char text[200000];
  mkdir(in_folder("a-folder"), 0700);
  write_file("text", "text", 4);
  write_compiler("fake", GOOD);
  unable("no compiler", "nowhere", "CLGROUP_CC");
  unable("a folder", "a-folder", "CLGROUP_CC");
  unable("a text", "text", "CLGROUP_CC");
  memset(text, 'x', sizeof text - 1);
  setenv("LONG_VARIABLE", text, 1);
  unable("no exec", "fake", "environment are too long");
  unsetenv("LONG_VARIABLE");
  setenv("TMPDIR", in_folder("text"), 1);
  unable("no TMPDIR", "fake", "set TMPDIR");
  setenv("TMPDIR", in_folder("tmp"), 1);
  chmod(in_folder("tmp"), 0777);
  unable("a TMPDIR where others can exchange folders", "fake", "can be written by other users");
  chmod(in_folder("tmp"), 01777);
  fault("has a TMPDIR like /tmp", GOOD, 100, CLGROUP_COMPILE_OK, "");
  chmod(in_folder("tmp"), 0700);
  check_clean("what is not there");
}

/* With so few descriptors that each call that needs one fails once. */
static void test_descriptors(void) {
  write_compiler("fake", GOOD);
  int done = 0;
  for (int left = 0; left < 12; left++) {
    take_descriptors(left);
    run_by("fake", 100);
    give_descriptors();
    check(outcome.result == CLGROUP_COMPILE_OK ||
              (outcome.result == CLGROUP_COMPILE_UNABLE && strstr(outcome.log, "Too many open files")),
          "%d descriptors: %d, %s", left, outcome.result, outcome.log);
    done += outcome.result == CLGROUP_COMPILE_OK;
    check_clean("few descriptors");
  }
  check(done >= 6, "%d of 12 runs had enough descriptors", done);
}

static void wait_for_all(int number) {
  int error = errno;
  (void)number;
  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
  errno = error;
}

static void with_children_handled(void (*handler)(int), const char *what) {
  struct sigaction action = {.sa_handler = handler}, old;
  sigaction(SIGCHLD, &action, &old);
  fault("does well", GOOD, 100, CLGROUP_COMPILE_OK, "");
  fault("says no", "echo no; exit 1\n", 100, CLGROUP_COMPILE_FAILED, "no\n");
  fault("crashes", "kill -SEGV $$\n", 100, CLGROUP_COMPILE_UNABLE, "clgroup: ");
  hangs("hangs", "echo $$ >$folder/pid; sleep 1000\n");
  sigaction(SIGCHLD, &old, NULL);
  check_clean(what);
}

/* The compiler's signal dispositions are as if a shell had started it. */
static void test_inherited(void) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, old_pipe, old_child, old_alarm;
  sigset_t blocked, old;
  sigaction(SIGPIPE, &ignore, &old_pipe);
  sigaction(SIGCHLD, &ignore, &old_child);
  sigaction(SIGALRM, &ignore, &old_alarm);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  sigprocmask(SIG_BLOCK, &blocked, &old);
  char own[4096] = "";
  check(readlink("/proc/self/exe", own, sizeof own - 1) > 0, "this program");
  use("", "kernel void k() {}", "");
  job.compiler = own;
  run();
  check(outcome.result == CLGROUP_COMPILE_OK && !*outcome.log, "signals as from a shell: %s", outcome.log);
  sigaction(SIGPIPE, &old_pipe, NULL);
  sigaction(SIGCHLD, &old_child, NULL);
  sigaction(SIGALRM, &old_alarm, NULL);
  sigprocmask(SIG_SETMASK, &old, NULL);
}

/* The compiler sees whole sources, and no stream's number on a descriptor that stays open. */
static bool with_closed_streams(void *unused) {
  enum { LARGE = 8 << 20 };
  char *text = malloc(LARGE + 1), number[16];
  memset(text, ' ', LARGE);
  text[LARGE] = 0;
  snprintf(number, sizeof number, "%d", (int)getpid());
  setenv("APPLICATION", number, 1);
  use("fake", text, "");
  run();
  free(text);
  return !unused && outcome.result == CLGROUP_COMPILE_OK && !strcmp(outcome.log, "warned\ntwice\n") &&
         fcntl(0, F_GETFD) < 0 && fcntl(1, F_GETFD) < 0 && fcntl(2, F_GETFD) < 0;
}

/* A stream that the application opens while the layer holds its number. */
static bool opens_stream(void *unused) {
  unsigned held = 0;
  close(STDIN_FILENO);
  const bool taken = clgroup_streams_hold(&held) && dup2(STDOUT_FILENO, STDIN_FILENO) == STDIN_FILENO;
  clgroup_streams_free(held);
  return !unused && taken && held && fcntl(STDIN_FILENO, F_GETFD) >= 0;
}

/* Returns NULL if all are good. */
static void *compile_some(void *argument) {
  void *bad = NULL;
  for (int i = 0; i < 5; i++) {
    unsigned char *binary;
    size_t size;
    struct clgroup_buffer log = {0};
    if (clgroup_compiler_run(&job, units, 1, &binary, &size, &log) != CLGROUP_COMPILE_OK || size != 14)
      bad = argument;
    free(binary);
    clgroup_buffer_free(&log);
  }
  return bad;
}

static void test_threads(void) {
  write_compiler("fake", GOOD);
  use("fake", "kernel void k() {}", "");
  pthread_t threads[16];
  for (int i = 0; i < 16; i++)
    pthread_create(&threads[i], NULL, compile_some, &job);
  int bad = 0;
  for (int i = 0; i < 16; i++) {
    void *result;
    pthread_join(threads[i], &result);
    bad += result != NULL;
  }
  check(!bad, "16 threads at once: %d failed", bad);
  check_clean("threads");
}

static void interrupt(int number) {
  (void)number;
}

/* A timer's signals interrupt every call that can be. */
static void test_signals(void) {
  struct sigaction action = {.sa_handler = interrupt}, old;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  struct itimerspec often = {{0, 300000}, {0, 300000}};
  timer_t timer;
  sigaction(SIGUSR1, &action, &old);
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) {
    skip("signals: needs a timer");
    return;
  }
  timer_settime(timer, 0, &often, NULL);
  fault("does well", "sleep 0.3; echo warned\n" GOOD, 100, CLGROUP_COMPILE_OK, "warned\n");
  hangs("hangs", "exec >/dev/null 2>&1; echo $$ >$folder/pid; sleep 1000\n");
  timer_delete(timer);
  sigaction(SIGUSR1, &old, NULL);
}

static void test_memory(void) {
  write_compiler("fake", "echo warned\n" GOOD);
  use("fake", "one", "-D A -I x");
  units[0].headers = &(struct clgroup_header){"a/b.h", "text", 4};
  units[0].header_count = 1;
  units[1] = unit_of("two", "");
  job.cache = clgroup_cache_open(in_folder("cache"), 1 << 20);
  bool out = true;
  for (long n = 1; out && n < 2000; n++) {
    unsigned char *binary;
    size_t size;
    struct clgroup_buffer log = {0};
    fail_allocation(n);
    enum clgroup_compile_result result = clgroup_compiler_run(&job, units, 1 + n % 2, &binary, &size, &log);
    out = allocation_failed();
    fail_allocation(0);
    check(out ? result == CLGROUP_COMPILE_OK || !binary : result == CLGROUP_COMPILE_OK,
          "without the memory of allocation %ld: %d, %s", n, result, log.data ? log.data : "");
    free(binary);
    clgroup_buffer_free(&log);
    check_clean("no memory");
  }
  check(!out, "memory in the end");
  clgroup_cache_close(job.cache);
}

void test_faults(void) {
  check_clean("the beginning");
  test_ends();
  test_talk();
  test_hanging();
  test_absent();
  test_descriptors();
  with_children_handled(SIG_IGN, "SIGCHLD ignored");
  with_children_handled(wait_for_all, "a handler that waits for every child");
  test_inherited();
  write_compiler(
      "fake", "echo warned; echo twice >&2\n"
              "grep -q '~' * && exit 1\n"
              "at=/proc/$APPLICATION/fd\n"
              "for n in $(seq 2000); do [ ! -e $at/0 ] && [ ! -e $at/1 ] && [ ! -e $at/2 ] && break; sleep 0.01; done\n"
              "[ $n = 2000 ] && exit 1\n" GOOD);
  check(in_child_without_streams(with_closed_streams), "an application without standard streams");
  check(in_child(opens_stream, NULL), "a stream that the application has opened is closed");
  test_threads();
  test_signals();
  test_memory();
}
