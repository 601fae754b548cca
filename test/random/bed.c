/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "bed.h"

#include "base/files.h"
#include "runner.h"
#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child process that runs cases leaves to its parent. */
static struct shared {
  volatile unsigned next; /* the case that runs, or will */
  struct verdict verdicts[BED_CASES];
  struct facts facts;
  volatile bool builds;
  char results[1 << 28]; /* what is_kept buffers hold, one after the other */
} * shared;

static struct bed *open_bed;
static pid_t opener;

/* Removes the folder; but not in a child process, which a driver may end by exit(). */
static void close_at_exit(void) {
  if (getpid() == opener)
    clgroup_tree_remove(open_bed->folder);
}

bool bed_open(struct bed *b) {
  const char *base = getenv("TMPDIR");
  snprintf(b->folder, sizeof b->folder, "%.40s/clgroup-random-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(b->folder)) {
    fprintf(stderr, "clgroup-test: cannot make a temporary folder %s: %s (TMPDIR)\n", b->folder, strerror(errno));
    return false;
  }
  open_bed = b;
  opener = getpid();
  atexit(close_at_exit);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (shared == MAP_FAILED)
    perror("clgroup-test: mmap");
  return shared != MAP_FAILED;
}

/* Finds a line of the log in the current folder: one with the text, or the most informative one about why a process
 * died.
 */
static bool find_line(const char *path, const char *text, char *found, size_t size) {
  static const char *const telling[] = {"Assertion", "Could not", "Cannot", "ERROR", "error:", "Running pass", NULL};
  char line[512];
  bool told = false;
  FILE *log = fopen(path, "r");
  while (log && !(text && told) && fgets(line, sizeof line, log)) {
    bool tells = text && strstr(line, text);
    line[strcspn(line, "\n")] = 0;
    for (unsigned i = 0; !text && telling[i]; i++)
      tells |= strstr(line, telling[i]) != NULL;
    if (*line && *line != PRINT_MARK && (tells || (!text && !told)))
      snprintf(found, size, "%s", line);
    told |= tells;
  }
  if (log)
    fclose(log);
  return told;
}

struct task {
  struct bed *bed;
  const struct way_in *way;
  struct clgroup_case *const *cases; /* NULL: the device's facts are asked for */
  unsigned count;
};

/* Runs in the child process. Never returns, so that no driver's destructor runs, but rusticl's. */
static int run_task(void *argument) {
  const struct task *t = argument;
  struct builder *b = &t->bed->builder;
  struct rlimit none = {0, 0};
  snprintf(b->folder, sizeof b->folder, "%s/%s", t->bed->folder, t->way->name);
  mkdir(b->folder, 0700);
  /* Drivers that crash leave files in the current folder. */
  const int log = chdir(b->folder) ? -1 : open("log", O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0600);
  const int nothing = open("/dev/null", O_RDONLY);
  if (log < 0 || nothing < 0 || dup2(nothing, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0)
    _exit(2);
  setrlimit(RLIMIT_CORE, &none);
  way_environment(t->way, t->bed->layer, b->folder);
  while (shared->next < t->count) {
    struct verdict *v = &shared->verdicts[shared->next];
    struct verdict result = run_case(t->bed, t->way, t->cases ? t->cases[shared->next] : NULL, &shared->facts,
                                     shared->results, &shared->builds);
    fflush(NULL);
    /* A program that was not built by the requested route counts as refused. */
    if (result.outcome == OUTCOME_OK && t->way->mode &&
        find_line("log", "since compile failed", result.text, sizeof result.text))
      result.outcome = OUTCOME_REFUSED;
    *v = result;
    if (ftruncate(1, 0))
      _exit(2);
    shared->next++;
  }
  /* Mesa's cache is written by a thread, for which its end by exit() waits. */
  if (!t->cases && strstr(shared->facts.driver, "rusticl"))
    exit(0);
  _exit(0);
}

/* Runs the cases by the way, in as few processes as their ends allow. */
static void run_all(struct bed *b, const struct way_in *way, struct clgroup_case *const *cases, unsigned count) {
  struct task task = {b, way, cases, count};
  const unsigned limit = (unsigned)(b->timeout * b->builds);
  char log[128], words[400] = "";
  snprintf(log, sizeof log, "%s/%s/log", b->folder, way->name);
  shared->next = 0;
  while (shared->next < count) {
    struct verdict *v = &shared->verdicts[shared->next];
    const int status = runner_run(run_task, &task, limit, &shared->next);
    if (runner_stop())
      exit(128 + runner_stop());
    if (shared->next == count)
      break;
    v = &shared->verdicts[shared->next++];
    /* Where Intel's compiler crashes by chance, it may loop too. A launch that does not end may be due to a wrong
     * barrier. */
    v->outcome = status == RUNNER_HANGS && !shared->builds ? OUTCOME_HANG : OUTCOME_CRASH;
    shared->builds = false;
    find_line(log, NULL, words, sizeof words);
    if (status == RUNNER_HANGS)
      snprintf(v->text, sizeof v->text, "no end after %u s: %s", limit, words);
    else if (WIFSIGNALED(status))
      snprintf(v->text, sizeof v->text, "signal %d: %s", WTERMSIG(status), words);
    else
      snprintf(v->text, sizeof v->text, "exit status %d: %s", WEXITSTATUS(status), words);
  }
}

struct verdict bed_run(struct bed *b, const struct way_in *way, struct clgroup_case *c) {
  run_all(b, way, &c, 1);
  const char *results = shared->results;
  const struct verdict v = shared->verdicts[0];
  for (size_t l = 0; v.outcome == OUTCOME_OK && l < c->launch_count; l++)
    for (size_t i = 0; i < c->launches[l].argument_count; i++) {
      struct case_argument *a = &c->launches[l].arguments[i];
      const size_t bytes = a->count * ref_bytes(a->type);
      if (!a->is_kept)
        continue;
      a->expected = memcpy(allocate(bytes), results, bytes);
      results += bytes;
    }
  return v;
}

const struct facts *bed_facts(struct bed *b, const struct way_in *way) {
  struct facts *facts = &b->facts[way - ways_in];
  if (!facts->known) {
    run_all(b, way, NULL, 1);
    *facts = shared->facts;
    facts->unfit = shared->verdicts[0];
    facts->known = true;
    /* The layer takes another strategy where the driver lacks what this one needs, whatever the layer adds to the
     * device. */
    if (facts->unfit.outcome == OUTCOME_OK && way->mode && way->strategy) {
      char by_hand[32];
      snprintf(by_hand, sizeof by_hand, "cc-%s", way->strategy);
      const struct facts *own = bed_facts(b, way_named(by_hand));
      facts->unfit = own->unfit;
      facts->lanes.has_active &= own->lanes.has_active; /* coalesced groups need the driver's own ballots */
    }
  }
  return facts;
}

bool bed_takes(struct bed *b, const struct way_in *way) {
  const bool known = b->facts[way - ways_in].known;
  if (!way_listed(way, b->ways))
    return false;
  const struct verdict *unfit = &bed_facts(b, way)->unfit;
  const bool skipped = unfit->outcome == OUTCOME_SKIPPED;
  if (unfit->outcome == OUTCOME_OK || known)
    return unfit->outcome == OUTCOME_OK;
  printf("%s: %s: %s\n", skipped ? "skip" : "fail", way->name, unfit->text);
  b->counts[skipped ? END_SKIP : END_FAIL]++;
  return false;
}

/* What the plain text of the case does on this driver, by the same compilers as this way's, which made `ours` of it. */
static enum plain judge_plain(struct bed *b, const struct way_in *way, struct clgroup_case *c,
                              const struct verdict *ours, char *text, size_t size) {
  const struct way_in *plain_way = way_named("plain"), *il = way_named("plain-il");
  snprintf(text, size, "no plain text");
  if (!c->plain)
    return PLAIN_RIGHT;
  struct verdict v = bed_run(b, plain_way, c);
  const enum plain plain = verdict_plain(ours, &v);
  snprintf(text, size, "plain text %s", outcome_names[v.outcome]);
  /* Code from clgroup-cc does not pass through the driver's front end: the plain text is tried as SPIR-V too. */
  const bool by_clang = way->build == WAY_MODULE || (way->route && !strcmp(way->route, "compile"));
  if (plain == PLAIN_FAILS || !by_clang || bed_facts(b, il)->unfit.outcome != OUTCOME_OK)
    return plain;
  v = bed_run(b, il, c);
  snprintf(text + strlen(text), size - strlen(text), ", as SPIR-V %s", outcome_names[v.outcome]);
  /* A refusal may be clang's or the translator's, and says nothing of the driver. */
  return v.outcome == OUTCOME_REFUSED || v.outcome == OUTCOME_OK ? plain : verdict_plain(ours, &v);
}

/* Whether a line of the file says that this is the driver's own fault. */
static bool is_known_fault(const struct clgroup_case *f, const struct way_in *way, const char *driver) {
  for (unsigned i = 0; i < f->fault_count; i++) {
    char name[128];
    const size_t length = strcspn(f->faults[i], ":");
    snprintf(name, sizeof name, "%.*s", (int)length, f->faults[i]);
    if (f->faults[i][length] && strstr(driver, name) &&
        way_listed(way, f->faults[i] + length + 1 + strspn(f->faults[i] + length + 1, " ")))
      return true;
  }
  return false;
}

/* Whether the case crashes, and then, by the third try, is right: Intel's compiler crashes at random. A try is one
 * build: of several, one crashes too often for that. */
static bool crashes_by_chance(struct bed *b, const struct way_in *way, struct clgroup_case *c,
                              const struct verdict *v) {
  enum outcome outcome = v->outcome;
  if (outcome != OUTCOME_CRASH)
    return false;
  const unsigned long builds = b->builds;
  b->builds = 1;
  for (unsigned i = 0; i < 2 && outcome == OUTCOME_CRASH; i++)
    outcome = bed_run(b, way, c).outcome;
  b->builds = builds;
  return outcome == OUTCOME_OK;
}

static struct judgement judge(struct bed *b, const struct way_in *way, struct clgroup_case *c,
                              const struct verdict *v) {
  static const enum end ends[] = {[PLAIN_RIGHT] = END_FAIL, [PLAIN_FAILS] = END_DRIVER, [PLAIN_UNLIKE] = END_UNLIKE};
  struct judgement j = {.end = END_SKIP, .verdict = *v};
  const char *driver = bed_facts(b, way)->driver;
  const bool known = is_known_fault(c, way, driver), native = way->build == WAY_NATIVE;
  if (v->outcome == OUTCOME_OK)
    j.end = known ? END_GONE : END_PASS;
  else if (v->outcome == OUTCOME_SKIPPED)
    ;
  else if (known || (native && v->outcome == OUTCOME_REFUSED))
    snprintf(j.plain, sizeof j.plain, "the driver's own fault");
  else if (way->plain || native || verdict_is_known(v, driver))
    j.end = END_DRIVER;
  else if (crashes_by_chance(b, way, c, v))
    j.end = END_ONCE;
  else
    j.end = ends[judge_plain(b, way, c, v, j.plain, sizeof j.plain)];
  return j;
}

void bed_judge(struct bed *b, const struct way_in *way, struct clgroup_case *const *cases, unsigned count,
               struct judgement *judgements) {
  run_all(b, way, cases, count);
  for (unsigned i = 0; i < count; i++)
    judgements[i].verdict = shared->verdicts[i];
  for (unsigned i = 0; i < count; i++) {
    const struct verdict v = judgements[i].verdict;
    judgements[i] = judge(b, way, cases[i], &v);
  }
}

void bed_tell(struct bed *b, const struct judgement *j, const struct way_in *way, const struct clgroup_case *f) {
  b->counts[j->end == END_GONE ? END_PASS : j->end]++;
  if (b->verbose || (j->end != END_PASS && (j->end != END_SKIP || *j->plain)))
    printf("%s: %s: %s %s: %s: %s%s%s%s\n", end_names[j->end], f->name, way->name, f->options[0],
           outcome_names[j->verdict.outcome],
           j->end == END_GONE ? "the driver's own fault does not show" : j->verdict.text, *j->plain ? " (" : "",
           j->plain, *j->plain ? ")" : "");
  fflush(stdout);
}

int bed_report(const struct bed *b) {
  const unsigned *n = b->counts;
  if (n[END_DRIVER])
    printf("the driver's own faults, where plain text fails too: %u\n", n[END_DRIVER]);
  if (n[END_UNLIKE])
    printf("where plain text fails too, but in another way: %u\n", n[END_UNLIKE]);
  if (n[END_ONCE])
    printf("crashes by chance: %u\n", n[END_ONCE]);
  printf("%u passed, %u failed, %u skipped\n", n[END_PASS], n[END_FAIL], n[END_SKIP]);
  return n[END_FAIL] != 0 || !n[END_PASS];
}

const char *const outcome_names[OUTCOMES] = {"ok", "wrong", "refused", "crash", "hang", "skipped"};

const char *const end_names[ENDS] = {"pass", "fail", "skip", "gone", "driver", "unlike", "once"};

/* The length of "KERNEL: argument N, element N". */
static size_t place(const char *text) {
  const size_t kernel = strcspn(text, ":");
  return text[kernel] ? kernel + 1 + strcspn(text + kernel + 1, ":") : kernel;
}

enum plain verdict_plain(const struct verdict *ours, const struct verdict *plain) {
  if (plain->outcome == OUTCOME_OK || plain->outcome == OUTCOME_SKIPPED)
    return PLAIN_RIGHT;
  if (plain->outcome != OUTCOME_WRONG || ours->outcome != OUTCOME_WRONG)
    return plain->outcome < ours->outcome ? PLAIN_UNLIKE : PLAIN_FAILS;
  const size_t length = place(ours->text);
  return length == place(plain->text) && !strncmp(ours->text, plain->text, length) ? PLAIN_FAILS : PLAIN_UNLIKE;
}

bool verdict_is_known(const struct verdict *v, const char *driver) {
  static const struct {
    const char *driver;
    enum outcome outcome;
    const char *text;
  } faults[] = {
      {"Portable Computing Language 6.", OUTCOME_CRASH, "Instruction Combining did not reach a fixpoint"},
      {"rusticl 25.", OUTCOME_WRONG, ", not 0, the sign of a zero ("},
      {"zink Vulkan", OUTCOME_CRASH, "ZINK: vkCreateComputePipelines failed"},
  };
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    if (v->outcome == faults[i].outcome && strstr(driver, faults[i].driver) && strstr(v->text, faults[i].text))
      return true;
  return false;
}
