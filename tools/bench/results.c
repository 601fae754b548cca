#include "bench/results.h"
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct row *results_add(struct results *r) {
  r->rows = room_for_one(r->rows, r->count, &r->room, sizeof *r->rows);
  r->rows[r->count] = (struct row){0};
  return &r->rows[r->count++];
}

static void print_ratio(double ratio) {
  if (isnan(ratio))
    printf(" %6s", "-");
  else
    printf(" %6.*f", ratio < 9.995 ? 2 : 1, ratio);
}

void results_table(const struct results *r, size_t first) {
  for (size_t i = first; i < r->count; i++) {
    const struct row *row = &r->rows[i];
    const bool is_loop = row->shape == COMPUTE;
    if (i == first || row->shape != row[-1].shape)
      printf("\n%-32s %-22s %6s %6s\n", work_name(&row->work), is_loop ? "ns per call and item" : "G items/s", "/copy",
             "/best");
    printf("  %-8s %5zu  %-15s", shape_names[row->shape], row->size, row->peer->name);
    if (row->wrong) {
      puts("  WRONG");
      continue;
    }
    const double gain = is_loop ? row->ns.median : 1 / row->ns.median;
    printf(" %7.*f ±%2.0f%%          ",
           gain < 10    ? 3
           : gain < 100 ? 2
                        : 1,
           gain, fmin(99, 50 * (row->ns.high - row->ns.low) / row->ns.median));
    print_ratio(row->to_copy.median);
    print_ratio(row->to_best.median);
    putchar('\n');
  }
  fflush(stdout);
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

void results_csv(FILE *csv, const struct clgroup_device *device, const struct results *r, size_t first) {
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
