#define _XOPEN_SOURCE 700 /* nftw */
#include "worker.h"
#include "base/child.h"

#include "child.h"
#include "layer/base/progress.h"
#include "text.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

static void on_stop(int number) {
  stop = number;
}

void worker_catch_signals(void) {
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction action = {.sa_handler = on_stop}; /* poll() is to return */
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &action, NULL);
  signal(SIGPIPE, SIG_IGN);
}

void worker_init(struct worker *w, const struct setting *setting, const struct way_in *way) {
  *w = (struct worker){.setting = setting, .way = way};
  snprintf(w->folder, sizeof w->folder, "%s/%s", setting->folder, way->name);
  snprintf(w->log, sizeof w->log, "%s/log", w->folder);
}

/* In the child: never returns. */
static void become_child(const struct worker *w, int requests, int answers) {
  const struct setting *s = w->setting;
  struct rlimit none = {0, 0};
  int log = open(w->log, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600), nothing = open("/dev/null", O_RDONLY);
  /* Above the file descriptors that they are moved to. */
  requests = fcntl(requests, F_DUPFD, 16);
  answers = fcntl(answers, F_DUPFD, 16);
  if (log < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 ||
      dup2(requests, CHILD_REQUESTS) < 0 || dup2(answers, CHILD_ANSWERS) < 0)
    _exit(2);
  for (int i = CHILD_ANSWERS + 1; i < 256; i++)
    close(i);
  /* Drivers that crash leave files in the current folder. */
  if (chdir(w->folder))
    _exit(2);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setrlimit(RLIMIT_CORE, &none);
  way_environment(w->way, s->layer, w->folder);
  char builds[24];
  snprintf(builds, sizeof builds, "%lu", s->builds);
  execl(s->program, s->program, "child", "--way", w->way->name, "--platform", s->platform, "--device", s->device,
        "--folder", w->folder, "--builds", builds, s->default_limit ? "--default-limit" : (char *)NULL, (char *)NULL);
  perror(s->program);
  _exit(2);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

/* Kills the child and the processes that it started. Returns its wait status. */
static int reap(struct worker *w) {
  fclose(w->requests);
  fclose(w->answers);
  const int status = clgroup_child_wait(w->process);
  kill(-w->process, SIGKILL);
  w->process = 0;
  nftw(w->folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
  return status;
}

void worker_stop(struct worker *w) {
  if (!w->process)
    return;
  /* A driver may hang while it shuts down. */
  kill(-w->process, SIGKILL);
  reap(w);
}

/* The most informative line of the child's log, from `start` on, about why it died. */
static void last_words(const struct worker *w, char *text, size_t size) {
  static const char *const telling[] = {"Assertion", "Could not", "Cannot", "ERROR", "error:", "Running pass", NULL};
  char line[400], last[400] = "";
  FILE *log = fopen(w->log, "r");
  bool told = false;
  *text = 0;
  if (!log)
    return;
  fseek(log, w->log_start, SEEK_SET);
  while (fgets(line, sizeof line, log)) {
    line[strcspn(line, "\n")] = 0;
    bool tells = false;
    for (unsigned i = 0; telling[i]; i++)
      tells |= strstr(line, telling[i]) != NULL;
    if (*line && *line != PRINT_MARK && (tells || !told))
      snprintf(last, sizeof last, "%s", line);
    told |= tells;
  }
  fclose(log);
  snprintf(text, size, "%s", last);
}

/* Whether the layer fell back to another route in the meantime; then *text says so. */
static bool fell_back(const struct worker *w, char *text, size_t size) {
  char line[512];
  FILE *log = fopen(w->log, "r");
  bool found = false;
  if (!log)
    return false;
  fseek(log, w->log_start, SEEK_SET);
  while (!found && fgets(line, sizeof line, log))
    found = strstr(line, "since compile failed") != NULL;
  fclose(log);
  if (found)
    snprintf(text, size, "%.*s", (int)strcspn(line, "\n"), line);
  return found;
}

/* Waits for an answer, and parses it. */
static struct verdict await(struct worker *w) {
  struct verdict v = {OUTCOME_CRASH, ""};
  struct pollfd ready = {fileno(w->answers), POLLIN, 0};
  char line[520];
  const unsigned limit = (unsigned)(w->setting->timeout * w->setting->builds);
  struct clgroup_progress progress;
  int got;
  clgroup_progress_start(&progress, w->process);
  while ((got = poll(&ready, 1, 1000)) <= 0 && !stop)
    if (clgroup_progress_hangs(&progress, w->process, limit))
      break;
  if (stop)
    exit(128 + stop);
  if (got <= 0) {
    v.outcome = OUTCOME_HANG;
    snprintf(v.text, sizeof v.text, "no end after %u s", limit);
    worker_stop(w);
    return v;
  }
  if (fgets(line, sizeof line, w->answers)) {
    char *more = strchr(line, ' ');
    line[strcspn(line, "\n")] = 0;
    if (more)
      *more++ = 0;
    for (unsigned i = 0; i < OUTCOMES; i++)
      if (!strcmp(line, outcome_names[i]) || (!i && !strcmp(line, "ready")))
        v.outcome = (enum outcome)i;
    snprintf(v.text, sizeof v.text, "%s", more ? more : "");
    return v;
  }
  char words[400];
  last_words(w, words, sizeof words);
  int status = reap(w);
  if (WIFSIGNALED(status))
    snprintf(v.text, sizeof v.text, "signal %d: %s", WTERMSIG(status), words);
  else
    snprintf(v.text, sizeof v.text, "exit status %d: %s", WEXITSTATUS(status), words);
  return v;
}

bool worker_start(struct worker *w) {
  int requests[2], answers[2];
  if (w->process)
    return true;
  if (w->unfit.outcome)
    return false;
  mkdir(w->folder, 0700);
  if (pipe(requests) || pipe(answers)) {
    perror("clgroup-random: pipe");
    exit(2);
  }
  fflush(NULL);
  w->process = fork();
  if (!w->process)
    become_child(w, requests[0], answers[1]);
  if (w->process < 0) {
    perror("clgroup-random: fork");
    exit(2);
  }
  close(requests[0]);
  close(answers[1]);
  fcntl(requests[1], F_SETFD, FD_CLOEXEC);
  fcntl(answers[0], F_SETFD, FD_CLOEXEC);
  w->requests = fdopen(requests[1], "w");
  w->answers = fdopen(answers[0], "r");
  w->log_start = 0;
  struct verdict v = await(w);
  if (v.outcome == OUTCOME_OK) {
    int at = 0;
    unsigned in_rows = 0, has_active = 0;
    sscanf(v.text, "%u %u %u %u %u %u %u %zu %n", &w->fp64, &w->fp16, &w->features, &w->lanes.promise, &w->lanes.size,
           &in_rows, &has_active, &w->work_group_size, &at);
    w->lanes.in_rows = in_rows;
    w->lanes.has_active = has_active;
    snprintf(w->driver, sizeof w->driver, "%s", v.text + at);
    return true;
  }
  w->unfit = v;
  worker_stop(w);
  return false;
}

struct verdict worker_run(struct worker *w, struct case_file *f, bool record) {
  char path[160];
  struct stat log;
  struct case_file sent = *f;
  struct verdict v;
  if (w->way->plain && f->c.plain)
    sent.c.text = f->c.plain;
  sent.c.plain = NULL;
  if (!worker_start(w))
    return w->unfit;
  snprintf(path, sizeof path, "%s/case.cl", w->folder);
  if (!case_file_write(&sent, path, SIZE_MAX)) {
    fprintf(stderr, "clgroup-random: %s: cannot be written\n", path);
    exit(2);
  }
  w->log_start = stat(w->log, &log) ? 0 : (long)log.st_size;
  fprintf(w->requests, "%s %s\n", record ? "record" : "run", path);
  fflush(w->requests);
  v = await(w);
  if (v.outcome == OUTCOME_OK && w->way->mode && fell_back(w, v.text, sizeof v.text))
    v.outcome = OUTCOME_REFUSED;
  if (v.outcome == OUTCOME_OK && record) {
    struct case_file got;
    if (!case_file_read(&got, path))
      exit(2);
    for (size_t l = 0; l < f->c.launch_count; l++)
      for (size_t i = 0; i < f->c.launches[l].argument_count; i++) {
        struct case_argument *to = &f->c.launches[l].arguments[i], *from = &got.c.launches[l].arguments[i];
        void *mine = to->expected;
        to->expected = from->expected;
        from->expected = mine;
      }
    case_file_free(&got);
  }
  return v;
}
