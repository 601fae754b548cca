/* `compare`: two tables of `run --csv`, by the ratio to copy, which a slower or busier machine changes little. */
#include "bench/bench.h"
#include "bench/results.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns of RESULTS_COLUMNS. */
enum { FUNCTION = 2, SHAPE = 6, PEER = 7, VALUES = 8, COUNT = 9, TO_COPY = 13, BEST = 19, COLUMNS };

struct entry {
  char key[128];
  unsigned line;
  struct spread ratio;
};

struct table {
  const char *path;
  struct entry *entries;
  size_t count, room;
};

struct pair {
  const struct entry *a, *b;
  double ratio;
};

/* Cuts a line into its fields, in place. Returns how many there are; more than COLUMNS are not kept. */
static unsigned split(char *line, char *fields[COLUMNS]) {
  unsigned count = 0;
  for (char *at = line;; at++) {
    bool quoted = *at == '"';
    char *field = quoted ? ++at : at;
    at += strcspn(at, quoted ? "\"" : ",");
    if (quoted && *at == '"')
      *at++ = 0;
    if (count++ < COLUMNS)
      fields[count - 1] = field;
    if (*at != ',')
      return *at ? COLUMNS + 1 : count;
    *at = 0;
  }
}

static double number(const struct table *t, unsigned line, const char *field) {
  char *end;
  double value = strtod(field, &end);
  if (end == field || *end || !isfinite(value) || value <= 0)
    die("%s:%u: '%s' is no number above 0", t->path, line, field);
  return value;
}

static void add_line(struct table *t, unsigned line, char *text) {
  char *fields[COLUMNS];
  struct entry e = {.line = line};
  if (split(text, fields) != COLUMNS)
    die("%s:%u: a line of clgroup-bench run --csv has %d fields", t->path, line, COLUMNS);
  if (strcmp(fields[VALUES], "right") != 0 && strcmp(fields[VALUES], "wrong") != 0)
    die("%s:%u: values are 'right' or 'wrong', not '%s'", t->path, line, fields[VALUES]);
  for (int i = FUNCTION; i <= PEER; i++) {
    size_t used = strlen(e.key);
    if (*fields[i])
      snprintf(e.key + used, sizeof e.key - used, "%s%s", used ? " " : "", fields[i]);
  }
  /* Where the copy was wrong, the others have no ratio. */
  if (!strcmp(fields[VALUES], "wrong") || !strcmp(fields[PEER], "copy") || !*fields[TO_COPY])
    return;
  for (int i = COUNT; i < TO_COPY; i++)
    number(t, line, fields[i]);
  e.ratio = (struct spread){.median = number(t, line, fields[TO_COPY]),
                            .low = number(t, line, fields[TO_COPY + 1]),
                            .high = number(t, line, fields[TO_COPY + 2])};
  t->entries = room_for_one(t->entries, t->count, &t->room, sizeof *t->entries);
  t->entries[t->count++] = e;
}

static int by_key(const void *a, const void *b) {
  return strcmp(((const struct entry *)a)->key, ((const struct entry *)b)->key);
}

static void read_table(struct table *t, const char *path) {
  FILE *file = fopen(path, "r");
  char *text = NULL;
  size_t room = 0;
  ssize_t length;
  unsigned line = 0;
  *t = (struct table){.path = path};
  if (!file)
    die("cannot read %s: %s", path, strerror(errno));
  while ((length = getline(&text, &room, file)) >= 0) {
    line++;
    if (text[length - 1] != '\n')
      die("%s:%u: the line is cut off", path, line);
    text[length - 1] = 0;
    if (line > 1)
      add_line(t, line, text);
    else if (strcmp(text, RESULTS_COLUMNS) != 0)
      die("%s:1: not the first line of a table of clgroup-bench run --csv", path);
  }
  if (ferror(file))
    die("cannot read %s: %s", path, strerror(errno));
  if (!line)
    die("%s:1: the file is empty", path);
  free(text);
  fclose(file);
  if (t->count)
    qsort(t->entries, t->count, sizeof *t->entries, by_key);
  for (size_t i = 1; i < t->count; i++)
    if (!strcmp(t->entries[i - 1].key, t->entries[i].key)) {
      unsigned x = t->entries[i - 1].line, y = t->entries[i].line;
      die("%s:%u: the same as line %u: %s", path, x > y ? x : y, x > y ? y : x, t->entries[i].key);
    }
}

static int by_ratio(const void *a, const void *b) {
  double x = ((const struct pair *)a)->ratio, y = ((const struct pair *)b)->ratio;
  return (x > y) - (x < y);
}

/* Beyond the spread: the middle halves of the two do not touch. */
static int verdict(const struct pair *p) {
  return p->b->ratio.low > p->a->ratio.high ? 1 : p->b->ratio.high < p->a->ratio.low ? -1 : 0;
}

static void print_pairs(struct pair *pairs, size_t count) {
  size_t verdicts[3] = {0};
  double logs = 0;
  qsort(pairs, count, sizeof *pairs, by_ratio);
  printf("  B/A         %-56s %-22s %s\n", "", "A: to copy, quartiles", "B");
  for (size_t i = 0; i < count; i++) {
    const struct spread *a = &pairs[i].a->ratio, *b = &pairs[i].b->ratio;
    int v = verdict(&pairs[i]);
    verdicts[v + 1]++;
    logs += log(pairs[i].ratio);
    printf("%5.2f %-7s %-56s %.3f (%.3f-%.3f)    %.3f (%.3f-%.3f)\n", pairs[i].ratio,
           v < 0   ? "worse"
           : v > 0 ? "better"
                   : "",
           pairs[i].a->key, a->median, a->low, a->high, b->median, b->low, b->high);
  }
  printf("%zu rows, geometric mean %.3f: %zu worse, %zu better, %zu the same within their spread\n", count,
         exp(logs / (double)count), verdicts[0], verdicts[2], verdicts[1]);
}

int bench_compare(int count, char **arguments) {
  struct table a, b;
  size_t i = 0, j = 0, found = 0;
  if (count != 2)
    die("compare takes two files, which clgroup-bench run --csv wrote");
  read_table(&a, arguments[0]);
  read_table(&b, arguments[1]);
  struct pair *pairs = malloc((a.count + 1) * sizeof *pairs);
  if (!pairs)
    die("out of memory");
  while (i < a.count && j < b.count) {
    int order = strcmp(a.entries[i].key, b.entries[j].key);
    if (!order) {
      pairs[found] = (struct pair){&a.entries[i], &b.entries[j], 0};
      pairs[found].ratio = pairs[found].b->ratio.median / pairs[found].a->ratio.median;
      found++;
    }
    i += order <= 0;
    j += order >= 0;
  }
  if (!found)
    die("%s and %s have no row in common", a.path, b.path);
  print_pairs(pairs, found);
  if (found < a.count || found < b.count)
    printf("in one file alone: %zu of A, %zu of B\n", a.count - found, b.count - found);
  free(pairs);
  free(a.entries);
  free(b.entries);
  return EXIT_SUCCESS;
}
