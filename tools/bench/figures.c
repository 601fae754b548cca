#include "bench/figures.h"
#include "bench/bench.h"

#include <math.h>
#include <stdlib.h>

void figures_add(struct figures *f, double value) {
  f->values = room_for_one(f->values, f->count, &f->room, sizeof *f->values);
  f->values[f->count++] = value;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double figures_quantile(struct figures *f, double part) {
  if (!f->count)
    return NAN;
  qsort(f->values, f->count, sizeof *f->values, ascending);
  double at = part * (double)(f->count - 1);
  size_t below = (size_t)at;
  if (below + 1 >= f->count)
    return f->values[f->count - 1];
  return f->values[below] + (at - (double)below) * (f->values[below + 1] - f->values[below]);
}

void figures_free(struct figures *f) {
  free(f->values);
  *f = (struct figures){0};
}
