/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clgroup-bench: measures what clgroup costs and gains. */
#include "bench/bench.h"
#include "names/strategies.h"
#include "tool/output.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const char usage[] =
    "usage: clgroup-bench SUBCOMMAND [options]\n"
    "\n"
    "  run    measure the functions' speed: those of this library, the driver's own and textbook kernels, in turn\n"
    "  build  measure what it costs to build a program and run it for the first time; under clgroup-run this is with\n"
    "         the layer. Caches are where the environment says (XDG_CACHE_HOME)\n"
    "\n"
    "Both print CSV: run a line for each kernel, size and shape, build a line for each program.\n"
    "\n"
    "Options of both:\n"
    "  --platform NAME, --device NAME   the first device whose names contain these, ignoring case\n"
    "  --cpu              measure processor time: for a CPU on a busy machine. Without it run measures the device's\n"
    "                     time, and build elapsed time\n"
    "Options of build:\n"
    "  --repeats N        how many programs of each kind (default 5)\n"
    "  --print N          print a program with N calls, and measure nothing\n"
    "Options of run (a LIST is separated by commas, and by default has all words that are named):\n"
    "  --quick            reduce_add and scan_inclusive_add of int and float, 256 work-items\n"
    "  --function LIST    reduce_add, scan_inclusive_add, scan_exclusive_add, broadcast, all, any; if named,\n"
    "                     also sub_group_reduce_add, sub_group_shuffle, sub_group_rotate\n"
    "  --type LIST        int, long, float\n"
    "  --size LIST        sizes of work-groups, any numbers (default: 64,256,1024)\n"
    "  --shape LIST       large, cached, compute, user\n"
    "  --peer LIST        copy (always), stored, sequential, hillis_steele, exchange, native, compile, link\n"
    "  --strategy LIST    " CLGROUP_STRATEGY_WORDS ": for compile and link (default: the layer's on the device)\n"
    "  --repeats N        the largest number of rounds, each with one timed launch of a kernel (default 31)\n"
    "  --layer FILE       libclgroup-layer.so (default: ../lib/libclgroup-layer.so from this program)\n"
    "\n"
    "Peers compile and link are what the layer builds by these routes in mode always (CLGROUP_CC names the compiler).\n"
    "Exit status: 0, even if the driver's own functions fail; 1 if another program could not be built or gave\n"
    "wrong values; 2 if nothing could be measured.\n";

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

void *take(size_t size) {
  void *memory = malloc(size);
  if (!memory)
    die("out of memory");
  return memory;
}

const char *error_line(char *text) {
  char *at = strstr(text, "error");
  while (at && at > text && at[-1] != '\n')
    at--;
  at = at ? at : text;
  at[strcspn(at, "\n")] = 0;
  return at;
}

double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

double cpu_ms(void) {
  struct timespec own;
  struct rusage children;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  return (double)own.tv_sec * 1e3 + (double)own.tv_nsec / 1e6 +
         (double)(children.ru_utime.tv_sec + children.ru_stime.tv_sec) * 1e3 +
         (double)(children.ru_utime.tv_usec + children.ru_stime.tv_usec) / 1e3;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, ascending);
  return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

void bench_options(int count, char **arguments, struct wish *wish, const struct argument *own, size_t own_count) {
  struct argument known[16] = {{"--platform", .text = &wish->platform}, {"--device", .text = &wish->device}};
  memcpy(known + 2, own, own_count * sizeof *own);
  for (int i = 0; i < count;)
    i += argument_take(known, own_count + 2, usage, arguments + i);
}

int main(int argc, char **argv) {
  output_must_arrive();
  static const struct {
    const char *name;
    int (*run)(int, char **);
  } commands[] = {{"build", bench_build}, {"run", bench_run}};
  for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(argv[1], commands[i].name))
      return commands[i].run(argc - 2, argv + 2);
  const struct argument none = {.name = ""};
  if (argc > 1)
    argument_take(&none, 0, usage, argv + 1);
  argument_error("a subcommand is missing: run or build");
}
