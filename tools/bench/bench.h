/* clgroup-bench: shared by its subcommands. */
#ifndef CLGROUP_BENCH_H
#define CLGROUP_BENCH_H

#include "tool/arguments.h"

/* The requested device: parts of its platform's and its own name, ignoring case; "" matches any. */
struct wish {
  const char *platform, *device;
};

/* Prints "clgroup-bench: error: ..." and exits with status 2: nothing could be measured. */
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);

/* Grows an array if its `count` items of `width` bytes fill the `*room`; returns it, possibly at a new address. Exits
 * if out of memory. */
void *room_for_one(void *items, size_t count, size_t *room, size_t width);

/* The first line of the text with "error", or else its first one; the text is cut behind it. */
const char *error_line(char *text);

/* Milliseconds since an arbitrary time. */
double now_ms(void);
/* Processor time of this process and of its ended children, in milliseconds. */
double cpu_ms(void);

/* The subcommands, with the arguments after their name. Each returns the exit status. */
int bench_build(int count, char **arguments);
int bench_build_one(int count, char **arguments); /* the child process of `build` */
int bench_compile(int count, char **arguments);
int bench_run(int count, char **arguments);
int bench_link_one(int count, char **arguments); /* the child process of `run` */

/* Reads a subcommand's options, at most 15 of its own. `wish`: NULL where it needs no device, or they name it. */
enum { MOST_OPTIONS = 17 };
void bench_options(int count, char **arguments, struct wish *wish, const struct argument *own, size_t own_count);
/* The path of a file in the folder above this program's. */
void beside(const char *name, char *path, size_t size);

#endif
