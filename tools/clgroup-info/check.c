/* The tables of --check. Drivers' compilers run in child processes, since they may crash or hang. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include "layer/compile/compiler-process.h"
#include "names/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Time limits (layer/base/progress.h) of a child process for all types, for one type, and for one function of a type.
 */
enum { SECONDS = 300, SECONDS_TYPE = 60, SECONDS_ALONE = 20, NAMES = CLGROUP_NAME_MAX };

struct cell {
  enum check_outcome outcome;
  double seconds;
  char detail[160];
};
/* [0]: the driver alone; [1]: with the layer. */
struct table {
  struct cell cells[2][NAMES][CHECK_TYPES];
};

static const char *const outcomes[] = {"?", "right", "WRONG", "missing", "CRASH", "HANGS"};

static bool has_type(const struct clgroup_device *d, const struct check_type *type) {
  return !strcmp(type->name, "half") ? d->fp16 : !strcmp(type->name, "double") ? d->fp64 : true;
}

/* Reads the child's report. */
static void read_lines(struct table *t, bool layer, const char *said) {
  for (const char *line = said; line && (line = strstr(line, "\ncheck ")); line++) {
    unsigned type, name, outcome;
    double seconds;
    int length = 0;
    if (sscanf(line, "\ncheck %u %u %u %lf%n", &type, &name, &outcome, &seconds, &length) < 4 || name >= NAMES ||
        type >= CHECK_TYPES || !length || outcome >= CHECK_OUTCOMES)
      continue;
    struct cell *c = &t->cells[layer][name][type];
    *c = (struct cell){.outcome = outcome, .seconds = seconds};
    length += line[length] == ' ';
    snprintf(c->detail, sizeof c->detail, "%.*s", (int)strcspn(line + length, "\n"), line + length);
  }
}

/* Runs a child process for these functions and types. Those that it does not report stay unknown. Returns how it
 * ended. */
static enum check_outcome run_child(const struct check_device *c, struct table *t, bool layer, unsigned types,
                                    uint64_t names, unsigned limit) {
  char self[4096], numbers[4][32];
  const char *layers = getenv("OPENCL_LAYERS"), *own = layer ? c->layer_file : NULL;
  const char *options = c->d->language >= 300 ? "-cl-std=CL3.0" : c->d->language >= 200 ? "-cl-std=CL2.0" : "";
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  struct clgroup_buffer said = {0}, list = {0};
  int number = 0;
  if (length < 0)
    return CHECK_UNKNOWN;
  self[length] = 0;
  snprintf(numbers[0], sizeof numbers[0], "%u", c->platform);
  snprintf(numbers[1], sizeof numbers[1], "%u", c->device);
  snprintf(numbers[2], sizeof numbers[2], "%x", types);
  snprintf(numbers[3], sizeof numbers[3], "%llx", (unsigned long long)names);
  clgroup_buffer_add(&list, "%s%s%s", own ? own : "", own && layers && *layers ? ":" : "", layers ? layers : "");
  const struct clgroup_compiler_process child = {
      .arguments = (const char *const[]){self, "--check-one", numbers[0], numbers[1], numbers[2], numbers[3], options,
                                         list.data ? list.data : "", NULL},
      .time_limit = limit,
  };
  setenv("CLGROUP_MODE", layer ? c->mode : "off", 1);
  enum clgroup_process_end end = clgroup_compiler_process_run(&child, &said, &number);
  setenv("CLGROUP_MODE", "off", 1);
  read_lines(t, layer, said.data);
  clgroup_buffer_free(&said);
  clgroup_buffer_free(&list);
  return end == CLGROUP_PROCESS_EXITED && !number ? CHECK_RIGHT
         : end == CLGROUP_PROCESS_TIMED_OUT       ? CHECK_HANG
                                                  : CHECK_CRASH;
}

/* The functions of `names` that no child has reported. */
static uint64_t unknown(const struct table *t, bool layer, unsigned type, uint64_t names) {
  for (unsigned n = 0; n < clgroup_name_count; n++)
    if (t->cells[layer][n][type].outcome != CHECK_UNKNOWN)
      names &= ~(UINT64_C(1) << n);
  return names;
}

/* Checks a type's unknown functions in one program and, if that crashes, the remaining ones one by one. */
static void run_type(const struct check_device *c, struct table *t, bool layer, unsigned type, uint64_t names) {
  uint64_t left = unknown(t, layer, type, names);
  if (left && run_child(c, t, layer, 1u << type, left, SECONDS_TYPE) == CHECK_RIGHT)
    return;
  left = unknown(t, layer, type, left);
  for (unsigned n = 0; n < clgroup_name_count; n++) {
    if (!(left >> n & 1))
      continue;
    enum check_outcome end = run_child(c, t, layer, 1u << type, UINT64_C(1) << n, SECONDS_ALONE);
    struct cell *cell = &t->cells[layer][n][type];
    if (cell->outcome == CHECK_UNKNOWN)
      cell->outcome = end == CHECK_RIGHT ? CHECK_CRASH : end;
  }
}

/* The functions of the type that must work, according to the driver's queries. */
static uint64_t promised(const struct check_device *c, bool layer, unsigned type) {
  uint64_t names = 0;
  for (unsigned n = 0; n < clgroup_name_count; n++) {
    bool own = clgroup_names[n].extension ? c->d->extension : c->d->has_functions;
    bool given = c->layer_file && c->d->acts && (!clgroup_names[n].extension || clgroup_settings_extension());
    if (check_takes(n, &check_types[type]) && (own || (layer && given)))
      names |= UINT64_C(1) << n;
  }
  return has_type(c->d, &check_types[type]) ? names : 0;
}

/* Is the function listed? OpenCL C's always are, even if they are missing. */
static bool is_listed(const struct check_device *c, unsigned type, unsigned n) {
  uint64_t names = promised(c, false, type) | promised(c, true, type);
  return names >> n & 1 ||
         (!clgroup_names[n].extension && has_type(c->d, &check_types[type]) && check_takes(n, &check_types[type]));
}

/* "2.5 to 13", for the types whose results are right with and without the layer. */
static void print_ratio(const struct table *t, unsigned n, int only) {
  double least = 0, most = 0;
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const struct cell *own = &t->cells[0][n][type], *layer = &t->cells[1][n][type];
    if ((only >= 0 && (unsigned)only != type) || own->outcome != CHECK_RIGHT || layer->outcome != CHECK_RIGHT ||
        !(layer->seconds > 0))
      continue;
    double ratio = own->seconds / layer->seconds;
    least = !(least > 0) || ratio < least ? ratio : least;
    most = ratio > most ? ratio : most;
  }
  if (!(most > 0))
    printf("-");
  else if (most < least * 1.05)
    printf("%.2g", most);
  else
    printf("%.2g to %.2g", least, most);
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
        snprintf(text + length, size - length, " %s", check_types[type].name);
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
    printf("      %s, %s: %s\n", whose, check_types[type].name, cell->detail);
}

static void print_types(const struct table *t, unsigned n) {
  for (unsigned type = 0; type < CHECK_TYPES; type++) {
    const struct cell *own = &t->cells[0][n][type], *layers = &t->cells[1][n][type];
    char name[64];
    if (own->outcome == CHECK_UNKNOWN && layers->outcome == CHECK_UNKNOWN)
      continue;
    snprintf(name, sizeof name, "%s %s", clgroup_names[n].text, check_types[type].name);
    print_line(name, outcomes[own->outcome], outcomes[layers->outcome]);
    print_ratio(t, n, (int)type);
    putchar('\n');
    print_detail("driver", type, own);
    print_detail("layer", type, layers);
  }
}

static void print_function(const struct table *t, unsigned n) {
  char own[128], layers[128];
  unsigned type = 0;
  tell_outcomes(t, false, n, own, sizeof own);
  tell_outcomes(t, true, n, layers, sizeof layers);
  if (!*own && !*layers)
    return;
  print_line(clgroup_names[n].text, own, layers);
  print_ratio(t, n, -1);
  putchar('\n');
  while (type < CHECK_TYPES && !*t->cells[1][n][type].detail)
    type++;
  if (type < CHECK_TYPES)
    print_detail("layer", type, &t->cells[1][n][type]);
}

static void print_table(const struct table *t, bool verbose) {
  print_line("", "driver", "layer");
  puts("layer's speed / driver's");
  for (unsigned n = 0; n < clgroup_name_count; n++)
    if (verbose)
      print_types(t, n);
    else
      print_function(t, n);
}

void check_device(const struct check_device *c, bool verbose, struct check_sums *sums) {
  struct table *t = calloc(1, sizeof *t);
  if (!t) {
    sums->broken++;
    return;
  }
  for (int layer = 0; layer < 2; layer++) {
    uint64_t all = 0;
    unsigned types = 0;
    for (unsigned type = 0; type < CHECK_TYPES; type++) {
      uint64_t names = promised(c, layer, type);
      all |= names;
      types |= (unsigned)(names != 0) << type;
    }
    if (types)
      run_child(c, t, layer, types, all, SECONDS);
    for (unsigned type = 0; type < CHECK_TYPES; type++)
      run_type(c, t, layer, type, promised(c, layer, type));
  }
  /* What the driver, or the layer, does not claim to have is missing there. */
  for (unsigned n = 0; n < clgroup_name_count; n++)
    for (unsigned type = 0; type < CHECK_TYPES; type++)
      for (int layer = 0; layer < 2 && is_listed(c, type, n); layer++) {
        struct cell *cell = &t->cells[layer][n][type];
        bool wanted = promised(c, layer, type) >> n & 1;
        if (!wanted)
          cell->outcome = CHECK_MISSING;
        (layer ? sums->layer : sums->driver)[cell->outcome]++;
        sums->broken += layer && wanted && cell->outcome != CHECK_RIGHT;
      }
  sums->devices++;
  print_table(t, verbose);
  free(t);
}
