/* clgroup-bench: measures what clgroup costs and gains on an OpenCL device. */
#include "bench/bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char usage[] =
    "usage: clgroup-bench SUBCOMMAND [options]\n"
    "\n"
    "  list     print the platforms and devices that there are\n"
    "  build    what building a program costs with and without the layer, and with the driver's own functions\n"
    "\n"
    "options of build\n"
    "  --platform NAME, --device NAME   the first device whose names hold these, in any case\n"
    "  --layer FILE       libclgroup-layer.so (default: ../lib/libclgroup-layer.so from this program)\n"
    "  --rounds N         how often processes are started anew (default 5)\n"
    "  --repeats N        how often each case is built in each process (default 5)\n"
    "  --quick            one round of two\n"
    "  --cpu              processor time, of child processes too, in place of the time that passes: for a busy "
    "machine\n"
    "  --csv FILE         every sample, a line each\n"
    "\n"
    "The layer runs in mode always; its other settings (CLGROUP_ROUTE, CLGROUP_STRATEGY ...) are those of the "
    "environment.\n"
    "Exit status: 0; 1 when a program could not be built or gave wrong values; 2 when nothing could be measured.\n";

void die(const char *format, ...) {
  va_list args;
  fflush(stdout);
  fputs("clgroup-bench: error: ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  exit(2);
}

double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

const char *option_value(int count, char **arguments, int *at) {
  if (*at + 1 >= count)
    die("%s needs a value (see --help)", arguments[*at]);
  return arguments[++*at];
}

int wish_option(struct wish *wish, int count, char **arguments, int *at) {
  if (!strcmp(arguments[*at], "--platform"))
    wish->platform = option_value(count, arguments, at);
  else if (!strcmp(arguments[*at], "--device"))
    wish->device = option_value(count, arguments, at);
  else
    return 0;
  return 1;
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    int (*run)(int, char **);
  } commands[] = {{"list", bench_list}, {"build", bench_build}, {"build-one", bench_build_one}};
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
      fputs(usage, stdout);
      return EXIT_SUCCESS;
    }
  for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 2, argv + 2);
  fputs(usage, stderr);
  return 2;
}
