/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "layer/objects/loaded.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct clgroup_loaded *table;

void clgroup_tables_lock(void) {
  pthread_mutex_lock(&lock);
}

void clgroup_tables_unlock(void) {
  pthread_mutex_unlock(&lock);
}

void clgroup_tables_start(void) {
  pthread_atfork(clgroup_tables_lock, clgroup_tables_unlock, clgroup_tables_unlock);
}

static bool same(const struct clgroup_loaded_key *one, const struct clgroup_loaded_key *other) {
  return one->context == other->context && one->device_count == other->device_count &&
         !memcmp(one->devices, other->devices, other->device_count * sizeof *other->devices) &&
         clgroup_choice_same(&one->choice, &other->choice) && one->address_bits == other->address_bits &&
         one->max_size == other->max_size && one->version == other->version &&
         clgroup_symbols_same(one->needs, other->needs);
}

struct clgroup_loaded *clgroup_loaded_take(const struct clgroup_loaded_key *key) {
  clgroup_tables_lock();
  struct clgroup_loaded *l = table;
  while (l && (l->busy || !same(&l->key, key)))
    l = l->next;
  if (l) {
    l->busy = true;
    l->references++;
  }
  clgroup_tables_unlock();
  return l;
}

static atomic_bool forbidden;

void clgroup_release_allow(bool allow) {
  atomic_store(&forbidden, !allow);
}

void clgroup_release(cl_program program) {
  if (program && !atomic_load(&forbidden))
    clgroup_next.clReleaseProgram(program);
}

static void destroy(struct clgroup_loaded *l) {
  while (l->program_count)
    clgroup_release(l->programs[--l->program_count]);
  clgroup_symbols_free(&l->needs);
  free((cl_device_id *)l->key.devices);
  free(l);
}

struct clgroup_loaded *clgroup_loaded_new(const struct clgroup_loaded_key *key) {
  struct clgroup_loaded *l = calloc(1, sizeof *l);
  if (!l)
    return NULL;
  cl_device_id *devices = calloc(key->device_count, sizeof *devices);
  l->references = 1;
  l->busy = true;
  l->key = *key;
  l->key.devices = devices;
  l->key.needs = &l->needs;
  if (!devices || clgroup_symbols_merge(&l->needs, key->needs)) {
    destroy(l);
    return NULL;
  }
  memcpy(devices, key->devices, key->device_count * sizeof *devices);
  clgroup_tables_lock();
  l->next = table;
  table = l;
  clgroup_tables_unlock();
  return l;
}

void clgroup_loaded_give(struct clgroup_loaded *l) {
  clgroup_tables_lock();
  l->busy = false;
  clgroup_tables_unlock();
}

void clgroup_loaded_release(struct clgroup_loaded *l) {
  if (!l)
    return;
  clgroup_tables_lock();
  bool last = --l->references == 0;
  for (struct clgroup_loaded **at = &table; last && *at; at = &(*at)->next)
    if (*at == l) {
      *at = l->next;
      break;
    }
  clgroup_tables_unlock();
  if (last)
    destroy(l);
}
