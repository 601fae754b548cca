/* The peer host of `run`, a ceiling: the serial strategy's passes, compiled by clang for this processor
 * (host-passes.cl), on all cores, without a driver. Each work-group is a call with three ids, which are computed from a
 * counter by division, as in PoCL: the processor can hide that latency in a kernel as short as a copy, but not in a
 * longer one. */
#ifndef CLGROUP_BENCH_HOST_H
#define CLGROUP_BENCH_HOST_H

#include "bench/cases.h"

enum { HOST_MAX_SIZE = 1 << 16 };

/* Runs the work-group with these ids and `size` work-items. */
typedef void host_function(const void *in, void *out, void *scratch, size_t size, size_t x, size_t y, size_t z);

struct host;

/* NULL: there is none for this work. */
host_function *host_find(const struct work *work, size_t size);

/* Starts the threads. */
struct host *host_open(void);
/* The input and output memory of launches, MAX_ITEMS of the widest type each. */
void *host_in(struct host *host);
void *host_out(struct host *host);
/* Runs work-groups of `size` over `items` items, `rounds` times; returns the nanoseconds since all threads were
 * awake. */
double host_launch(struct host *host, host_function *function, size_t items, size_t rounds, size_t size);
void host_close(struct host *host);

#endif
