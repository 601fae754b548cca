/* `run`'s peer host, a ceiling: the serial strategy's passes by clang for this machine's processor (host-passes.cl), on
 * all of its cores, without a driver. Each work-group is a call with its three ids, which are divided out of a counter
 * as PoCL does it: the processor can hide that behind a kernel as short as a copy, but not behind a longer one. */
#ifndef CLGROUP_BENCH_HOST_H
#define CLGROUP_BENCH_HOST_H

#include "bench/cases.h"

enum { HOST_MAX_SIZE = 1 << 16 };

/* Runs the work-group with these ids of `size` work-items. */
typedef void host_function(const void *in, void *out, void *scratch, size_t size, size_t x, size_t y, size_t z);

struct host;

/* NULL where it has none. */
host_function *host_find(const struct work *work, size_t size);

/* Starts the threads. */
struct host *host_open(void);
/* The memory that a launch reads and writes, MAX_ITEMS of the widest type each. */
void *host_in(struct host *host);
void *host_out(struct host *host);
/* Runs work-groups of `size` over `items` items, `rounds` times; returns the nanoseconds from when all threads are
 * awake. */
double host_launch(struct host *host, host_function *function, size_t items, size_t rounds, size_t size);
void host_close(struct host *host);

#endif
