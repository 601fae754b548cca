#include "bench/worker.h"
#include "base/child.h"
#include "bench/bench.h"
#include "bench/caches.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE_S = 300, MAX_LIVE = 8 };

static pid_t live[MAX_LIVE], owner;
static volatile sig_atomic_t end_signal;

static void note(pid_t before, pid_t after) {
  for (int i = 0; i < MAX_LIVE; i++)
    if (live[i] == before) {
      live[i] = after;
      return;
    }
  die("more than %d processes at once", MAX_LIVE);
}

/* So that no process still writes to the caches when they are removed. */
static void kill_all(void) {
  if (getpid() != owner)
    return; /* in a child, before exec */
  for (int i = 0; i < MAX_LIVE; i++)
    if (live[i]) {
      kill(live[i], SIGKILL);
      waitpid(live[i], NULL, 0);
    }
}

static void ask_to_end(int number) {
  end_signal = number;
}

static void begin(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  const struct sigaction ask = {.sa_handler = ask_to_end};
  if (owner)
    return;
  owner = getpid();
  atexit(kill_all);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    sigaction(signals[i], &ask, NULL);
}

void worker_heed_signals(void) {
  begin();
  if (end_signal)
    exit(128 + end_signal);
}

/* Runs in the child process. */
static void become_worker(const struct worker_settings *s, int requests, int answers) {
  char layers[4096];
  const char *others = getenv("OPENCL_LAYERS");
  caches_use(s->caches, s->name);
  if (s->layer) {
    snprintf(layers, sizeof layers, "%s%s%s", others ? others : "", others && *others ? ":" : "", s->layer);
    setenv("OPENCL_LAYERS", layers, 1);
  }
  /* The layer may be installed for every application. */
  setenv("CLGROUP_MODE", s->layer ? "always" : "off", 1);
  if (s->route)
    setenv("CLGROUP_ROUTE", s->route, 1);
  if (s->strategy)
    setenv("CLGROUP_STRATEGY", s->strategy, 1);
  if (s->compiler)
    setenv("CLGROUP_CC", s->compiler, 1);
  if (dup2(requests, STDIN_FILENO) < 0 || dup2(answers, STDOUT_FILENO) < 0)
    die("dup2: %s", strerror(errno));
  const char *arguments[10] = {"clgroup-bench",   s->command, "--platform",
                               s->wish->platform, "--device", s->wish->device};
  int count = 6;
  if (s->cpu)
    arguments[count++] = "--cpu";
  if (s->layer) {
    arguments[count++] = "--layer";
    arguments[count++] = s->layer;
  }
  execv("/proc/self/exe", (char *const *)arguments);
  die("cannot run /proc/self/exe: %s", strerror(errno));
}

static void describe_end(struct worker *w) {
  kill(w->pid, SIGKILL); /* in case it hangs; no effect if it has ended */
  const int status = clgroup_child_wait(w->pid);
  note(w->pid, 0);
  w->pid = 0;
  if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
    snprintf(w->line, sizeof w->line, "the process was killed by signal %d", WTERMSIG(status));
  else if (WIFEXITED(status))
    snprintf(w->line, sizeof w->line, "the process ended with status %d", WEXITSTATUS(status));
  else
    snprintf(w->line, sizeof w->line, "the process gave no answer within %d s", PATIENCE_S);
}

/* Answers are single lines, one for each request, so the stream's buffer is empty whenever this waits. */
static bool read_answer(struct worker *w) {
  struct pollfd fd = {.fd = fileno(w->answers), .events = POLLIN};
  int ready;
  while ((ready = poll(&fd, 1, PATIENCE_S * 1000)) < 0 && errno == EINTR && !end_signal)
    ;
  if (end_signal)
    exit(128 + end_signal);
  if (ready <= 0 || !fgets(w->line, sizeof w->line, w->answers)) {
    describe_end(w);
    return false;
  }
  w->line[strcspn(w->line, "\n")] = 0;
  static const char error[] = "error ";
  bool failed = !strncmp(w->line, error, strlen(error));
  if (failed)
    memmove(w->line, w->line + strlen(error), strlen(w->line + strlen(error)) + 1);
  return !failed;
}

/* Other processes must not inherit the pipes' ends: this one ends at the end of its requests. */
static void close_on_exec(const int ends[2]) {
  for (int i = 0; i < 2; i++)
    if (fcntl(ends[i], F_SETFD, FD_CLOEXEC))
      die("fcntl: %s", strerror(errno));
}

bool worker_start(struct worker *worker, const struct worker_settings *settings) {
  int requests[2], answers[2];
  *worker = (struct worker){0};
  if (pipe(requests) || pipe(answers))
    die("pipe: %s", strerror(errno));
  close_on_exec(requests);
  close_on_exec(answers);
  begin();
  fflush(NULL);
  worker->pid = fork();
  if (worker->pid < 0)
    die("fork: %s", strerror(errno));
  if (!worker->pid)
    become_worker(settings, requests[0], answers[1]);
  note(0, worker->pid);
  close(requests[0]);
  close(answers[1]);
  worker->requests = fdopen(requests[1], "w");
  worker->answers = fdopen(answers[0], "r");
  if (!worker->requests || !worker->answers)
    die("fdopen: %s", strerror(errno));
  return read_answer(worker);
}

bool worker_ask(struct worker *worker, const char *request) {
  if (!worker->pid)
    return false;
  fprintf(worker->requests, "%s\n", request);
  fflush(worker->requests); /* if the process has ended, reading the answer fails */
  return read_answer(worker);
}

void worker_end(struct worker *worker) {
  if (worker->requests)
    fclose(worker->requests);
  if (worker->answers)
    fclose(worker->answers);
  if (worker->pid) {
    clgroup_child_wait(worker->pid);
    note(worker->pid, 0);
  }
  *worker = (struct worker){0};
}

FILE *worker_answers(const char *command) {
  int descriptor = dup(STDOUT_FILENO);
  FILE *answers = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (!answers || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    die("%s is only for use by clgroup-bench", command);
  setvbuf(answers, NULL, _IOLBF, BUFSIZ);
  return answers;
}
