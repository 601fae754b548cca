#include "bench/results.h"
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES_ABREAST = 4 };
/* A ratio to the best peer below this is slower: 5% for noise. */
static const double SLOW = 0.95;

struct row *results_add(struct results *r) {
  r->rows = room_for_one(r->rows, r->count, &r->room, sizeof *r->rows);
  r->rows[r->count] = (struct row){0};
  return &r->rows[r->count++];
}

static const struct row *find(const struct results *r, size_t first, enum shape shape, size_t size,
                              const struct peer *peer) {
  for (size_t i = first; i < r->count; i++)
    if (r->rows[i].shape == shape && r->rows[i].size == size && (!peer || r->rows[i].peer == peer))
      return &r->rows[i];
  return NULL;
}

static void print_ratio(double ratio) {
  if (isnan(ratio))
    printf(" %6s", "-");
  else
    printf(" %6.*f", ratio < 9.995 ? 2 : 1, ratio);
}

static void print_cell(const struct row *row) {
  if (!row) {
    printf("  |%25s", "");
  } else if (row->wrong) {
    printf("  |%25s", "WRONG");
  } else {
    double gain = row->shape == COMPUTE ? row->ns.median : 1 / row->ns.median;
    printf("  |%6.*f ±%2.0f%%",
           gain < 10    ? 3
           : gain < 100 ? 2
                        : 1,
           gain, fmin(99, 50 * (row->ns.high - row->ns.low) / row->ns.median));
    print_ratio(row->to_copy.median);
    print_ratio(row->to_best.median);
  }
}

/* A line for each peer, with `count` sizes. */
static void print_block(const struct results *r, size_t first, enum shape shape, const size_t *sizes, size_t count) {
  const struct peer *peers[MAX_PEERS];
  size_t peer_count = 0;
  for (size_t i = first; i < r->count; i++) {
    size_t p = 0;
    while (p < peer_count && peers[p] != r->rows[i].peer)
      p++;
    if (p == peer_count && r->rows[i].shape == shape)
      peers[peer_count++] = r->rows[i].peer;
  }
  printf("%-17s", "");
  for (size_t s = 0; s < count; s++)
    printf("  |%4zu: %-6s%7s%6s%s", sizes[s], shape == COMPUTE ? "ns" : "G/s", "/copy", "/best", " ");
  putchar('\n');
  for (size_t p = 0; p < peer_count; p++) {
    printf("  %-15s", peers[p]->name);
    for (size_t s = 0; s < count; s++)
      print_cell(find(r, first, shape, sizes[s], peers[p]));
    putchar('\n');
  }
}

void results_table(const struct results *r, size_t first) {
  for (enum shape shape = 0; shape < SHAPES; shape++) {
    size_t sizes[SIZES_ABREAST], count = 0;
    bool any = false;
    for (size_t i = first; i < r->count; i++) {
      if (r->rows[i].shape != shape || find(r, first, shape, r->rows[i].size, NULL) != &r->rows[i])
        continue;
      if (!any)
        printf("\n%s, %s (%s)\n", work_name(&r->rows[i].work), shape_names[shape],
               shape == COMPUTE ? "ns per call and item" : "G items/s");
      any = true;
      sizes[count++] = r->rows[i].size;
      if (count == SIZES_ABREAST) {
        print_block(r, first, shape, sizes, count);
        count = 0;
      }
    }
    if (count)
      print_block(r, first, shape, sizes, count);
  }
  fflush(stdout);
}

void results_slower(const struct results *r) {
  bool any = false;
  printf("\nslower than the best peer by more than 5%%:");
  for (size_t i = 0; i < r->count; i++) {
    const struct row *row = &r->rows[i];
    if (!peer_is_ours(row->peer) || row->wrong || !(row->to_best.median < SLOW))
      continue;
    printf("%s  %-28s %5zu %-8s %-16s %.2f of %s%s\n", any ? "" : "\n", work_name(&row->work), row->size,
           shape_names[row->shape], row->peer->name, row->to_best.median, row->best->name,
           !strcmp(row->best->name, "native") ? ", which mode auto keeps, for the device has it" : "");
    any = true;
  }
  if (!any)
    printf(" none\n");
}

void results_csv_head(FILE *csv) {
  /* tools/bench/report reads them. */
  fputs("device,driver,function,op,type,size,shape,peer,values,n,ns,ns_q1,ns_q3,to_copy,to_copy_q1,to_copy_q3,to_best,"
        "to_best_q1,to_best_q3,best\n",
        csv);
}

static void csv_text(FILE *csv, const char *text) {
  for (; *text; text++)
    if (*text != '"' && *text != '\n')
      fputc(*text, csv);
}

static void csv_spread(FILE *csv, const struct spread *s, bool there) {
  if (there && !isnan(s->median))
    fprintf(csv, ",%.5g,%.5g,%.5g", s->median, s->low, s->high);
  else
    fprintf(csv, ",,,");
}

void results_csv(FILE *csv, const struct device *device, const struct results *r, size_t first) {
  for (size_t i = first; i < r->count; i++) {
    const struct row *row = &r->rows[i];
    fputc('"', csv);
    csv_text(csv, device->platform);
    fputs(": ", csv);
    csv_text(csv, device->name);
    fputs("\",\"", csv);
    csv_text(csv, device->driver);
    fprintf(csv, "\",%s,%s,%s,%zu,%s,%s,%s,%zu", function_names[row->work.function],
            function_has_op(row->work.function) ? op_names[row->work.op] : "", type_names[row->work.type], row->size,
            shape_names[row->shape], row->peer->name, row->wrong ? "wrong" : "right", row->count);
    csv_spread(csv, &row->ns, !row->wrong);
    csv_spread(csv, &row->to_copy, !row->wrong);
    csv_spread(csv, &row->to_best, !row->wrong);
    fprintf(csv, ",%s\n", row->best ? row->best->name : "");
  }
  fflush(csv);
}

void results_free(struct results *r) {
  free(r->rows);
  *r = (struct results){0};
}
