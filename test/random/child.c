#include "child.h"

#include "file.h"
#include "generate.h"
#include "lanes.h"
#include "text.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes behind each buffer that must stay as they are. */
enum { GUARD = 64, POISON = 0xa5 };

/* The parent ends the whole group of processes. */
void report_child(int process) {
  (void)process;
}

/* One line, whatever the text holds. */
static void answer(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void answer(const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  for (char *at = line; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  strcat(line, "\n");
  if (write(CHILD_ANSWERS, line, strlen(line)) < 0)
    exit(1);
}

/* The line of a build log that says what is wrong, if there is one; else its first two. */
static void refuse(char *log) {
  char *error = log ? strstr(log, "error: ") : NULL;
  char *end = log ? strchr(log, '\n') : NULL;
  if (error)
    error[strcspn(error, "\n")] = 0;
  else if (end && (end = strchr(end + 1, '\n')))
    *end = 0;
  answer("refused %s", error ? error : log ? log : "and no word why");
  free(log);
}

static void *pad(const struct case_argument *a, size_t *size) {
  size_t bytes = a->count * ref_bytes(a->type);
  *size = bytes + GUARD;
  char *data = allocate(*size);
  memcpy(data, a->before, bytes);
  memset(data + bytes, POISON, GUARD);
  return data;
}

/* Says where the buffer is not as it must be; returns whether it is. */
/* Of the case that runs. */
static bool signed_zeros;

static bool is_right(const struct case_launch *l, size_t index, const char *got) {
  const struct case_argument *a = &l->arguments[index];
  size_t bytes = ref_bytes(a->type), size = a->count * bytes;
  const char *expected = a->expected ? a->expected : a->before;
  for (size_t i = 0; i < GUARD; i++)
    if ((unsigned char)got[size + i] != POISON) {
      answer("wrong %s: argument %zu: a store behind its end", l->kernel, index);
      return false;
    }
  if (a->hash && !a->expected) {
    if (case_hash(got, size) == a->hash)
      return true;
    answer("wrong %s: argument %zu: its hash is %016" PRIx64 ", not %016" PRIx64, l->kernel, index,
           case_hash(got, size), a->hash);
    return false;
  }
  size_t wrong = 0, first = 0;
  for (size_t i = a->count; i-- > 0;)
    if (!case_value_equal(a->type, expected + i * bytes, got + i * bytes, signed_zeros)) {
      wrong++;
      first = i;
    }
  if (!wrong)
    return true;
  uint64_t want = 0, have = 0;
  memcpy(&want, expected + first * bytes, bytes);
  memcpy(&have, got + first * bytes, bytes);
  answer("wrong %s: argument %zu, element %zu: %" PRIx64 ", not %" PRIx64 " (%zu of %zu wrong)", l->kernel, index,
         first, have, want, wrong, a->count);
  return false;
}

enum { MAX_CASE_ARGUMENTS = 64 };

struct launched {
  cl_kernel kernel;
  cl_mem buffers[MAX_CASE_ARGUMENTS];
};

static cl_int set_argument(const struct device *d, struct launched *r, cl_uint i, const struct case_argument *a) {
  if (a->is_local)
    return clSetKernelArg(r->kernel, i, a->count * ref_bytes(a->type), NULL);
  if (!a->is_buffer)
    return clSetKernelArg(r->kernel, i, ref_bytes(a->type), a->before);
  size_t size;
  cl_int error;
  void *data = pad(a, &size);
  r->buffers[i] = clCreateBuffer(d->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, data, &error);
  free(data);
  return error ? error : clSetKernelArg(r->kernel, i, sizeof r->buffers[i], &r->buffers[i]);
}

/* Reads the buffer back, and judges or keeps it. */
static bool finish(const struct device *d, cl_mem buffer, struct case_launch *l, size_t i, bool record) {
  struct case_argument *a = &l->arguments[i];
  size_t bytes = a->count * ref_bytes(a->type);
  char *got = allocate(bytes + GUARD);
  cl_int error = clEnqueueReadBuffer(d->queue, buffer, CL_TRUE, 0, bytes + GUARD, got, 0, NULL, NULL);
  bool good = !error;
  if (error)
    answer("refused clEnqueueReadBuffer gives error %d", error);
  else if (!record)
    good = is_right(l, i, got);
  else if (a->hash && !a->expected)
    memcpy(a->expected = allocate(bytes), got, bytes);
  free(got);
  return good;
}

/* Standard output is this process's log, to which drivers print. Returns where it ends. */
static off_t printed(void) {
  fflush(stdout);
  return lseek(1, 0, SEEK_END);
}

/* Judges the lines that the launch has printed: the sum of their hashes, in whatever order they come. */
static bool prints_are_right(const struct case_launch *l, off_t start) {
  char line[128];
  uint64_t sum = 0;
  unsigned lines = 0;
  fflush(stdout);
  FILE *log = fdopen(dup(1), "r");
  if (!log || fseeko(log, start, SEEK_SET))
    exit(2);
  while (fgets(line, sizeof line, log)) {
    line[strcspn(line, "\n")] = 0;
    if (*line != PRINT_MARK)
      continue;
    sum += case_line_hash(line);
    lines++;
  }
  fclose(log);
  if (sum != l->prints)
    answer("wrong %s: what it prints: %u lines, whose hash is %016" PRIx64 ", not %016" PRIx64, l->kernel, lines, sum,
           l->prints);
  return sum == l->prints;
}

/* Returns whether all is right; else has answered. */
static bool launch(const struct device *d, cl_program program, struct case_launch *l, bool record) {
  struct launched r = {0};
  size_t global[3];
  cl_int error;
  for (unsigned i = 0; i < 3; i++)
    global[i] = l->local[i] * l->groups[i] - l->missing[i];
  if (l->argument_count > MAX_CASE_ARGUMENTS) {
    answer("skipped more than %d arguments", MAX_CASE_ARGUMENTS);
    return false;
  }
  const off_t start = printed();
  r.kernel = clCreateKernel(program, l->kernel, &error);
  const char *step = "clCreateKernel";
  for (cl_uint i = 0; !error && i < l->argument_count; i++) {
    step = "clSetKernelArg";
    error = set_argument(d, &r, i, &l->arguments[i]);
  }
  if (!error) {
    step = "clEnqueueNDRangeKernel";
    error = clEnqueueNDRangeKernel(d->queue, r.kernel, l->dimensions, l->offset, global, l->local, 0, NULL, NULL);
  }
  if (!error) {
    step = "clFinish";
    error = clFinish(d->queue);
  }
  bool good = !error;
  if (error)
    answer("refused %s: %s gives error %d", l->kernel, step, error);
  for (size_t i = 0; good && i < l->argument_count; i++)
    if (l->arguments[i].is_buffer)
      good = finish(d, r.buffers[i], l, i, record);
  good = good && prints_are_right(l, start);
  for (size_t i = 0; i < l->argument_count; i++)
    if (r.buffers[i])
      clReleaseMemObject(r.buffers[i]);
  if (r.kernel)
    clReleaseKernel(r.kernel);
  return good;
}

static size_t items(const struct case_launch *l) {
  return l->local[0] * l->local[1] * l->local[2];
}

/* What the device cannot be asked for, by rule. */
static bool fits(const struct device *d, const struct clgroup_case *c) {
  if ((c->uses_double && !d->fp64) || (c->uses_half && !d->fp16)) {
    answer("skipped %s has no %s", d->platform_name, c->uses_double && !d->fp64 ? "fp64" : "fp16");
    return false;
  }
  bool partial = false;
  for (size_t i = 0; i < c->launch_count; i++) {
    bool small = items(&c->launches[i]) <= d->max_work_group_size;
    for (unsigned k = 0; k < 3; k++) {
      partial |= c->launches[i].missing[k] != 0;
      small &= c->launches[i].local[k] <= d->max_work_item_sizes[k];
    }
    if (!small) {
      answer("skipped %s takes no work-group as large", d->platform_name);
      return false;
    }
  }
  if (partial && !d->non_uniform)
    answer("skipped %s takes no partial work-groups", d->platform_name);
  return !partial || d->non_uniform;
}

/* The features of programs that the device has. The executor has no printf, and NVIDIA's code by CUDA no offsets. */
static unsigned features_of(const struct device *d) {
  const bool by_cuda = !strcmp(d->target, "nvptx64") && !d->takes_ptx;
  return ALL_FEATURES & ~(d->non_uniform ? 0u : WITH_PARTIAL_GROUPS) & ~(*d->target ? WITH_PRINTF : 0u) &
         ~(by_cuda ? WITH_OFFSETS : 0u);
}

/* Builds the case's program and makes its launches. Returns whether all is right; else has answered. */
static bool build_and_launch(struct builder *b, const struct source *source, struct clgroup_case *c, bool record) {
  char *log = NULL;
  cl_program program = builder_build_text(b, source, c->text, &log);
  if (!program) {
    refuse(log);
    return false;
  }
  free(log);
  bool good = true;
  for (size_t i = 0; good && i < c->launch_count; i++)
    good = launch(b->device, program, &c->launches[i], record);
  clReleaseProgram(program);
  return good;
}

/* Does each kernel require the size of its work-groups? */
static bool says_sizes(const struct clgroup_case *c) {
  size_t count = 0;
  for (const char *at = c->text; (at = strstr(at, "reqd_work_group_size(")); at++)
    count++;
  return count == c->launch_count;
}

static void run_case(struct builder *b, struct case_file *f, const char *path, bool record,
                     const struct setting *setting) {
  struct clgroup_case *c = &f->c;
  struct source source = {.max_size = 1024};
  char *options = NULL, standard[16] = "CL3.0", *at;
  if (!fits(b->device, c))
    return;
  for (size_t i = 0; i < c->launch_count; i++)
    if (items(&c->launches[i]) > source.max_size)
      source.max_size = items(&c->launches[i]);
  source.apart = c->apart;
  signed_zeros = !strstr(f->options[0], "-cl-fast-relaxed-math");
  /* The builder says the standard by itself. */
  text_add(&options, "%s", f->options[0]);
  if ((at = strstr(options, "-cl-std="))) {
    snprintf(standard, sizeof standard, "%.*s", (int)strcspn(at + 8, " "), at + 8);
    memset(at, ' ', strcspn(at, " "));
  }
  /* For GPUs as users compile: no option says what each kernel does. */
  b->default_limit = setting->default_limit || (device_lanes(b->device) && says_sizes(c));
  source.standard = standard;
  source.options = options;
  bool good = true;
  for (unsigned long i = 0; good && i < setting->builds; i++)
    good = build_and_launch(b, &source, c, record);
  free(options);
  if (good && record && !case_file_write(f, path, SIZE_MAX)) {
    answer("refused %s: cannot be written", path);
    good = false;
  }
  if (good)
    answer("ok");
}

int child_main(const struct way_in *way, const struct setting *setting, struct builder *b) {
  static struct device d; /* the builder keeps its address */
  char why[512], line[4096], driver[128] = "", name[512];
  FILE *requests = fdopen(CHILD_REQUESTS, "r");
  /* No compiler holds them open when this process has died. */
  fcntl(CHILD_REQUESTS, F_SETFD, FD_CLOEXEC);
  fcntl(CHILD_ANSWERS, F_SETFD, FD_CLOEXEC);
  if (!requests)
    return 2;
  if (!device_open(&d, setting->platform, setting->device)) {
    answer("skipped no such device");
    return 2;
  }
  clGetDeviceInfo(d.id, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
  snprintf(name, sizeof name, "%s %s, %s", d.platform_name, driver, d.name);
  b->device = &d;
  if (!way_fits(way, b, why, sizeof why)) {
    answer("skipped %s", why);
    device_close(&d);
    return 0;
  }
  const struct lanes lanes = lanes_of(&d, way);
  answer("ready %d %d %u %u %u %d %d %zu %s", d.fp64, d.fp16, features_of(&d), lanes.promise, lanes.size, lanes.in_rows,
         lanes.has_active, d.max_work_group_size, name);
  while (fgets(line, sizeof line, requests)) {
    struct case_file f;
    char *path = strchr(line, ' ');
    line[strcspn(line, "\n")] = 0;
    if (!path || !case_file_read(&f, ++path)) {
      answer("skipped %s: is not a case", line);
      continue;
    }
    run_case(b, &f, path, *line == 'r' && line[1] == 'e', setting);
    case_file_free(&f);
  }
  builder_release(b);
  device_close(&d);
  fclose(requests);
  return 0;
}
