/* Measures the peers' kernels in rounds, each of which starts with another kernel. */
#ifndef CLGROUP_BENCH_MEASURE_H
#define CLGROUP_BENCH_MEASURE_H

#include "bench/results.h"

enum { MAX_REPEATS = 1000 };

struct meter;

/* Each kernel has up to `repeats` timed launches per shape and size, fewer once its launches have taken patience_ms.
 * Times are the device's, or of the processor (this process's threads). */
struct meter *meter_open(struct peers *peers, struct results *results, unsigned repeats, double patience_ms,
                         bool by_processor);
/* Adds the rows of one work. Prints a line on standard output for each kernel that cannot be built or launched, or
 * gives wrong values. */
void measure_work(struct meter *meter, const struct work *work, const bool shapes[SHAPES], const size_t *sizes,
                  unsigned size_count);
/* Returns whether everything succeeded. */
bool meter_close(struct meter *meter);

#endif
