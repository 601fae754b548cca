/* `compare`: compares two tables of `run --csv` by the ratio to copy, which a slow or busy machine hardly changes. */
#include "bench/bench.h"
#include "bench/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  const struct record *a, *b;
  double ratio;
};

static int by_subject(const void *a, const void *b) {
  return record_compare(a, b);
}

/* Sorts the rows, without those that have no ratio to copy: copy itself, wrong results, and rows without a copy. */
static void read_ratios(struct table *t, const char *path) {
  size_t kept = 0;
  table_read(t, path);
  for (size_t i = 0; i < t->count; i++) {
    struct record *r = &t->records[i];
    if (!r->right || !strcmp(r->peer, "copy") || isnan(r->to_copy.median))
      free(r->text);
    else
      t->records[kept++] = *r;
  }
  t->count = kept;
  if (kept)
    qsort(t->records, kept, sizeof *t->records, by_subject);
}

static int by_ratio(const void *a, const void *b) {
  double x = ((const struct pair *)a)->ratio, y = ((const struct pair *)b)->ratio;
  return (x > y) - (x < y);
}

/* Do they differ beyond their spread, that is, do the interquartile ranges not overlap? */
static int verdict(const struct pair *p) {
  return p->b->to_copy.low > p->a->to_copy.high ? 1 : p->b->to_copy.high < p->a->to_copy.low ? -1 : 0;
}

static void print_pairs(struct pair *pairs, size_t count) {
  size_t verdicts[3] = {0};
  double logs = 0;
  qsort(pairs, count, sizeof *pairs, by_ratio);
  printf("  B/A         %-56s %-22s %s\n", "", "A: to copy, quartiles", "B");
  for (size_t i = 0; i < count; i++) {
    const struct spread *a = &pairs[i].a->to_copy, *b = &pairs[i].b->to_copy;
    int v = verdict(&pairs[i]);
    verdicts[v + 1]++;
    logs += log(pairs[i].ratio);
    printf("%5.2f %-7s %-56s %.3f (%.3f-%.3f)    %.3f (%.3f-%.3f)\n", pairs[i].ratio,
           v < 0   ? "worse"
           : v > 0 ? "better"
                   : "",
           record_name(pairs[i].a), a->median, a->low, a->high, b->median, b->low, b->high);
  }
  printf("%zu rows, geometric mean %.3f: %zu worse, %zu better, %zu the same within their spread\n", count,
         exp(logs / (double)count), verdicts[0], verdicts[2], verdicts[1]);
}

int bench_compare(int count, char **arguments) {
  struct table a, b;
  size_t i = 0, j = 0, found = 0;
  if (count != 2)
    die("compare takes two files, which clgroup-bench run --csv wrote");
  read_ratios(&a, arguments[0]);
  read_ratios(&b, arguments[1]);
  struct pair *pairs = malloc((a.count + 1) * sizeof *pairs);
  if (!pairs)
    die("out of memory");
  while (i < a.count && j < b.count) {
    int order = record_compare(&a.records[i], &b.records[j]);
    if (!order) {
      pairs[found] = (struct pair){&a.records[i], &b.records[j], 0};
      pairs[found].ratio = pairs[found].b->to_copy.median / pairs[found].a->to_copy.median;
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
  table_free(&a);
  table_free(&b);
  return EXIT_SUCCESS;
}
