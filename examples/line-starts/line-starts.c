/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The positions of all line starts in text files, by stream compaction on an OpenCL device, and by a loop on the CPU.
 */
#include "common/trial.h"
#include "line-starts/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  WORK_GROUP = 256, /* as in the kernels, and so is */
  RUN = 64,         /* what each work-item handles, in bytes */
  MAX_REPEATS = 1000
};

const char *program_name = "line-starts";

static const char usage[] =
    "usage: line-starts [--platform NAME] [--device NAME] [--strategy S] [--module FILE] [--repeat N] [--print]\n"
    "                   --input FILE...\n"
    "Finds every position at which a line starts, on an OpenCL device, checks that against the CPU, and times both.\n"
    "  --platform NAME, --device NAME  choose a device by a part of a name (the first one)\n"
    "  --strategy S                    the library's: subgroup, vector, tree or serial (what suits the device)\n"
    "  --module FILE                   loads what clgroup-cc made of line-starts.cl for this device, such as PTX\n"
    "  --repeat N                      times the work N times and gives the median (9)\n"
    "  --print                         prints each line start, as PATH:POSITION, and times nothing\n"
    "  --input FILE...                 what to read, up to 1 GiB\n";

struct options {
  struct wish wish;
  char **inputs;
  size_t input_count;
  int repeats, print;
};

static void parse(struct options *o, int argc, char **argv) {
  *o = (struct options){.wish = {"", "", "", ""}, .repeats = 9};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help")) {
      fputs(usage, stdout);
      exit(EXIT_SUCCESS);
    } else if (wish_option(&o->wish, argv, &i)) {
      continue;
    } else if (!strcmp(argv[i], "--repeat")) {
      char *end = "";
      long n = argv[++i] ? strtol(argv[i], &end, 10) : 0;
      if (n < 1 || n > MAX_REPEATS || *end)
        wrong_usage("--repeat needs a number from 1 to %d", MAX_REPEATS);
      o->repeats = (int)n;
    } else if (!strcmp(argv[i], "--print")) {
      o->print = 1;
    } else if (!strcmp(argv[i], "--input")) {
      o->inputs = argv + i + 1;
      o->input_count = 0;
      while (argv[i + 1] && strncmp(argv[i + 1], "--", 2)) {
        o->input_count++;
        i++;
      }
    } else {
      wrong_usage("unknown argument '%s': --help lists what there is", argv[i]);
    }
  }
  if (!o->input_count)
    wrong_usage("--input FILE... says what to read: --help lists the rest");
}

/* The same work on one core, in plain C: memchr() is the quickest way to a newline that the C library has. Returns how
 * many positions there are; writes them where there is room for them. */
static size_t positions_by_cpu(const struct text *text, cl_uint *positions) {
  size_t count = 0;
  const unsigned char *end = text->bytes + text->size;
  for (const unsigned char *at = text->bytes; (at = memchr(at, '\n', (size_t)(end - at))); at++, count++)
    if (positions)
      positions[count] = (cl_uint)(at - text->bytes);
  return count;
}

/* The work on the device: what lasts from one repeat to the next. */
struct work {
  cl_mem text, marks, counts, positions;
  cl_uint parts; /* work-groups */
};

/* Marks the newlines and places the parts. */
static void count_all(const struct trial *t, const struct work *w) {
  trial_launch(t, "mark_newlines", w->parts, WORK_GROUP,
               (struct argument[]){ARGUMENT(w->text), ARGUMENT(w->marks), ARGUMENT(w->counts)}, 3);
  trial_launch(t, "place_parts", 1, WORK_GROUP, (struct argument[]){ARGUMENT(w->counts), ARGUMENT(w->parts)}, 2);
}

/* Counts the positions, to learn how much room they need, and makes it. */
static cl_uint work_begin(struct work *w, const struct trial *t, const struct text *text) {
  cl_uint total = 0;
  *w = (struct work){.parts = (cl_uint)(text->padded_size / (WORK_GROUP * RUN))};
  w->text = trial_buffer(t, text->padded_size, text->bytes);
  w->marks = trial_buffer(t, text->padded_size / 8, NULL);
  w->counts = trial_buffer(t, (w->parts + 1) * sizeof(cl_uint), NULL);
  count_all(t, w);
  check(clEnqueueReadBuffer(t->device.queue, w->counts, CL_TRUE, w->parts * sizeof total, sizeof total, &total, 0, NULL,
                            NULL),
        "clEnqueueReadBuffer");
  if (total > text->size)
    die("%s counts %u line starts in %zu bytes", t->device.name, total, text->size);
  w->positions = trial_buffer(t, total * sizeof(cl_uint), NULL);
  return total;
}

/* All of the work, on a text that is on the device already. Returns seconds. */
static double work_run(const struct work *w, const struct trial *t) {
  const double begin = trial_clock(t);
  count_all(t, w);
  trial_launch(t, "write_positions", w->parts, WORK_GROUP,
               (struct argument[]){ARGUMENT(w->marks), ARGUMENT(w->counts), ARGUMENT(w->positions)}, 3);
  return trial_clock(t) - begin;
}

static void work_end(struct work *w) {
  clReleaseMemObject(w->text);
  clReleaseMemObject(w->marks);
  clReleaseMemObject(w->counts);
  clReleaseMemObject(w->positions);
}

static void compare(const cl_uint *device, size_t device_count, const cl_uint *cpu, size_t cpu_count) {
  size_t both = device_count < cpu_count ? device_count : cpu_count;
  for (size_t i = 0; i < both; i++)
    if (device[i] != cpu[i])
      die("line start %zu is %u on the device and %u on the CPU", i, device[i], cpu[i]);
  if (device_count != cpu_count)
    die("the device finds %zu line starts and the CPU %zu", device_count, cpu_count);
}

static void print_positions(const struct options *o, const struct text *text, const cl_uint *positions, size_t count) {
  for (size_t i = 0, f = 0; i < count; i++) {
    while (positions[i] >= text->file_starts[f + 1])
      f++;
    printf("%s:%zu\n", o->inputs[f], positions[i] - text->file_starts[f]);
  }
}

static void print_speed(const char *who, size_t bytes, double *seconds, int count) {
  const double median = trial_median(seconds, count);
  printf("  %s: %.3g GB/s (median of %d: %.3f ms)\n", who, (double)bytes / median * 1e-9, count, median * 1e3);
}

int main(int argc, char **argv) {
  static double device_seconds[MAX_REPEATS], cpu_seconds[MAX_REPEATS];
  struct options o;
  struct text text;
  struct trial t = {0};
  struct work work;
  parse(&o, argc, argv);
  text_read(&text, o.inputs, o.input_count, WORK_GROUP * RUN);
  device_open(&t.device, &o.wish);
  t.program = device_load(&t.device, EXAMPLES_MODULES, program_name);

  const size_t count = text.size ? work_begin(&work, &t, &text) : 0, cpu_count = positions_by_cpu(&text, NULL);
  cl_uint *positions = trial_memory(count * sizeof *positions);
  cl_uint *cpu_positions = trial_memory(cpu_count * sizeof *cpu_positions);
  /* A run before the first one that counts, on both sides: compiling and touching fresh memory are not the work. */
  for (int i = -1; text.size && i < (o.print ? 0 : o.repeats); i++) {
    const double seconds = work_run(&work, &t), begin = trial_clock(&t);
    positions_by_cpu(&text, cpu_positions);
    if (i >= 0) {
      cpu_seconds[i] = trial_clock(&t) - begin;
      device_seconds[i] = seconds;
    }
  }
  if (count)
    trial_read(&t, work.positions, count * sizeof *positions, positions);
  compare(positions, count, cpu_positions, cpu_count);
  if (o.print) {
    print_positions(&o, &text, positions, count);
  } else {
    printf("%zu line start%s in %zu bytes of %zu file%s: the device and the CPU agree\n", count, count == 1 ? "" : "s",
           text.size, text.file_count, text.file_count == 1 ? "" : "s");
    char who[320];
    snprintf(who, sizeof who, "%s (%s), strategy %s", t.device.name, t.device.platform, t.device.strategy);
    if (text.size) {
      print_speed(who, text.size, device_seconds, o.repeats);
      print_speed("C with memchr() on one core", text.size, cpu_seconds, o.repeats);
    }
  }

  free(positions);
  free(cpu_positions);
  if (text.size)
    work_end(&work);
  text_free(&text);
  trial_end(&t);
  return EXIT_SUCCESS;
}
