/* The positions of all line starts in text files, by stream compaction on an OpenCL device, and by a loop on the CPU.
 */
#include "common/device.h"
#include "line-starts/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

/* Seconds of each repeat. */
struct times {
  double seconds[MAX_REPEATS];
  int count;
};

static int compare_seconds(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(struct times *t) {
  qsort(t->seconds, (size_t)t->count, sizeof *t->seconds, compare_seconds);
  return (t->seconds[(t->count - 1) / 2] + t->seconds[t->count / 2]) / 2;
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
  cl_program program;
  cl_kernel mark, place, write;
  cl_mem text, marks, counts, positions;
  cl_uint parts; /* work-groups */
};

static cl_mem make_buffer(const struct device *d, cl_mem_flags flags, size_t size, void *from, const char *what) {
  cl_int status;
  cl_ulong largest = 0;
  check(clGetDeviceInfo(d->id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof largest, &largest, NULL), "clGetDeviceInfo");
  if (size > largest)
    die("the %s take %zu bytes, and %s allocates at most %llu: give it less input", what, size, d->name,
        (unsigned long long)largest);
  cl_mem buffer = clCreateBuffer(d->context, flags, size, from, &status);
  check(status, "clCreateBuffer");
  return buffer;
}

/* A kernel whose first arguments are these buffers. */
static cl_kernel make_kernel(cl_program program, const char *name, const cl_mem *buffers, cl_uint buffer_count) {
  cl_int status;
  cl_kernel kernel = clCreateKernel(program, name, &status);
  check(status, "clCreateKernel");
  for (cl_uint i = 0; i < buffer_count; i++)
    check(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
  return kernel;
}

/* Starts `kernel` on that many work-groups. The event, where it is wanted, is to be released. */
static void start(const struct device *d, cl_kernel kernel, size_t work_groups, cl_event *event) {
  const size_t local = WORK_GROUP, global = work_groups * local;
  check(clEnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &global, &local, 0, NULL, event), "clEnqueueNDRangeKernel");
}

/* Counts the positions, to learn how much room they need, and makes it. */
static cl_uint work_begin(struct work *w, const struct device *d, const struct text *text) {
  cl_uint total = 0;
  *w = (struct work){.parts = (cl_uint)(text->padded_size / (WORK_GROUP * RUN))};
  w->program = device_load(d, EXAMPLES_MODULES, "line-starts");
  if (!w->parts)
    return 0;
  w->text = make_buffer(d, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, text->padded_size, text->bytes, "files");
  w->marks = make_buffer(d, CL_MEM_READ_WRITE, text->padded_size / 8, NULL, "marks");
  w->counts = make_buffer(d, CL_MEM_READ_WRITE, (w->parts + 1) * sizeof(cl_uint), NULL, "counts");
  w->mark = make_kernel(w->program, "mark_newlines", (cl_mem[]){w->text, w->marks, w->counts}, 3);
  w->place = make_kernel(w->program, "place_parts", &w->counts, 1);
  check(clSetKernelArg(w->place, 1, sizeof w->parts, &w->parts), "clSetKernelArg");
  start(d, w->mark, w->parts, NULL);
  start(d, w->place, 1, NULL);
  check(clEnqueueReadBuffer(d->queue, w->counts, CL_TRUE, w->parts * sizeof total, sizeof total, &total, 0, NULL, NULL),
        "clEnqueueReadBuffer");
  if (total > text->size)
    die("%s counts %u line starts in %zu bytes", d->name, total, text->size);
  w->positions = make_buffer(d, CL_MEM_WRITE_ONLY, total * sizeof(cl_uint), NULL, "positions");
  w->write = make_kernel(w->program, "write_positions", (cl_mem[]){w->marks, w->counts, w->positions}, 3);
  return total;
}

/* All of the work, on a text that is on the device already. Returns seconds, from the first kernel's start to the last
 * one's end, as the device's clock has it. */
static double work_run(const struct work *w, const struct device *d) {
  cl_event first, last;
  cl_ulong begin = 0, end = 0;
  start(d, w->mark, w->parts, &first);
  start(d, w->place, 1, NULL);
  start(d, w->write, w->parts, &last);
  check(clFinish(d->queue), "clFinish");
  check(clGetEventProfilingInfo(first, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL),
        "clGetEventProfilingInfo");
  check(clGetEventProfilingInfo(last, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "clGetEventProfilingInfo");
  clReleaseEvent(first);
  clReleaseEvent(last);
  return (double)(end - begin) * 1e-9;
}

static void work_end(struct work *w) {
  if (w->parts) {
    clReleaseKernel(w->mark);
    clReleaseKernel(w->place);
    clReleaseKernel(w->write);
    clReleaseMemObject(w->text);
    clReleaseMemObject(w->marks);
    clReleaseMemObject(w->counts);
    clReleaseMemObject(w->positions);
  }
  clReleaseProgram(w->program);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static cl_uint *make_positions(size_t count) {
  cl_uint *positions = malloc((count + !count) * sizeof *positions);
  if (!positions)
    die("out of memory for %zu positions", count);
  return positions;
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

static void print_speed(const char *who, size_t bytes, struct times *t) {
  double seconds = median(t);
  printf("  %s: %.2f GB/s (median of %d: %.3f ms)\n", who, (double)bytes / seconds * 1e-9, t->count, seconds * 1e3);
}

static void print_speeds(const struct device *d, const struct text *text, size_t count, struct times *device_times,
                         struct times *cpu_times) {
  printf("%zu line start%s in %zu bytes of %zu file%s: the device and the CPU agree\n", count, count == 1 ? "" : "s",
         text->size, text->file_count, text->file_count == 1 ? "" : "s");
  if (text->size) {
    char who[320];
    snprintf(who, sizeof who, "%s (%s), strategy %s", d->name, d->platform, d->strategy);
    print_speed(who, text->size, device_times);
    print_speed("C with memchr() on one core", text->size, cpu_times);
  }
}

int main(int argc, char **argv) {
  static struct times device_times, cpu_times;
  struct options o;
  struct text text;
  struct device device;
  struct work work;
  parse(&o, argc, argv);
  text_read(&text, o.inputs, o.input_count, WORK_GROUP * RUN);
  device_open(&device, &o.wish);

  size_t count = work_begin(&work, &device, &text);
  size_t cpu_count = positions_by_cpu(&text, NULL);
  cl_uint *positions = make_positions(count), *cpu_positions = make_positions(cpu_count);
  /* A run before the first one that counts, on both sides: compiling and touching fresh memory are not the work. */
  for (int i = -1; text.size && i < (o.print ? 0 : o.repeats); i++) {
    double seconds = work_run(&work, &device), begin = now();
    positions_by_cpu(&text, cpu_positions);
    if (i >= 0) {
      cpu_times.seconds[cpu_times.count++] = now() - begin;
      device_times.seconds[device_times.count++] = seconds;
    }
  }
  if (count)
    check(clEnqueueReadBuffer(device.queue, work.positions, CL_TRUE, 0, count * sizeof *positions, positions, 0, NULL,
                              NULL),
          "clEnqueueReadBuffer");
  compare(positions, count, cpu_positions, cpu_count);
  if (o.print)
    print_positions(&o, &text, positions, count);
  else
    print_speeds(&device, &text, count, &device_times, &cpu_times);

  free(positions);
  free(cpu_positions);
  work_end(&work);
  device_close(&device);
  text_free(&text);
  if (fflush(stdout) || ferror(stdout))
    die("cannot write standard output");
  return EXIT_SUCCESS;
}
