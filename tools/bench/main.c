/* clgroup-bench: measures what clgroup costs and gains. */
#include "bench/bench.h"
#include "names/strategies.h"
#include "tool/arguments.h"
#include "tool/output.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const char usage[] =
    "usage: clgroup-bench SUBCOMMAND [options]\n"
    "\n"
    "  build    measure what building a program costs without the layer, with it, and with native functions\n"
    "  run      measure the functions' speed: this library, native functions and textbook kernels, "
    "alternately\n"
    "  compile  measure clgroup-cc's compile time against clang and llvm-spirv, and sizes\n"
    "\n"
    "options of build and run\n"
    "  --platform NAME, --device NAME   the first device whose names contain these, ignoring case\n"
    "  --layer FILE       libclgroup-layer.so (default: ../lib/libclgroup-layer.so from this program)\n"
    "  --quick            build: one round of two; run: reduce and scan_inclusive of int and float, 256 work-items\n"
    "\n"
    "options of build\n"
    "  --rounds N         how many times the processes are started (default 5)\n"
    "  --repeats N        how often each case is built in each process (default 5)\n"
    "  --cpu              measure processor time, including child processes, instead of elapsed time: for a busy "
    "machine\n"
    "\n"
    "options of compile\n"
    "  --repeats N        how often each kernel is compiled each way (default 25; --quick: 1)\n"
    "  --strategy NAME    clgroup-cc's (default: its own)\n"
    "  --cpu, --cc FILE   as for run\n"
    "\n"
    "options of run; a LIST is separated by commas\n"
    "  --function LIST    reduce, scan_inclusive, scan_exclusive, broadcast, all, any (default: all of them)\n"
    "  --op LIST          add, min, max (default: add,max)\n"
    "  --type LIST        int, uint, long, float, double, half (default: those that the device has)\n"
    "  --size LIST        work-items of a work-group, any number (default: 64,256,1024)\n"
    "  --shape LIST       large, cached, compute, user (default: all of them)\n"
    "  --peer LIST        copy, stored, sequential, hillis_steele, sub_groups, native, module, link (default: all of "
    "them; copy is always included)\n"
    "  --strategy LIST    " CLGROUP_STRATEGY_WORDS
    ": for the last two (default: those that the layer takes on the device)\n"
    "  --full             all operators, and all powers of two from 32 to the device's largest work-group\n"
    "  --repeats N        the largest number of rounds, each with one timed launch of a kernel (default 31)\n"
    "  --cpu              measure this process's processor time instead of the device's: for a CPU on a busy machine\n"
    "  --print            print the kernels that call the functions, in one file, and measure nothing\n"
    "  --csv FILE         write a line for each kernel, size and shape\n"
    "  --cc FILE          clgroup-cc (default: ../bin/clgroup-cc from this program)\n"
    "\n"
    "build runs the layer in mode always; its other settings (CLGROUP_ROUTE, CLGROUP_STRATEGY ...) are those of the "
    "environment.\n"
    "Exit status: 0, also where the driver's own functions fail; 1 if another program could not be built or gave wrong "
    "values; 2 if nothing could be measured.\n";

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

void *room_for_one(void *items, size_t count, size_t *room, size_t width) {
  if (count < *room)
    return items;
  *room = *room ? 2 * *room : 16;
  void *grown = realloc(items, *room * width);
  if (!grown)
    die("out of memory");
  return grown;
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

void beside(const char *name, char *path, size_t size) {
  char *folder = program_folder();
  if ((size_t)snprintf(path, size, "%s/../%s", folder, name) >= size)
    die("%s/../%s is too long a path", folder, name);
  free(folder);
}

void bench_options(int count, char **arguments, struct wish *wish, const struct argument *own, size_t own_count) {
  struct argument known[MOST_OPTIONS];
  memcpy(known, own, own_count * sizeof *own);
  if (wish) {
    known[own_count++] = (struct argument){"--platform", .text = &wish->platform};
    known[own_count++] = (struct argument){"--device", .text = &wish->device};
  }
  for (int i = 0; i < count;)
    i += argument_take(known, own_count, usage, arguments + i);
}

int main(int argc, char **argv) {
  output_must_arrive();
  static const struct {
    const char *name;
    int (*run)(int, char **);
  } commands[] = {{"build", bench_build},
                  {"build-one", bench_build_one},
                  {"run", bench_run},
                  {"link-one", bench_link_one},
                  {"compile", bench_compile}};
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
