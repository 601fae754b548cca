/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cases on the device, in a process that may die of them. */
#include "bed.h"

#include "launch.h"
#include "names/strategies.h"
#include "text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes behind each buffer that must stay as they are. */
enum { GUARD = 64, POISON = 0xa5 };

static struct {
  const struct device *device;
  struct verdict verdict;
  char *results;     /* where values go that are not known */
  bool signed_zeros; /* whether the sign of a zero matters */
  volatile bool *builds;
} here;

/* One line, whatever the text holds. Returns false. */
static bool say(enum outcome outcome, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool say(enum outcome outcome, const char *format, ...) {
  va_list arguments;
  here.verdict.outcome = outcome;
  va_start(arguments, format);
  vsnprintf(here.verdict.text, sizeof here.verdict.text, format, arguments);
  va_end(arguments);
  for (char *at = here.verdict.text; *at; at++)
    if ((unsigned char)*at < ' ')
      *at = ' ';
  return false;
}

/* The line of a build log that says what is wrong, if there is one; else its first two. */
static bool refuse(char *log) {
  /* All do come, but clgroup-cc cannot prove that. */
  const bool unproved = log && strstr(log, "where not all work-items may come");
  char *error = log ? strstr(log, "error: ") : NULL;
  char *end = log ? strchr(log, '\n') : NULL;
  if (error)
    error[strcspn(error, "\n")] = 0;
  else if (end && (end = strchr(end + 1, '\n')))
    *end = 0;
  say(unproved ? OUTCOME_SKIPPED : OUTCOME_REFUSED, "%s", error ? error : log ? log : "and no word why");
  free(log);
  return false;
}

/* Says where the buffer is not as it must be; returns whether it is. */
static bool is_right(const struct case_launch *l, size_t index, const char *got) {
  const struct case_argument *a = &l->arguments[index];
  const size_t bytes = ref_bytes(a->type), size = a->count * bytes;
  const char *expected = a->expected ? a->expected : a->before;
  for (size_t i = 0; i < GUARD; i++)
    if ((unsigned char)got[size + i] != POISON)
      return say(OUTCOME_WRONG, "%s: argument %zu: a store behind its end", l->kernel, index);
  if (a->is_kept) {
    memcpy(here.results, got, size);
    here.results += size;
    return true;
  }
  if (a->hash && !a->expected)
    return case_hash(got, size) == a->hash ||
           say(OUTCOME_WRONG, "%s: argument %zu: its hash is %016" PRIx64 ", not %016" PRIx64, l->kernel, index,
               case_hash(got, size), a->hash);
  size_t wrong = 0, first = 0;
  for (size_t i = a->count; i-- > 0;)
    if (!case_value_equal(a->type, expected + i * bytes, got + i * bytes, here.signed_zeros)) {
      wrong++;
      first = i;
    }
  return !wrong ||
         say(OUTCOME_WRONG, "%s: argument %zu, element %zu: %" PRIx64 ", not %" PRIx64 "%s (%zu of %zu wrong)",
             l->kernel, index, first, ref_load(a->type, got, first), ref_load(a->type, expected, first),
             case_value_equal(a->type, expected + first * bytes, got + first * bytes, false) ? ", the sign of a zero"
                                                                                             : "",
             wrong, a->count);
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
  return sum == l->prints ||
         say(OUTCOME_WRONG, "%s: what it prints: %u lines, whose hash is %016" PRIx64 ", not %016" PRIx64, l->kernel,
             lines, sum, l->prints);
}

/* Returns whether all is right. */
static bool launch(cl_program program, const struct case_launch *l) {
  struct launch_argument arguments[LAUNCH_ARGUMENTS];
  size_t global[3];
  const char *step;
  for (unsigned i = 0; i < 3; i++)
    global[i] = l->local[i] * l->groups[i] - l->missing[i];
  if (l->argument_count > LAUNCH_ARGUMENTS)
    return say(OUTCOME_SKIPPED, "more than %d arguments", LAUNCH_ARGUMENTS);
  for (size_t i = 0; i < l->argument_count; i++) {
    const struct case_argument *a = &l->arguments[i];
    const size_t bytes = a->count * ref_bytes(a->type);
    arguments[i] = (struct launch_argument){a->is_buffer, bytes, a->before, NULL};
    if (a->is_buffer) {
      char *data = allocate(bytes + GUARD);
      memcpy(data, a->before, bytes);
      memset(data + bytes, POISON, GUARD);
      arguments[i] = (struct launch_argument){true, bytes + GUARD, data, data};
    }
  }
  const off_t start = printed();
  const cl_int error =
      launch_kernel(here.device, program, l->kernel, &(struct launch_range){l->dimensions, l->offset, global, l->local},
                    arguments, l->argument_count, &step);
  bool good = !error || say(OUTCOME_REFUSED, "%s: %s gives error %d", l->kernel, step, error);
  for (size_t i = 0; i < l->argument_count; i++) {
    good = good && (!arguments[i].after || is_right(l, i, arguments[i].after));
    free(arguments[i].after);
  }
  return good && prints_are_right(l, start);
}

/* What the device cannot be asked for, by rule. */
static bool fits(const struct device *d, const struct way_in *way, const struct clgroup_case *c) {
  if (!way_takes_headers(way) && strstr(c->text, "#include <clgroup/"))
    return say(OUTCOME_SKIPPED, "this way does not find the library's headers");
  if ((c->uses_double && !d->fp64) || (c->uses_half && !d->fp16))
    return say(OUTCOME_SKIPPED, "%s has no %s", d->platform_name, c->uses_double && !d->fp64 ? "fp64" : "fp16");
  for (const struct case_launch *l = c->launches; l < c->launches + c->launch_count; l++)
    for (unsigned k = 0; k < 3; k++) {
      if (case_items(l) > d->max_work_group_size || l->local[k] > d->max_work_item_sizes[k])
        return say(OUTCOME_SKIPPED, "%s takes no work-group as large", d->platform_name);
      if (l->missing[k] && !d->non_uniform)
        return say(OUTCOME_SKIPPED, "%s takes no partial work-groups", d->platform_name);
    }
  return true;
}

/* Does each kernel require the size of its work-groups? */
static bool says_sizes(const struct clgroup_case *c) {
  size_t count = 0;
  for (const char *at = c->text; (at = strstr(at, "reqd_work_group_size(")); at++)
    count++;
  return count == c->launch_count;
}

static bool build_and_launch(struct builder *b, const struct source *source, const char *text,
                             const struct clgroup_case *c) {
  char *log = NULL, *results = here.results;
  *here.builds = true;
  cl_program program = builder_build_text(b, source, text, &log);
  *here.builds = false;
  if (!program)
    return refuse(log);
  free(log);
  bool good = true;
  for (size_t i = 0; good && i < c->launch_count; i++)
    good = launch(program, &c->launches[i]);
  clReleaseProgram(program);
  here.results = results; /* the next build's are the same */
  return good;
}

/* Whether the sub-groups that the library provides by the way are work-groups. */
static bool are_groups(const struct device *d, const struct way_in *way) {
  return !*d->target && ((way->build == WAY_MODULE && !d->max_sub_groups) ||
                         (way->mode && strcmp(way->route, "link") != 0 && d->max_sub_groups == 1 &&
                          device_has(d, "cl_khr_subgroup_clustered_reduce")));
}

static bool run(const struct bed *bed, struct builder *b, const struct way_in *way, const struct clgroup_case *c) {
  struct source source = {.max_size = 1024, .apart = c->apart};
  char *options = NULL, standard[16] = "CL3.0", *at;
  for (size_t i = 0; i < c->launch_count; i++)
    if (case_items(&c->launches[i]) > source.max_size)
      source.max_size = case_items(&c->launches[i]);
  here.signed_zeros = !strstr(c->options[0], "-cl-fast-relaxed-math");
  /* The builder says the standard by itself. */
  text_add(&options, "%s", c->options[0]);
  if ((at = strstr(options, "-cl-std="))) {
    snprintf(standard, sizeof standard, "%.*s", (int)strcspn(at + 8, " "), at + 8);
    memset(at, ' ', strcspn(at, " "));
  }
  if (way->build != WAY_MODULE && (at = strstr(options, "--provide="))) /* of clgroup-cc */
    memset(at, ' ', strcspn(at, " "));
  source.standard = standard;
  source.options = options;
  /* For GPUs as users compile: no option says what each kernel does. */
  b->default_limit = bed->default_limit || (device_lanes(b->device) && says_sizes(c));
  b->provide =
      are_groups(b->device, way) && way->build == WAY_MODULE && strstr(c->text, "sub_group_") ? "--provide=all" : NULL;
  bool good = fits(b->device, way, c);
  for (unsigned long i = 0; good && i < bed->builds; i++)
    good = build_and_launch(b, &source, way->plain && c->plain ? c->plain : c->text, c);
  free(options);
  return good;
}

/* A work-group of 2 rows. */
enum { ROW = 6, ITEMS = 2 * ROW };

/* Whether the first work-item of row 1 is the first lane of a sub-group of several lanes. */
static bool ends_with_rows(const struct device *d) {
  static const char *const text = "kernel void k(global uint *lanes) {\n"
                                  "  lanes[get_local_linear_id()] = get_sub_group_local_id();\n"
                                  "}\n";
  static const size_t sizes[2] = {ROW, ITEMS / ROW};
  cl_uint lanes[ITEMS] = {0};
  cl_int error;
  const char *step;
  cl_program program = clCreateProgramWithSource(d->context, 1, (const char **)&text, NULL, &error);
  if (!error && !clBuildProgram(program, 1, &d->id, "-cl-std=CL3.0", NULL, NULL))
    launch_kernel(d, program, "k", &(struct launch_range){2, NULL, sizes, sizes},
                  &(struct launch_argument){true, sizeof lanes, lanes, lanes}, 1, &step);
  return lanes[1] == 1 && lanes[ROW] == 0;
}

/* How sub-groups are made by the way: what calls of lanes give depends on it. */
static struct lanes lanes_of(const struct device *d, const struct way_in *way) {
  const unsigned size = device_lanes(d);
  /* Where the layer chooses the strategy, it is the same only where tiles of lanes are those of ranks. */
  if (way->mode && !way->strategy)
    return (struct lanes){.promise = ends_with_rows(d) ? 0 : 1};
  if (size)
    return (struct lanes){.promise = 32, .size = size, .has_active = true};
  if (!way->strategy || !clgroup_strategy_shuffles(way->strategy))
    return (struct lanes){.promise = 1};
  return (struct lanes){
      .promise = 4, .in_rows = ends_with_rows(d), .has_active = device_has(d, "cl_khr_subgroup_ballot")};
}

static void find_facts(const struct device *d, const struct way_in *way, struct facts *facts) {
  const bool by_cuda = !strcmp(d->target, "nvptx64") && !d->takes_ptx;
  *facts = (struct facts){.fp64 = d->fp64, .fp16 = d->fp16, .work_group_size = d->max_work_group_size};
  facts->lanes = lanes_of(d, way);
  facts->lanes.are_groups = are_groups(d, way);
  /* The executor has no printf, and NVIDIA's code by CUDA no offsets. */
  facts->features = ALL_FEATURES & ~(d->non_uniform ? 0u : WITH_PARTIAL_GROUPS) & ~(*d->target ? WITH_PRINTF : 0u) &
                    ~(by_cuda ? WITH_OFFSETS : 0u);
  snprintf(facts->driver, sizeof facts->driver, "%s %s, %s", d->platform_name, d->driver, d->name);
}

struct verdict run_case(struct bed *bed, const struct way_in *way, struct clgroup_case *c, struct facts *facts,
                        char *results, volatile bool *builds) {
  static struct device d;
  static bool open;
  struct builder *b = &bed->builder;
  char why[512];
  here.verdict = (struct verdict){OUTCOME_OK, ""};
  here.results = results;
  here.builds = builds;
  here.device = b->device = &d;
  if (!open && !(open = device_open(&d, bed->platform, bed->device)))
    say(OUTCOME_SKIPPED, "no such device");
  else if (!way_fits(way, b, why, sizeof why))
    say(OUTCOME_SKIPPED, "%s", why);
  else if (!c)
    find_facts(&d, way, facts);
  else
    run(bed, b, way, c);
  return here.verdict;
}
