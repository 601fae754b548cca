/* Medians and spread of measured values. */
#ifndef CLGROUP_BENCH_FIGURES_H
#define CLGROUP_BENCH_FIGURES_H

#include <stddef.h>

struct figures {
  double *values;
  size_t count, room;
};

/* Exits if out of memory. */
void figures_add(struct figures *f, double value);
/* The `part` quantile (0 to 1), interpolated linearly; NaN without values. Sorts the values. */
double figures_quantile(struct figures *f, double part);
void figures_free(struct figures *f);

#endif
