/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* `run`: measures this library, native functions and textbook kernels, in alternating launches. */
#include "bench/bench.h"
#include "names/strategies.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SIZES = 32, STRATEGIES = CLGROUP_STRATEGY_COUNT };
static const char *const strategy_names[STRATEGIES] = {CLGROUP_STRATEGY_NAMES};

struct run {
  const char *function_list, *type_list, *size_list, *shape_list, *peer_list, *strategy_list; /* the options */
  unsigned long repeats;
  bool quick;
  bool functions[FUNCTIONS], types[TYPES], shapes[SHAPES], peers[PEERS], strategies[STRATEGIES];
  size_t sizes[MAX_SIZES];
  unsigned size_count;
  struct meter meter;
};

/* Marks in chosen[] the names in a list separated by commas. The names lie `width` bytes apart. */
static void choose(const char *option, const char *list, const void *names, size_t width, unsigned count,
                   bool *chosen) {
  char known[256] = "";
  for (unsigned i = 0; i < count; i++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
             *(const char *const *)((const char *)names + i * width));
  }
  for (const char *at = list; *at; at += *at == ',') {
    const size_t length = strcspn(at, ",");
    bool found = false;
    for (unsigned i = 0; i < count; i++) {
      const char *name = *(const char *const *)((const char *)names + i * width);
      if (strlen(name) == length && !strncmp(name, at, length))
        found = chosen[i] = true;
    }
    if (!found)
      die("%s: '%.*s' is not one of %s", option, (int)length, at, known);
    at += length;
  }
}
#define CHOOSE(OPTION, LIST, NAMES, CHOSEN)                                                                            \
  choose(OPTION, LIST, NAMES, sizeof *(NAMES), sizeof(NAMES) / sizeof *(NAMES), CHOSEN)

/* `fitting`: without those that are too large for the device; if all are, its largest. */
static void choose_sizes(struct run *r, const char *list, bool fitting) {
  const size_t most = r->meter.device.facts.max_size;
  for (char *at = (char *)list; *at || at == list; at += *at == ',') {
    const char *from = at;
    const unsigned long size = strtoul(from, &at, 10);
    if (at == from || (*at && *at != ',') || *from == '-' || !size)
      die("--size needs numbers separated by commas, not '%s'", list);
    if (size > most && fitting)
      continue;
    if (size > most)
      die("--size %.*s: the device's work-groups have at most %zu work-items", (int)(at - from), from, most);
    if (r->size_count == MAX_SIZES)
      die("--size: more than %d of them", MAX_SIZES);
    r->sizes[r->size_count++] = size;
  }
  if (!r->size_count)
    r->sizes[r->size_count++] = most;
}

static void add_lane(struct meter *m, const struct peer *peer, const char *strategy) {
  struct lane *lane = &m->lanes[m->count++];
  *lane = (struct lane){.peer = peer, .strategy = strategy};
  snprintf(lane->name, sizeof lane->name, "%s%s%s", peer->name, strategy ? ":" : "", strategy ? strategy : "");
}

/* The peers that the device can build: route link if it takes SPIR-V. */
static void choose_lanes(struct run *r, bool own_strategies) {
  r->peers[0] = true;
  for (unsigned p = 0; p < PEERS; p++) {
    if (!r->peers[p] || (peers[p].route && !strcmp(peers[p].route, "link") && !r->meter.device.facts.spirv))
      continue;
    if (!peers[p].route || !own_strategies)
      add_lane(&r->meter, &peers[p], NULL);
    for (unsigned s = 0; peers[p].route && own_strategies && s < STRATEGIES; s++)
      if (r->strategies[s])
        add_lane(&r->meter, &peers[p], strategy_names[s]);
  }
}

/* The options' values, or the defaults. */
static void choose_works(struct run *r) {
  const char *sums =
      r->quick ? "reduce_add,scan_inclusive_add" : "reduce_add,scan_inclusive_add,scan_exclusive_add,broadcast,all,any";
  const char *every = r->quick ? "int,float" : "int,long,float";
  const char *sizes = r->quick && r->meter.device.facts.max_size >= 256 ? "256" : "64,256,1024";
  CHOOSE("--function", r->function_list ? r->function_list : sums, functions, r->functions);
  CHOOSE("--type", r->type_list ? r->type_list : every, types, r->types);
  CHOOSE("--shape", r->shape_list ? r->shape_list : "large,cached,compute,user", shapes, r->shapes);
  CHOOSE("--peer", r->peer_list ? r->peer_list : "stored,sequential,hillis_steele,exchange,native,compile,link", peers,
         r->peers);
  CHOOSE("--strategy", r->strategy_list ? r->strategy_list : "", strategy_names, r->strategies);
  choose_sizes(r, r->size_list ? r->size_list : sizes, !r->size_list);
}

static void run_all(struct run *r) {
  puts("function,type,size,shape,peer,n,ns,to_copy,to_best,best,device");
  for (unsigned t = 0; t < TYPES; t++)
    for (unsigned f = 0; f < FUNCTIONS; f++) {
      const struct work work = {&functions[f], &types[t]};
      const bool vote = functions[f].form >= ALL;
      if (r->types[t] && r->functions[f] && (!vote || types[t].ref == REF_INT))
        measure_work(&r->meter, &work, r->shapes, r->sizes, r->size_count);
    }
}

int bench_run(int count, char **arguments) {
  static struct run r = {.meter.wish = {"", ""}};
  struct meter *m = &r.meter;
  char layer[PATH_MAX], *folder = program_folder();
  const struct argument own[] = {{"--function", .text = &r.function_list},
                                 {"--type", .text = &r.type_list},
                                 {"--size", .text = &r.size_list},
                                 {"--shape", .text = &r.shape_list},
                                 {"--peer", .text = &r.peer_list},
                                 {"--strategy", .text = &r.strategy_list},
                                 {"--layer", .text = &m->layer},
                                 {"--repeats", .number = &r.repeats, .least = 1, .most = MAX_REPEATS},
                                 {"--quick", .flag = &r.quick},
                                 {"--cpu", .flag = &m->by_processor}};
  snprintf(layer, sizeof layer, "%s/../lib/libclgroup-layer.so", folder);
  free(folder);
  m->layer = layer;
  bench_options(count, arguments, &m->wish, own, sizeof own / sizeof *own);
  if (access(m->layer, R_OK))
    die("cannot read the layer %s: %s (--layer)", m->layer, strerror(errno));
  ours_begin();
  device_open(&m->device, &m->wish);
  choose_works(&r);
  choose_lanes(&r, r.strategy_list);
  m->repeats = r.repeats ? (unsigned)r.repeats : r.quick ? 9 : 31;
  m->patience_ms = r.quick ? 60 : 150;
  meter_open(m);
  run_all(&r);
  if (!m->rows)
    die("nothing was measured: no function, type and size is left");
  return m->failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
