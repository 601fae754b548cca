#include "bench/table.h"
#include "bench/bench.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The columns of RESULTS_COLUMNS. */
enum {
  DEVICE,
  DRIVER,
  FUNCTION,
  OP,
  TYPE,
  SIZE,
  SHAPE,
  PEER,
  VALUES,
  COUNT,
  TO_COPY = 13,
  TO_BEST = 16,
  BEST = 19,
  COLUMNS
};

/* Splits a line into its fields, in place. Returns their number; only COLUMNS of them are stored. */
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
    die("%s:%u: '%s' is not a number above 0", t->path, line, field);
  return value;
}

/* The columns are a median and two quartiles; all three may be empty. */
static struct spread spread(const struct table *t, unsigned line, char *const fields[3]) {
  if (!*fields[0] && !*fields[1] && !*fields[2])
    return (struct spread){NAN, NAN, NAN};
  return (struct spread){
      .median = number(t, line, fields[0]), .low = number(t, line, fields[1]), .high = number(t, line, fields[2])};
}

static void add_line(struct table *t, unsigned line, const char *text) {
  char *fields[COLUMNS], *own = strdup(text);
  if (!own)
    die("out of memory");
  if (split(own, fields) != COLUMNS)
    die("%s:%u: a line of clgroup-bench run --csv has %d fields", t->path, line, COLUMNS);
  if (strcmp(fields[VALUES], "right") != 0 && strcmp(fields[VALUES], "wrong") != 0)
    die("%s:%u: values are 'right' or 'wrong', not '%s'", t->path, line, fields[VALUES]);
  struct record r = {.text = own,
                     .device = fields[DEVICE],
                     .driver = fields[DRIVER],
                     .function = fields[FUNCTION],
                     .op = fields[OP],
                     .type = fields[TYPE],
                     .size = fields[SIZE],
                     .shape = fields[SHAPE],
                     .peer = fields[PEER],
                     .best = fields[BEST],
                     .line = line,
                     .right = !strcmp(fields[VALUES], "right")};
  for (int i = COUNT; r.right && i < TO_COPY; i++)
    number(t, line, fields[i]);
  r.to_copy = spread(t, line, &fields[TO_COPY]);
  r.to_best = spread(t, line, &fields[TO_BEST]);
  t->records = room_for_one(t->records, t->count, &t->room, sizeof *t->records);
  t->records[t->count++] = r;
}

/* Compares function, op, type, size as text, shape, and peer. */
static int record_compare(const struct record *a, const struct record *b) {
  const char *const words[][2] = {{a->function, b->function}, {a->op, b->op},       {a->type, b->type},
                                  {a->size, b->size},         {a->shape, b->shape}, {a->peer, b->peer}};
  int order = 0;
  for (size_t i = 0; !order && i < sizeof words / sizeof *words; i++)
    order = strcmp(words[i][0], words[i][1]);
  return order;
}

/* These as text, valid until the next call. */
static const char *record_name(const struct record *r) {
  static char name[128];
  snprintf(name, sizeof name, "%s%s%s %s %s %s %s", r->function, *r->op ? " " : "", r->op, r->type, r->size, r->shape,
           r->peer);
  return name;
}

static int by_subject_and_line(const void *a, const void *b) {
  const struct record *x = *(const struct record *const *)a, *y = *(const struct record *const *)b;
  int order = record_compare(x, y);
  return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void refuse_twins(const struct table *t) {
  const struct record **sorted = malloc((t->count + 1) * sizeof *sorted);
  if (!sorted)
    die("out of memory");
  for (size_t i = 0; i < t->count; i++)
    sorted[i] = &t->records[i];
  qsort(sorted, t->count, sizeof *sorted, by_subject_and_line);
  for (size_t i = 1; i < t->count; i++)
    if (!record_compare(sorted[i - 1], sorted[i]))
      die("%s:%u: the same as line %u: %s", t->path, sorted[i]->line, sorted[i - 1]->line, record_name(sorted[i]));
  free(sorted);
}

void table_read(struct table *t, const char *path) {
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
      die("%s:%u: the line is incomplete", path, line);
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
  refuse_twins(t);
}

void table_free(struct table *t) {
  for (size_t i = 0; i < t->count; i++)
    free(t->records[i].text);
  free(t->records);
  *t = (struct table){0};
}
