#include "bed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct bed *open_bed;

static void close_at_exit(void) {
  bed_close(open_bed);
}

bool bed_open(struct bed *b) {
  const char *base = getenv("TMPDIR");
  snprintf(b->setting.folder, sizeof b->setting.folder, "%.40s/clgroup-random-XXXXXX", base && *base ? base : "/tmp");
  if (!mkdtemp(b->setting.folder)) {
    fprintf(stderr, "clgroup-random: cannot make a temporary folder %s: %s (TMPDIR)\n", b->setting.folder,
            strerror(errno));
    return false;
  }
  open_bed = b;
  atexit(close_at_exit);
  worker_catch_signals();
  for (unsigned i = 0; ways_in[i].name; i++)
    worker_init(&b->workers[i], &b->setting, &ways_in[i]);
  return true;
}

void bed_close(struct bed *b) {
  for (unsigned i = 0; ways_in[i].name; i++)
    worker_stop(&b->workers[i]);
  rmdir(b->setting.folder);
}

struct worker *bed_worker(struct bed *b, const struct way_in *way) {
  return &b->workers[way - ways_in];
}

bool bed_takes(struct bed *b, const struct way_in *way) {
  struct worker *w = bed_worker(b, way);
  bool known = w->unfit.outcome;
  if (worker_start(w))
    return true;
  if (!known) {
    bool skipped = w->unfit.outcome == OUTCOME_SKIPPED;
    printf("%s: %s: %s\n", skipped ? "skip" : "fail", way->name, w->unfit.text);
    b->skipped += skipped;
    b->failed += !skipped;
  }
  return false;
}

enum plain bed_plain(struct bed *b, struct case_file *f, const struct way_in *way, const struct verdict *ours,
                     char *text, size_t size) {
  snprintf(text, size, "no plain text");
  if (!f->c.plain)
    return PLAIN_RIGHT;
  struct verdict v = worker_run(bed_worker(b, way_named("plain")), f, false);
  const enum plain plain = verdict_plain(ours, &v);
  snprintf(text, size, "plain text %s", outcome_names[v.outcome]);
  /* clgroup-cc's code comes by way of LLVM IR, so that the driver's own front end shows only half of it. */
  bool by_clang = way->build == WAY_MODULE || (way->route && !strcmp(way->route, "compile"));
  if (plain == PLAIN_FAILS || !by_clang || !worker_start(bed_worker(b, way_named("plain-il"))))
    return plain;
  v = worker_run(bed_worker(b, way_named("plain-il")), f, false);
  snprintf(text + strlen(text), size - strlen(text), ", as SPIR-V %s", outcome_names[v.outcome]);
  /* What is refused there was clang's or the translator's to take. */
  return v.outcome == OUTCOME_REFUSED || v.outcome == OUTCOME_OK ? plain : verdict_plain(ours, &v);
}

int bed_report(const struct bed *b) {
  if (b->driver)
    printf("the driver's own faults, where plain text fails too: %u\n", b->driver);
  if (b->unlike)
    printf("where plain text fails too, but in another way: %u\n", b->unlike);
  if (b->once)
    printf("crashes that did not come again: %u\n", b->once);
  printf("%u passed, %u failed, %u skipped\n", b->passed, b->failed, b->skipped);
  return b->failed != 0 || !b->passed;
}
