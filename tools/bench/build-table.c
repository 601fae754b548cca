#include "bench/build.h"

#include <math.h>

static const char *const column_names[COLUMNS] = {"plain", "native", "layer"};

/* One of the two times of a sample. */
static const double *times(const struct build_sample *sample, bool ready) {
  return ready ? sample->ready : sample->build;
}

static void print_median(const struct build_series *s, bool ready, enum build_column column) {
  struct figures f = {0};
  for (size_t i = 0; i < s->count; i++)
    if (!isnan(times(&s->samples[i], ready)[column]))
      figures_add(&f, times(&s->samples[i], ready)[column]);
  if (f.count)
    printf(" %9.2f", figures_quantile(&f, 0.5));
  else
    printf(" %9s", "-");
  figures_free(&f);
}

/* Compares within each sample, so that a machine that slows down in between does not matter. */
static void print_comparison(const struct build_series *s, bool ready) {
  struct figures more = {0}, ratio = {0};
  for (size_t i = 0; i < s->count; i++) {
    const double *t = times(&s->samples[i], ready);
    if (isnan(t[PLAIN]) || isnan(t[LAYER]))
      continue;
    figures_add(&more, t[LAYER] - t[PLAIN]);
    figures_add(&ratio, t[LAYER] / t[PLAIN]);
  }
  if (ratio.count)
    printf(" %+9.2f %7.3f  %.3f-%.3f  %4zu", figures_quantile(&more, 0.5), figures_quantile(&ratio, 0.5),
           figures_quantile(&ratio, 0.25), figures_quantile(&ratio, 0.75), ratio.count);
  figures_free(&more);
  figures_free(&ratio);
}

void build_table(const struct build_series *series, size_t count, const char *unit) {
  printf("%-22s %-5s %-6s %9s %9s %9s %9s %7s  %-11s  %4s\n", unit, "cache", "to", "plain", "native", "layer", "more",
         "ratio", "quartiles", "n");
  for (size_t i = 0; i < count; i++)
    for (int ready = 0; ready < 2; ready++) {
      const struct build_series *s = &series[i];
      if (ready && s->count && isnan(s->samples->ready[PLAIN]) && !isnan(s->samples->build[PLAIN]))
        continue; /* loading has no time to run */
      printf("%-22s %-5s %-6s", s->of->name, s->warm ? "warm" : "cold", ready ? "run" : "kernel");
      for (enum build_column c = PLAIN; c < COLUMNS; c++)
        print_median(s, ready, c);
      print_comparison(s, ready);
      putchar('\n');
    }
}

void build_csv(FILE *out, const char *device, const struct build_series *series, size_t count) {
  fprintf(out, "device,case,cache,column,sample,kernel_ms,run_ms\n");
  for (size_t i = 0; i < count; i++)
    for (size_t n = 0; n < series[i].count; n++)
      for (enum build_column c = PLAIN; c < COLUMNS; c++)
        if (!isnan(series[i].samples[n].build[c]))
          fprintf(out, "\"%s\",\"%s\",%s,%s,%zu,%.4f,%.4f\n", device, series[i].of->name,
                  series[i].warm ? "warm" : "cold", column_names[c], n, series[i].samples[n].build[c],
                  series[i].samples[n].ready[c]);
}
