/* `report`: prints a table of `run --csv` in Markdown, as in docs/measurements/: ratios, cases that are slower than
 * their best peer, and the share of the ceilings that the library reaches. */
#include "bench/bench.h"
#include "bench/figures.h"
#include "bench/table.h"
#include "targets/strategies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZES = 16, CELL = 16 * MAX_SIZES };

struct report {
  struct table table;
  const char *sizes[MAX_SIZES]; /* in the order of the file */
  unsigned size_count;
  const char *strategies[CLGROUP_STRATEGY_COUNT]; /* of our peers, in the order of the file */
  unsigned strategy_count;
  const char *strategy; /* of the table that is being printed */
};

/* Only our peers' names have a strategy; NULL: another peer. */
static const char *strategy_of(const struct record *r) {
  const char *colon = strchr(r->peer, ':');
  return colon ? colon + 1 : NULL;
}

/* Whether it is the peer of this name, if it is one of ours with this strategy. */
static bool is_peer(const struct record *r, const char *peer, const char *strategy) {
  const char *own = strategy_of(r);
  size_t length = own ? (size_t)(own - r->peer) - 1 : strlen(r->peer);
  return strlen(peer) == length && !strncmp(r->peer, peer, length) && (!own || !strcmp(own, strategy));
}

static bool same_work(const struct record *a, const struct record *b) {
  return !strcmp(a->function, b->function) && !strcmp(a->op, b->op) && !strcmp(a->type, b->type);
}

/* The peer's record for the work of `like` with `shape` and `size`; NULL: none with right values. */
static const struct record *find(const struct report *p, const struct record *like, const char *shape, const char *size,
                                 const char *peer) {
  for (size_t i = 0; i < p->table.count; i++) {
    const struct record *r = &p->table.records[i];
    if (r->right && is_peer(r, peer, p->strategy) && !strcmp(r->shape, shape) && !strcmp(r->size, size) &&
        same_work(r, like))
      return r;
  }
  return NULL;
}

/* Ends the heading line, and prints Markdown's separator line. */
static void print_rule(unsigned columns) {
  printf("\n|---|");
  while (columns--)
    printf("---|");
  putchar('\n');
}

/* Whether the table has the peer in this shape. */
static bool has_column(const struct report *p, const char *peer, const char *shape) {
  for (size_t i = 0; i < p->table.count; i++)
    if (is_peer(&p->table.records[i], peer, p->strategy) && !strcmp(p->table.records[i].shape, shape))
      return true;
  return false;
}

/* Ratios at each size, or "-" if there are none. */
static void print_cell(const struct report *p, const struct record *like, const char *shape, const char *peer,
                       bool best) {
  char text[CELL] = "";
  bool any = false;
  for (unsigned s = 0; s < p->size_count; s++) {
    const struct record *r = find(p, like, shape, p->sizes[s], peer);
    double ratio = !r ? NAN : best ? r->to_best.median : r->to_copy.median;
    size_t used = strlen(text);
    any |= !isnan(ratio);
    if (isnan(ratio))
      snprintf(text + used, sizeof text - used, "%s-", s ? ", " : "");
    else
      snprintf(text + used, sizeof text - used, best ? "%s%.3g" : "%s%.2f", s ? ", " : "", ratio);
  }
  printf(" %s |", any ? text : "-");
}

static void print_ratios(const struct report *p) {
  static const struct {
    const char *head, *peer, *shape;
    bool best;
  } columns[] = {{"module, cached", "module", "cached", false},
                 {"host, cached", "host", "cached", false},
                 {"single, cached", "single", "cached", false},
                 {"sub_groups, cached", "sub_groups", "cached", false},
                 {"sub_group_limit, cached", "sub_group_limit", "cached", false},
                 {"link, cached", "link", "cached", false},
                 {"compile, cached", "compile", "cached", false},
                 {"module, large", "module", "large", false},
                 {"module, user", "module", "user", false},
                 {"best, cached", "module", "cached", true},
                 {"link to best, cached", "link", "cached", true},
                 {"best, in a loop", "module", "compute", true}};
  enum { COUNT = sizeof columns / sizeof *columns };
  if (*p->strategy)
    printf("Strategy %s: ratios to copy at", p->strategy);
  else
    printf("Ratios to copy at");
  for (unsigned s = 0; s < p->size_count; s++)
    printf("%s %s", s ? "," : "", p->sizes[s]);
  printf(" work-items; \"best\": of module to the fastest of the driver's own and the textbook kernels.\n\n| |");
  bool has[COUNT];
  unsigned columns_there = 0;
  for (unsigned c = 0; c < COUNT; c++) {
    has[c] = has_column(p, columns[c].peer, columns[c].shape);
    columns_there += has[c];
    if (has[c])
      printf(" %s |", columns[c].head);
  }
  print_rule(columns_there);
  for (size_t i = 0; i < p->table.count; i++) {
    const struct record *r = &p->table.records[i];
    size_t first = 0;
    while (!same_work(&p->table.records[first], r))
      first++;
    if (first < i)
      continue;
    printf("| %s%s%s %s |", r->function, *r->op ? " " : "", r->op, r->type);
    for (unsigned c = 0; c < COUNT; c++)
      if (has[c])
        print_cell(p, r, columns[c].shape, columns[c].peer, columns[c].best);
    putchar('\n');
  }
}

static bool is_ours(const struct record *r) {
  return strategy_of(r) != NULL;
}

static bool is_slower(const struct record *r) {
  return is_ours(r) && r->to_best.median < SLOW;
}

static bool same_kind(const struct record *a, const struct record *b) {
  return !strcmp(a->function, b->function) && !strcmp(a->shape, b->shape) && !strcmp(a->peer, b->peer);
}

/* Summarizes the rows like `kind`: how many are slower, of how many, and by how much. Lists the first of these, unless
 * all rows are slower and there are many. */
static void print_kind(const struct table *t, const struct record *kind) {
  enum { FEW = 3, MOST = 6 };
  size_t count = 0, of = 0, native = 0, listed = 0;
  double lowest = INFINITY, highest = 0;
  for (size_t i = 0; i < t->count; i++) {
    const struct record *r = &t->records[i];
    if (!same_kind(r, kind))
      continue;
    of += !isnan(r->to_best.median);
    if (!is_slower(r))
      continue;
    count++;
    native += peer_is_native(r->best);
    lowest = fmin(lowest, r->to_best.median);
    highest = fmax(highest, r->to_best.median);
  }
  printf("- %s, %s, %s: %zu of %zu, %.2f to %.2f", kind->function, kind->shape, kind->peer, count, of, lowest, highest);
  if (native)
    printf("; native, which mode auto keeps, in %zu", native);
  for (size_t i = 0; (count <= FEW || count < of) && i < t->count; i++) {
    const struct record *r = &t->records[i];
    if (!is_slower(r) || !same_kind(r, kind))
      continue;
    if (listed++ < MOST)
      printf(" (%s%s%s %s: %.2f of %s)", r->op, *r->op ? " " : "", r->type, r->size, r->to_best.median, r->best);
  }
  if (listed > MOST)
    printf(" and %zu more", listed - MOST);
  putchar('\n');
}

/* One line for each function, shape and peer of ours that is slower somewhere. */
static void print_slower(const struct table *t) {
  size_t all = 0, slower = 0;
  for (size_t i = 0; i < t->count; i++) {
    all += is_ours(&t->records[i]) && !isnan(t->records[i].to_best.median);
    slower += is_slower(&t->records[i]);
  }
  printf("\nSlower than the best peer by more than 5%%: %zu of %zu rows.\n\n", slower, all);
  for (size_t i = 0; i < t->count; i++) {
    size_t first = 0;
    while (first < i && !(is_slower(&t->records[first]) && same_kind(&t->records[first], &t->records[i])))
      first++;
    if (first == i && is_slower(&t->records[i]))
      print_kind(t, &t->records[i]);
  }
}

/* Quartiles of the share of a ceiling's throughput that a peer of ours reaches, by the ratios of both to copy. */
static void print_share(const struct report *p, const char *function, const char *peer, const char *shape,
                        const char *ceiling) {
  struct figures shares = {0};
  for (size_t i = 0; i < p->table.count; i++) {
    const struct record *r = &p->table.records[i];
    if (!r->right || isnan(r->to_copy.median) || !is_peer(r, peer, p->strategy) || strcmp(r->shape, shape) != 0 ||
        strcmp(r->function, function) != 0)
      continue;
    const struct record *c = find(p, r, shape, r->size, ceiling);
    if (c)
      figures_add(&shares, r->to_copy.median / c->to_copy.median);
  }
  if (shares.count)
    printf(" %.2f, %.2f, %.2f |", figures_quantile(&shares, 0.25), figures_quantile(&shares, 0.5),
           figures_quantile(&shares, 0.75));
  else
    printf(" - |");
  figures_free(&shares);
}

static void print_shares(const struct report *p) {
  static const struct {
    const char *peer, *shape, *ceiling;
  } columns[] = {{"module", "cached", "host"},         {"module", "cached", "single"},
                 {"module", "large", "host"},          {"module", "user", "leader"},
                 {"compile", "cached", "host"},        {"compile", "cached", "single"},
                 {"link", "cached", "leader"},         {"link", "large", "leader"},
                 {"link", "user", "leader"},           {"module", "cached", "sub_group_limit"},
                 {"link", "cached", "sub_group_limit"}};
  enum { COUNT = sizeof columns / sizeof *columns };
  bool has[COUNT];
  unsigned columns_there = 0;
  for (unsigned c = 0; c < COUNT; c++) {
    has[c] = has_column(p, columns[c].peer, columns[c].shape) && has_column(p, columns[c].ceiling, columns[c].shape);
    columns_there += has[c];
  }
  if (!columns_there)
    return;
  printf("\nShares of a ceiling's throughput, quartiles over operators, types and sizes.\n\n| |");
  for (unsigned c = 0; c < COUNT; c++)
    if (has[c])
      printf(" %s of %s, %s |", columns[c].peer, columns[c].ceiling, columns[c].shape);
  print_rule(columns_there);
  for (size_t i = 0; i < p->table.count; i++) {
    const char *function = p->table.records[i].function;
    size_t first = 0;
    while (strcmp(p->table.records[first].function, function) != 0)
      first++;
    if (first < i)
      continue;
    printf("| %s |", function);
    for (unsigned c = 0; c < COUNT; c++)
      if (has[c])
        print_share(p, function, columns[c].peer, columns[c].shape, columns[c].ceiling);
    putchar('\n');
  }
}

static void collect_sizes(struct report *p) {
  for (size_t i = 0; i < p->table.count; i++) {
    unsigned s = 0;
    while (s < p->size_count && strcmp(p->sizes[s], p->table.records[i].size) != 0)
      s++;
    if (s < p->size_count)
      continue;
    if (s == MAX_SIZES)
      die("%s:%u: more than %d sizes of work-groups", p->table.path, p->table.records[i].line, MAX_SIZES);
    p->sizes[p->size_count++] = p->table.records[i].size;
  }
}

static void collect_strategies(struct report *p) {
  for (size_t i = 0; i < p->table.count; i++) {
    const char *strategy = strategy_of(&p->table.records[i]);
    unsigned s = 0;
    while (strategy && s < p->strategy_count && strcmp(p->strategies[s], strategy) != 0)
      s++;
    if (!strategy || s < p->strategy_count)
      continue;
    if (s == CLGROUP_STRATEGY_COUNT)
      die("%s:%u: more than %d strategies", p->table.path, p->table.records[i].line, CLGROUP_STRATEGY_COUNT);
    p->strategies[p->strategy_count++] = strategy;
  }
}

int bench_report(int count, char **arguments) {
  struct report p = {0};
  if (count != 1)
    die("report takes one file, which clgroup-bench run --csv wrote");
  table_read(&p.table, arguments[0]);
  if (!p.table.count)
    die("%s has no rows", arguments[0]);
  collect_sizes(&p);
  collect_strategies(&p);
  printf("**%s, driver %s**\n\n", p.table.records[0].device, p.table.records[0].driver);
  if (!p.strategy_count)
    p.strategies[p.strategy_count++] = ""; /* peers without a strategy have a table too */
  for (unsigned i = 0; i < p.strategy_count; i++) {
    p.strategy = p.strategies[i];
    print_ratios(&p);
    print_shares(&p);
  }
  print_slower(&p.table);
  table_free(&p.table);
  return EXIT_SUCCESS;
}
