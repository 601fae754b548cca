/* What `run` compares: each peer has one program per work, with a kernel for each shape. */
#ifndef CLGROUP_BENCH_PEERS_H
#define CLGROUP_BENCH_PEERS_H

#include "bench/cases.h"
#include "bench/device.h"
#include "bench/worker.h"
#include "targets/strategies.h"

enum { MAX_WORKERS = 2 * CLGROUP_STRATEGY_COUNT, MAX_PEERS = PEER_KINDS + CLGROUP_STRATEGY_COUNT + MAX_WORKERS };

extern const char *const strategy_names[CLGROUP_STRATEGY_COUNT];

struct peer {
  enum peer_kind kind;
  enum { OF_DRIVER, OF_MODULE, OF_LAYER } route;
  const char *strategy; /* of ours */
  unsigned worker;      /* of the layer */
  char name[32];
};

struct peers {
  struct peer list[MAX_PEERS];
  unsigned count;
  const struct device *device;
  cl_context context;
  const struct wish *wish;
  const char *folder, *compiler, *layer; /* folder: for temporary files */
  size_t max_size;                       /* work-items of a work-group */
  bool il;                               /* the device takes SPIR-V; else SPIR bitcode */
  unsigned address_bits;
  struct worker workers[MAX_WORKERS]; /* of the layer, a route and strategy each; they die with what crashes in them */
  struct worker_settings settings[MAX_WORKERS];
  unsigned worker_count;
};

bool peer_is_ours(const struct peer *peer);
/* Adds the peers whose names, or their part before the colon, are in the comma list `wanted` (empty: all), ours with
 * the strategies of the other list, or else the one that the layer takes. `copy` comes first and always. Says in a line
 * of standard output what is left out because the device lacks it; ends the program where a list has an unknown word.
 */
void peers_choose(struct peers *peers, const char *wanted, const char *strategies);
/* NULL, with the reason in `why`, where it cannot be built. */
cl_program peer_build(struct peers *peers, const struct peer *peer, const struct work *work, char *why,
                      size_t why_size);
void peers_end(struct peers *peers);

#endif
