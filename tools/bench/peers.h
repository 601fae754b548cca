/* What `run` compares: each peer has a program for each work, with a kernel for each shape. */
#ifndef CLGROUP_BENCH_PEERS_H
#define CLGROUP_BENCH_PEERS_H

#include "bench/cases.h"
#include "bench/device.h"
#include "bench/worker.h"
#include "names/strategies.h"

enum { MAX_PEERS = PEER_KINDS + 2 * CLGROUP_STRATEGY_COUNT };

extern const char *const strategy_names[CLGROUP_STRATEGY_COUNT];

struct peer {
  enum peer_kind kind;
  enum { OF_DRIVER, OF_MODULE, OF_LAYER } route;
  const char *strategy; /* for our peers */
  char name[32];
};

struct peers {
  struct peer list[MAX_PEERS];
  unsigned count;
  const struct clgroup_device *device;
  cl_context context;
  const struct wish *wish;
  const char *folder, *compiler, *layer; /* folder: for temporary files */
};

bool peer_is_ours(const struct peer *peer);
/* Adds the wanted peers, ours with these strategies, or else (NULL) with those that the layer takes. `copy` is always
 * the first. Prints a line on standard output for one that is left out because the device lacks a feature. */
void peers_choose(struct peers *peers, const bool wanted[PEER_NAMES], const bool *strategies);
/* NULL, with the reason in `why`, if it cannot be built. */
cl_program peer_build(struct peers *peers, const struct peer *peer, const struct work *work, char *why,
                      size_t why_size);

#endif
