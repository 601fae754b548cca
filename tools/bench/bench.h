/* clgroup-bench: what its subcommands share. */
#ifndef CLGROUP_BENCH_H
#define CLGROUP_BENCH_H

#include <stddef.h>

/* The device that is asked for: parts of the names of its platform and itself, in any case; empty takes the first. */
struct wish {
  const char *platform, *device;
};

/* Prints "clgroup-bench: error: ..." and ends the program with status 2: nothing could be measured. */
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);

/* Makes room for one more of `width` bytes where the `count` items fill the `*room`; returns them, perhaps elsewhere.
 * Ends the program where memory is out. */
void *room_for_one(void *items, size_t count, size_t *room, size_t width);

/* Milliseconds since some point in the past. */
double now_ms(void);

/* The subcommands, with the arguments after their name. Each returns the exit status. */
int bench_build(int count, char **arguments);
int bench_build_one(int count, char **arguments); /* the child that `build` starts */
int bench_compile(int count, char **arguments);
int bench_run(int count, char **arguments);
int bench_link_one(int count, char **arguments); /* the child that `run` starts */
int bench_compare(int count, char **arguments);
int bench_report(int count, char **arguments);
int bench_list(int count, char **arguments);

/* Reads one of --platform and --device at arguments[*at]; returns whether it was one, with *at at its value. */
int wish_option(struct wish *wish, int count, char **arguments, int *at);
/* The value of the option at arguments[*at], with *at on it. */
const char *option_value(int count, char **arguments, int *at);
/* The same, of an option that wants a number from 1 to 1000. */
unsigned option_number(int count, char **arguments, int *at);
/* The path of the file of that name in the folder above this program's. */
void beside(const char *name, char *path, size_t size);

#endif
