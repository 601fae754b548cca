/* Medians and spread of measured values. */
#ifndef CLGROUP_BENCH_FIGURES_H
#define CLGROUP_BENCH_FIGURES_H

#include <stddef.h>

struct figures {
  double *values;
  size_t count, room;
};

/* Ends the program where memory is out. */
void figures_add(struct figures *f, double value);
/* The value below which a share of `part` (0 to 1) lies, linear between neighbours; NaN where there is none. Sorts. */
double figures_quantile(struct figures *f, double part);
void figures_free(struct figures *f);

#endif
