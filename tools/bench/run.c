/* `run`: measures this library, native functions and textbook kernels, in alternating launches, by the device's clock.
 */
#include "bench/bench.h"
#include "bench/caches.h"
#include "bench/measure.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SIZES = 32 };

struct run {
  bool functions[FUNCTIONS], ops[OPS], types[TYPES], shapes[SHAPES], wanted[PEER_NAMES];
  bool strategies[CLGROUP_STRATEGY_COUNT];
  size_t sizes[MAX_SIZES];
  unsigned size_count;
  struct clgroup_device device;
  struct peers peers;
  struct results results;
};

/* The kernels that call the library, those of each work under names of their own; macros are defined again. */
static void print_work(const struct work *work) {
  char name[64], *text = kernel_text(work, CALLED);
  snprintf(name, sizeof name, "%s", work_name(work));
  for (char *at = name; *at; at++)
    if (*at == ' ')
      *at = '_';
  printf("#define stream stream_%s\n#define compute compute_%s\n#define user user_%s\n%s", name, name, name, text);
  free(text);
}

/* Without a meter, prints what would be measured. */
static void run_work(struct run *r, struct meter *meter, const struct work *work, FILE *csv) {
  if (!meter) {
    print_work(work);
    return;
  }
  size_t first = r->results.count;
  measure_work(meter, work, r->shapes, r->sizes, r->size_count);
  results_table(&r->results, first);
  if (csv)
    results_csv(csv, &r->device, &r->results, first);
}

static void run_all(struct run *r, struct meter *meter, FILE *csv) {
  for (enum type type = 0; type < TYPES; type++)
    for (enum function function = 0; function < FUNCTIONS; function++)
      for (enum op op = 0; op < OPS; op++) {
        const struct work work = {function, op, type};
        bool with_op = function_has_op(function), vote = function == ALL || function == ANY;
        if (r->types[type] && r->functions[function] && (with_op ? r->ops[op] : op == ADD) && (!vote || type == INT))
          run_work(r, meter, &work, csv);
      }
}

static void open_device(struct run *r, const struct wish *wish) {
  device_find(&r->device, wish);
  r->peers.device = &r->device;
  r->peers.context = device_context(&r->device);
  printf("%s: %s, driver %s\n", r->device.platform, r->device.name, r->device.driver);
}

static void leave_out(struct run *r, enum type type, bool asked) {
  if (r->types[type] && asked)
    printf("%s: left out, the device has none\n", type_names[type]);
  r->types[type] = false;
}

/* Exits with an error that lists the possible words. */
__attribute__((noreturn)) static void die_of_word(const char *option, const char *word, size_t length,
                                                  const char *const *names, unsigned count) {
  char known[256] = "";
  for (unsigned i = 0; i < count; i++) {
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "", names[i]);
  }
  die("%s: '%.*s' is not one of %s", option, (int)length, word, known);
}

/* Marks in chosen[] the names in a list separated by commas, or all of them if it is empty. */
static void choose_words(const char *option, const char *list, const char *const *names, unsigned count, bool *chosen) {
  for (unsigned i = 0; !*list && i < count; i++)
    chosen[i] = true;
  for (const char *at = list; *list; at++) {
    size_t length = strcspn(at, ",");
    unsigned i = 0;
    while (i < count && (strlen(names[i]) != length || strncmp(names[i], at, length) != 0))
      i++;
    if (i == count)
      die_of_word(option, at, length, names, count);
    chosen[i] = true;
    at += strcspn(at, ",");
    if (!*at)
      return;
  }
}

static void choose_sizes(struct run *r, const char *list, bool full) {
  if (!*list) {
    for (size_t size = 32; size <= r->device.max_size && r->size_count < MAX_SIZES; size *= 2)
      if (full || size == 64 || size == 256 || size == 1024)
        r->sizes[r->size_count++] = size;
    if (!r->size_count)
      r->sizes[r->size_count++] = r->device.max_size;
    return;
  }
  for (const char *at = list;; at++) {
    char *end;
    unsigned long size = strtoul(at, &end, 10);
    if (end == at || (*end && *end != ',') || *at == '-' || !size)
      die("--size needs numbers separated by commas, not '%s'", list);
    if (size > r->device.max_size)
      die("--size %lu: the device's work-groups have at most %zu work-items", size, r->device.max_size);
    if (r->size_count == MAX_SIZES)
      die("--size: more than %d of them", MAX_SIZES);
    r->sizes[r->size_count++] = size;
    if (!*end)
      return;
    at = end;
  }
}

struct options {
  const char *functions, *ops, *types, *sizes, *shapes, *peers, *strategies, *csv, *compiler, *layer;
  unsigned long repeats;
  bool quick, full, cpu, print;
};

static void read_options(struct options *o, struct wish *wish, int count, char **arguments) {
  const struct argument own[] = {
      {"--function", .text = &o->functions},
      {"--op", .text = &o->ops},
      {"--type", .text = &o->types},
      {"--size", .text = &o->sizes},
      {"--shape", .text = &o->shapes},
      {"--peer", .text = &o->peers},
      {"--strategy", .text = &o->strategies},
      {"--csv", .text = &o->csv},
      {"--cc", .text = &o->compiler},
      {"--layer", .text = &o->layer},
      {"--repeats", .number = &o->repeats, .least = 1, .most = 1000},
      {"--quick", .flag = &o->quick},
      {"--full", .flag = &o->full},
      {"--cpu", .flag = &o->cpu},
      {"--print", .flag = &o->print},
  };
  bench_options(count, arguments, wish, own, sizeof own / sizeof *own);
}

/* The options' values, or the defaults: what is measured and beside what, and below, as far as it depends on the
 * device. */
static void choose_works(struct run *r, const struct options *o) {
  const char *functions = o->quick ? "reduce,scan_inclusive" : "", *types = o->quick ? "int,float" : "";
  const char *ops = o->quick ? "add" : o->full ? "" : "add,max";
  choose_words("--function", *o->functions ? o->functions : functions, function_names, FUNCTIONS, r->functions);
  choose_words("--op", *o->ops ? o->ops : ops, op_names, OPS, r->ops);
  choose_words("--type", *o->types ? o->types : types, type_names, TYPES, r->types);
  choose_words("--shape", o->shapes, shape_names, SHAPES, r->shapes);
  choose_words("--peer", o->peers, peer_names, PEER_NAMES, r->wanted);
  choose_words("--strategy", o->strategies, strategy_names, CLGROUP_STRATEGY_COUNT, r->strategies);
}

static void choose(struct run *r, const struct options *o) {
  const char *sizes = o->quick && r->device.max_size >= 256 ? "256" : "";
  choose_sizes(r, *o->sizes ? o->sizes : sizes, o->full);
  if (!r->device.fp64)
    leave_out(r, DOUBLE, *o->types);
  if (!r->device.fp16)
    leave_out(r, HALF, *o->types);
  peers_choose(&r->peers, r->wanted, *o->strategies ? r->strategies : NULL);
}

int bench_run(int count, char **arguments) {
  static struct run r;
  struct wish wish = {"", ""};
  struct options o = {
      .functions = "", .ops = "", .types = "", .sizes = "", .shapes = "", .peers = "", .strategies = ""};
  char compiler[PATH_MAX], layer[PATH_MAX], caches[PATH_MAX];
  read_options(&o, &wish, count, arguments);
  choose_works(&r, &o);
  if (o.print) {
    run_all(&r, NULL, NULL);
    return EXIT_SUCCESS;
  }
  beside("bin/clgroup-cc", compiler, sizeof compiler);
  beside("lib/libclgroup-layer.so", layer, sizeof layer);
  r.peers.compiler = o.compiler ? o.compiler : compiler;
  r.peers.layer = o.layer ? o.layer : layer;
  r.peers.wish = &wish;
  if (access(r.peers.compiler, X_OK))
    die("cannot run the compiler %s: %s (--cc)", r.peers.compiler, strerror(errno));
  if (access(r.peers.layer, R_OK))
    die("cannot read the layer %s: %s (--layer)", r.peers.layer, strerror(errno));
  FILE *csv = o.csv ? fopen(o.csv, "w") : NULL;
  if (o.csv && !csv)
    die("cannot write %s: %s", o.csv, strerror(errno));
  if (csv)
    results_csv_head(csv);

  /* No layer in this process, so that "native" measures the driver's functions; or none that acts. */
  unsetenv("OPENCL_LAYERS");
  setenv("CLGROUP_MODE", "off", 1);
  r.peers.folder = caches_begin();
  /* PoCL's cache key does not include the environment variables of the compilation. */
  snprintf(caches, sizeof caches, "%s/own", r.peers.folder);
  caches_use(caches);
  open_device(&r, &wish);
  choose(&r, &o);
  unsigned repeats = o.repeats ? (unsigned)o.repeats : o.quick ? 9 : 31;
  struct meter *meter = meter_open(&r.peers, &r.results, repeats, o.quick ? 60 : 150, o.cpu);
  run_all(&r, meter, csv);
  if (!r.results.count)
    die("nothing was measured: no function, type and size is left");
  if (csv && (fflush(csv) || ferror(csv) || fclose(csv)))
    die("cannot write %s", o.csv);
  const bool good = meter_close(meter);
  results_free(&r.results);
  clReleaseContext(r.peers.context);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
