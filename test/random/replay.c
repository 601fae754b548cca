#include "bed.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

/* Whether a line of the file says that this is the driver's own fault. */
static bool is_known_fault(const struct case_file *f, const struct worker *w) {
  for (unsigned i = 0; i < f->fault_count; i++) {
    const char *colon = strchr(f->faults[i], ':');
    char *driver = NULL;
    if (!colon)
      continue;
    text_add(&driver, "%.*s", (int)(colon - f->faults[i]), f->faults[i]);
    bool fits = strstr(w->driver, driver) && way_listed(w->way, colon + 1 + strspn(colon + 1, " "));
    free(driver);
    if (fits)
      return true;
  }
  return false;
}

static void judge(struct bed *b, struct case_file *f, struct worker *w) {
  char plain[128];
  enum plain like;
  const bool has_headers = way_takes_headers(w->way) || !strstr(f->c.text, "#include <clgroup/");
  struct verdict v = {OUTCOME_SKIPPED, "this way does not find the library's headers"};
  if (has_headers)
    v = worker_run(w, f, false);
  bool good = v.outcome == OUTCOME_OK, known = is_known_fault(f, w);
  const char *name = f->c.name, *way = w->way->name;
  if (v.outcome == OUTCOME_SKIPPED) {
    b->skipped++;
    if (b->verbose)
      printf("skip: %s: %s: %s\n", name, way, v.text);
  } else if (good) {
    b->passed++;
    if (known)
      printf("gone: %s: %s: %s: the driver's fault does not show here any more\n", name, way, w->driver);
    else if (b->verbose)
      printf("pass: %s: %s %s\n", name, way, f->options[0]);
  } else if (known || (w->way->build == WAY_NATIVE && v.outcome == OUTCOME_REFUSED)) {
    b->skipped++;
    printf("skip: %s: %s: the driver's own fault: %s %s\n", name, way, outcome_names[v.outcome], v.text);
  } else if (w->way->plain || w->way->build == WAY_NATIVE ||
             (like = bed_plain(b, f, w->way, &v, plain, sizeof plain)) == PLAIN_FAILS) {
    b->driver++;
    printf("driver: %s: %s %s: %s: %s\n", name, way, f->options[0], outcome_names[v.outcome], v.text);
  } else if (like == PLAIN_UNLIKE) {
    b->unlike++;
    printf("unlike: %s: %s %s: %s: %s (%s)\n", name, way, f->options[0], outcome_names[v.outcome], v.text, plain);
  } else {
    b->failed++;
    printf("fail: %s: %s %s: %s: %s (%s)\n", name, way, f->options[0], outcome_names[v.outcome], v.text, plain);
  }
  fflush(stdout);
}

static void each_variant(struct bed *b, struct case_file *f, struct worker *w) {
  char *first = f->options[0];
  unsigned count = f->option_count;
  f->option_count = 1;
  for (unsigned i = 0; i < count; i++) {
    f->options[0] = i ? f->options[i] : first;
    judge(b, f, w);
  }
  f->options[0] = first;
  f->option_count = count;
}

static int record_file(struct bed *b, const char *path) {
  struct case_file f;
  struct verdict v = {OUTCOME_SKIPPED, "no way that the device can take"};
  if (!case_file_read(&f, path))
    return 1;
  for (const struct way_in *w = ways_in; w->name; w++)
    if (way_listed(w, b->ways)) {
      v = worker_run(bed_worker(b, w), &f, true);
      break;
    }
  bool good = v.outcome == OUTCOME_OK && case_file_fill(path, &f.c, 64);
  printf("%s: %s %s\n", path, good ? "recorded" : outcome_names[v.outcome], v.text);
  case_file_free(&f);
  return !good;
}

int replay(struct bed *b, char *const *files, bool record) {
  int status = 0;
  if (record) {
    for (; *files; files++)
      status |= record_file(b, *files);
    return status;
  }
  for (const struct way_in *w = ways_in; w->name; w++) {
    if (!way_listed(w, b->ways) || !bed_takes(b, w))
      continue;
    for (char *const *file = files; *file; file++) {
      struct case_file f;
      if (!case_file_read(&f, *file)) {
        b->failed++;
        continue;
      }
      each_variant(b, &f, bed_worker(b, w));
      case_file_free(&f);
    }
    /* One driver at a time in memory, except for the plain text's. */
    worker_stop(bed_worker(b, w));
  }
  return bed_report(b);
}
