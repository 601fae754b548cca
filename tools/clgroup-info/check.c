/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of --check. Drivers' compilers run in child processes, since they may crash or hang. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "layer/compile/compiler-process.h"
#include "names/extensions.h"
#include "names/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Time limits (layer/base/progress.h) of a child process for the speeds of a type, for its values, and for those of one
 * function alone. */
enum { SECONDS_SPEED = 300, SECONDS_TYPE = 120, SECONDS_ALONE = 20, NAMES = CLGROUP_NAME_MAX };

struct cell {
  enum check_outcome outcome;
  char detail[160];
};
/* [0]: the driver alone; [1]: with the layer. */
struct table {
  struct cell cells[2][NAMES][CHECK_TYPES];
  char absence[256];                   /* why the layer is not loaded in a child process; or "" */
  double speed[2][NAMES][CHECK_TYPES]; /* the layer's by the driver's; [1]: in a loop; 0: not known */
};

static const char *const outcomes[] = {"?", "right", "WRONG", "missing", "CRASH", "HANGS"};

static bool has_type(const struct clgroup_service *d, enum ref_type type) {
  return type == REF_HALF ? d->device.fp16 : type == REF_DOUBLE ? d->device.fp64 : true;
}

/* Reads the child's report. */
static void read_lines(struct table *t, bool layer, const char *output) {
  static const char absent[] = "\nabsent ";
  const char *why = output ? strstr(output, absent) : NULL;
  if (why)
    snprintf(t->absence, sizeof t->absence, "%.*s", (int)strcspn(why + sizeof absent - 1, "\n"),
             why + sizeof absent - 1);
  for (const char *line = output; line && (line = strstr(line, "\ncheck ")); line++) {
    unsigned type, name, outcome;
    int length = 0;
    if (sscanf(line, "\ncheck %u %u %u%n", &type, &name, &outcome, &length) < 3 || name >= NAMES ||
        type >= CHECK_TYPES || !length || outcome >= CHECK_OUTCOMES)
      continue;
    struct cell *c = &t->cells[layer][name][type];
    *c = (struct cell){.outcome = outcome};
    length += line[length] == ' ';
    snprintf(c->detail, sizeof c->detail, "%.*s", (int)strcspn(line + length, "\n"), line + length);
  }
  for (const char *line = output; line && (line = strstr(line, "\nspeed ")); line++) {
    unsigned type, name, times;
    double speed;
    if (sscanf(line, "\nspeed %u %u %u %lf", &type, &name, &times, &speed) == 4 && name < NAMES && type < CHECK_TYPES)
      t->speed[times > 1][name][type] = speed;
  }
}

/* Runs a child process for these functions of a type. Those that it does not report stay unknown. Returns how it
 * ended. */
static enum check_outcome run_child(const struct check_device *c, struct table *t, bool layer, unsigned type,
                                    uint64_t names, const char *what, unsigned limit) {
  char self[4096], numbers[4][32];
  const char *layers = getenv("OPENCL_LAYERS"), *own = layer ? c->layer_file : NULL;
  const char *options = c->d->device.language >= 300   ? "-cl-std=CL3.0"
                        : c->d->device.language >= 200 ? "-cl-std=CL2.0"
                                                       : "";
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  struct clgroup_buffer output = {0}, list = {0};
  int number = 0;
  if (length < 0)
    return CHECK_UNKNOWN;
  self[length] = 0;
  snprintf(numbers[0], sizeof numbers[0], "%u", c->platform);
  snprintf(numbers[1], sizeof numbers[1], "%u", c->device);
  snprintf(numbers[2], sizeof numbers[2], "%u", type);
  snprintf(numbers[3], sizeof numbers[3], "%llx", (unsigned long long)names);
  clgroup_buffer_add(&list, "%s%s%s", own ? own : "", own && layers && *layers ? ":" : "", layers ? layers : "");
  const struct clgroup_compiler_process child = {
      .arguments = (const char *const[]){self, "--check-one", numbers[0], numbers[1], numbers[2], numbers[3], options,
                                         list.data ? list.data : "", what, NULL},
      .heard = check_progress_heard,
      .time_limit = limit,
  };
  setenv("CLGROUP_MODE", layer ? c->mode : "off", 1);
  enum clgroup_process_end end = clgroup_compiler_process_run(&child, &output, &number);
  setenv("CLGROUP_MODE", "off", 1);
  read_lines(t, layer, output.data);
  check_progress_end(output.data);
  clgroup_buffer_free(&output);
  clgroup_buffer_free(&list);
  return end == CLGROUP_PROCESS_EXITED && !number ? CHECK_RIGHT
         : end == CLGROUP_PROCESS_TIMED_OUT       ? CHECK_HANG
                                                  : CHECK_CRASH;
}

/* Checks functions of a type in one program and, if that crashes, the remaining ones one by one. */
static void run_type(const struct check_device *c, struct table *t, bool layer, unsigned type, uint64_t names) {
  if (!names || run_child(c, t, layer, type, names, "values", SECONDS_TYPE) == CHECK_RIGHT)
    return;
  for (unsigned n = 0; n < clgroup_name_count && !*t->absence; n++) {
    struct cell *cell = &t->cells[layer][n][type];
    if (!(names >> n & 1) || cell->outcome != CHECK_UNKNOWN)
      continue;
    enum check_outcome end = run_child(c, t, layer, type, UINT64_C(1) << n, "values", SECONDS_ALONE);
    if (cell->outcome == CHECK_UNKNOWN)
      cell->outcome = end == CHECK_RIGHT ? CHECK_CRASH : end;
  }
}

/* The functions of the type that must work, according to the driver's queries. */
static uint64_t promised(const struct check_device *c, bool layer, unsigned type) {
  uint64_t names = 0;
  for (unsigned n = 0; n < clgroup_name_count; n++) {
    bool own = clgroup_names[n].extension ? c->d->device.own & CLGROUP_HAS(work_group_uniform_arithmetic)
                                          : c->d->device.has_functions;
    bool given = c->layer_file && c->d->acts && (!clgroup_names[n].extension || clgroup_settings_extension());
    if (check_takes(n, type) && (own || (layer && given)))
      names |= UINT64_C(1) << n;
  }
  return has_type(c->d, type) ? names : 0;
}

/* Is the function listed? OpenCL C's always are, even if they are missing. */
static bool is_listed(const struct check_device *c, unsigned type, unsigned n) {
  uint64_t names = promised(c, false, type) | promised(c, true, type);
  return names >> n & 1 || (!clgroup_names[n].extension && has_type(c->d, type) && check_takes(n, type));
}

/* "2.5 to 13", for the types whose results are right with and without the layer. */
static void print_ratio(const struct table *t, bool loop, unsigned n, int only) {
  double least = 0, most = 0;
  char text[32] = "-";
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const double ratio = t->speed[loop][n][type];
    if ((only >= 0 && (unsigned)only != type) || !(ratio > 0))
      continue;
    least = !(least > 0) || ratio < least ? ratio : least;
    most = ratio > most ? ratio : most;
  }
  if (most > 0 && most < least * 1.05)
    snprintf(text, sizeof text, "%.2g", most);
  else if (most > 0)
    snprintf(text, sizeof text, "%.2g to %.2g", least, most);
  printf(loop ? "%s\n" : "%-14s ", text);
}

/* "right", or "WRONG half int; else right". */
static void tell_outcomes(const struct table *t, bool layer, unsigned n, char *text, size_t size) {
  unsigned counts[CHECK_OUTCOMES] = {0}, kinds = 0;
  enum check_outcome usual = CHECK_RIGHT;
  *text = 0;
  for (unsigned type = 0; type < CHECK_TYPES; type++)
    counts[t->cells[layer][n][type].outcome]++;
  for (unsigned o = 1; o < CHECK_OUTCOMES; o++) {
    kinds += counts[o] != 0;
    usual = counts[o] > counts[usual] ? o : usual;
  }
  for (unsigned o = 1; o < CHECK_OUTCOMES; o++) {
    const char *separator = *text ? "; " : "";
    if (!counts[o] || (o == usual && kinds > 1))
      continue;
    size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", separator, outcomes[o]);
    for (unsigned type = 0; type < CHECK_TYPES && kinds > 1; type++)
      if (t->cells[layer][n][type].outcome == o) {
        length = strlen(text);
        snprintf(text + length, size - length, " %s", ref_type_name(type));
      }
  }
  size_t length = strlen(text);
  if (kinds > 1)
    snprintf(text + length, size - length, "; else %s", outcomes[usual]);
}

static void print_line(const char *name, const char *driver, const char *layer) {
  printf("  %-36s %-28s %-28s ", name, driver, layer);
}

static void print_detail(const char *whose, unsigned type, const struct cell *cell) {
  if (*cell->detail)
    printf("      %s, %s: %s\n", whose, ref_type_name(type), cell->detail);
}

/* Is the driver's function replaced in mode auto, in programs that clgroup-run starts? */
static bool is_replaced(const struct check_device *c, unsigned n) {
  struct clgroup_service d = *c->d;
  d.only_some = d.device.has_functions;
  return clgroup_service_replaced(&d, &(struct clgroup_calls){.names = UINT64_C(1) << n, .compiled = true}).names;
}

/* What to do about an outcome that is not right; NULL: nothing. */
static const char *advice(const struct check_device *c, const struct table *t, unsigned n, unsigned type) {
  const enum check_outcome own = t->cells[0][n][type].outcome, layers = t->cells[1][n][type].outcome;
  if (layers > CHECK_RIGHT && layers != CHECK_MISSING)
    return own == CHECK_RIGHT
               ? "CLGROUP_MODE=off leaves it to the driver; report it (CONTRIBUTING.md)"
               : "try --check with CLGROUP_STRATEGY=tree or CLGROUP_ROUTE=link; report it (CONTRIBUTING.md)";
  if (own <= CHECK_RIGHT || own == CHECK_MISSING)
    return NULL;
  if (layers != CHECK_RIGHT)
    return "no way around it here: update the driver";
  return is_replaced(c, n)
             ? "clgroup-run replaces it, in mode auto too"
             : "CLGROUP_MODE=always clgroup-run replaces it; report it (CONTRIBUTING.md), since mode auto does not";
}

/* Of the first such type. */
static void print_advice(const struct check_device *c, const struct table *t, unsigned n, int only) {
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const char *what = only < 0 || (unsigned)only == type ? advice(c, t, n, type) : NULL;
    if (what) {
      printf("      %s: %s\n", ref_type_name(type), what);
      return;
    }
  }
}

static void print_types(const struct check_device *c, const struct table *t, unsigned n) {
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const struct cell *own = &t->cells[0][n][type], *layers = &t->cells[1][n][type];
    char name[64];
    if (own->outcome == CHECK_UNKNOWN && layers->outcome == CHECK_UNKNOWN)
      continue;
    snprintf(name, sizeof name, "%s %s", clgroup_names[n].text, ref_type_name(type));
    print_line(name, outcomes[own->outcome], outcomes[layers->outcome]);
    print_ratio(t, false, n, (int)type);
    print_ratio(t, true, n, (int)type);
    print_detail("driver", type, own);
    print_detail("layer", type, layers);
    print_advice(c, t, n, (int)type);
  }
}

static void print_function(const struct check_device *c, const struct table *t, unsigned n) {
  char own[128], layers[128];
  unsigned type = 0;
  tell_outcomes(t, false, n, own, sizeof own);
  tell_outcomes(t, true, n, layers, sizeof layers);
  if (!*own && !*layers)
    return;
  print_line(clgroup_names[n].text, own, layers);
  print_ratio(t, false, n, -1);
  print_ratio(t, true, n, -1);
  while (type < CHECK_TYPES && !*t->cells[1][n][type].detail)
    type++;
  if (type < CHECK_TYPES)
    print_detail("layer", type, &t->cells[1][n][type]);
  print_advice(c, t, n, -1);
}

static void print_table(const struct check_device *c, const struct table *t, bool verbose) {
  print_line("", "driver", "layer");
  puts("speed / driver's, and in a loop");
  for (unsigned n = 0; n < clgroup_name_count; n++)
    if (verbose)
      print_types(c, t, n);
    else
      print_function(c, t, n);
}

/* The functions of a type that are right with and without the layer. */
static uint64_t comparable(const struct table *t, unsigned type) {
  uint64_t names = 0;
  for (unsigned n = 0; n < clgroup_name_count; n++)
    if (t->cells[0][n][type].outcome == CHECK_RIGHT && t->cells[1][n][type].outcome == CHECK_RIGHT)
      names |= UINT64_C(1) << n;
  return names;
}

static void compare_speed(const struct check_device *c, struct table *t) {
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const uint64_t names = comparable(t, type);
    if (names && run_child(c, t, true, type, names, "speed", SECONDS_SPEED) != CHECK_RIGHT)
      fprintf(stderr, "clgroup-info: the process that compares speeds of %s has crashed or hung, so some are missing\n",
              ref_type_name(type));
  }
}

/* How many results there will be: outcomes, speeds, and those of the two types in loops. */
static unsigned results(const struct check_device *c) {
  unsigned count = 0;
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const uint64_t own = promised(c, false, type), layers = promised(c, true, type);
    const int speeds = __builtin_popcountll(own & layers);
    count += (unsigned)(__builtin_popcountll(own) + __builtin_popcountll(layers));
    count += (unsigned)(check_loops(type) ? 2 * speeds : speeds);
  }
  return count;
}

void check_device(const struct check_device *device, bool verbose, struct check_sums *sums) {
  struct check_device own = *device;
  const struct check_device *c = &own;
  struct table *t = calloc(1, sizeof *t);
  if (!t) {
    sums->broken++;
    return;
  }
  check_progress_start(c->d->device.name, results(c));
  for (int layer = 0; layer < 2; layer++)
    for (unsigned type = 0; type < CHECK_TYPES && !*t->absence; type++)
      run_type(c, t, layer, type, promised(c, layer, type));
  if (*t->absence) {
    printf("  The layer is not checked, since it is not loaded: %s\n", t->absence);
    own.layer_file = NULL;
  }
  compare_speed(c, t);
  check_progress_done();
  /* What the driver, or the layer, does not claim to have is missing there. */
  for (unsigned n = 0; n < clgroup_name_count; n++)
    for (unsigned type = 0; type < CHECK_TYPES; type++)
      for (int layer = 0; layer < (*t->absence ? 1 : 2) && is_listed(c, type, n); layer++) {
        struct cell *cell = &t->cells[layer][n][type];
        bool wanted = promised(c, layer, type) >> n & 1;
        if (!wanted)
          cell->outcome = CHECK_MISSING;
        (layer ? sums->layer : sums->driver)[cell->outcome]++;
        sums->broken += layer && wanted && cell->outcome != CHECK_RIGHT;
      }
  sums->devices++;
  print_table(c, t, verbose);
  free(t);
}
