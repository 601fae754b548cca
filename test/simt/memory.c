/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which memory a kernel may touch, and in which order: each byte has a cell that says who read and wrote it last. Two
 * accesses of different work-items, one of them a write, must be ordered: by a barrier of the work-group, or in one
 * warp by a barrier of the warp (a vector clock). Work-groups of one launch are never ordered. */
#include "run.h"
#include "warp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct trace {
  uint64_t epoch; /* 0: nobody yet */
  uint32_t clock;
  uint16_t item : 15, atomic : 1;
  uint16_t released; /* the item's count of fences */
};

/* Whether `read` is the only reader, or stands for several of its warp, of its work-group, or of any work-groups. */
enum { ALONE, ONE_WARP, SOME_WARPS, SOME_GROUPS };
enum { NOBODY = 0x7fff }; /* as a work-item */

struct cell {
  struct trace write, read;
  unsigned char readers; /* at the epoch of `read` */
};

struct region {
  char *at;
  size_t bytes;
  char name[128];
  bool local;
  struct cell *cells;
  unsigned char *written; /* of a buffer */
};

static struct region *regions, *last;
static unsigned region_count, region_room;
static char *arena;
static struct cell *arena_cells;

static void make_arena(void) {
  for (uintptr_t at = 0x60000000; !arena && at < 0x7ff00000; at += SIMT_ARENA) {
    char *got = mmap((void *)at, SIMT_ARENA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (got == (void *)at) {
      arena_cells = mmap(NULL, SIMT_ARENA * sizeof *arena_cells, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (arena_cells == MAP_FAILED)
        return;
      arena = got;
    } else if (got != MAP_FAILED) {
      munmap(got, SIMT_ARENA);
    }
  }
}

/* Under a lock: several threads may build programs, and their code contains the arena's address. */
char *simt_arena(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_arena);
  return arena;
}

static struct region *add(char *at, size_t bytes, bool local) {
  if (region_count == region_room) {
    region_room = region_room * 2 + 64;
    regions = realloc(regions, region_room * sizeof *regions);
    if (!regions)
      abort();
  }
  struct region *r = &regions[region_count++];
  *r = (struct region){.at = at, .bytes = bytes, .local = local};
  return r;
}

static struct region *buffer_region(const struct simt_buffer *b) {
  for (unsigned i = 0; i < region_count; i++)
    if (!regions[i].local && regions[i].at == b->data)
      return &regions[i];
  return NULL;
}

bool simt_memory_begin(void **arguments) {
  const struct simt_launch *l = simt_now.launch;
  size_t end = l->module->local_end;
  region_count = 0;
  last = NULL;
  for (unsigned i = 0; i < l->module->local_count; i++) {
    const struct simt_local *v = &l->module->locals[i];
    struct region *r = add(arena + v->offset, v->bytes, true);
    snprintf(r->name, sizeof r->name, "local variable %s", v->name);
    r->cells = arena_cells + v->offset;
  }
  if (l->shared) {
    if (l->shared > SIMT_ARENA - end)
      return false;
    struct region *r = add(arena + end, l->shared, true);
    r->cells = arena_cells + end;
    snprintf(r->name, sizeof r->name, "the launch's shared memory");
  }
  for (unsigned i = 0; i < l->kernel->count; i++) {
    struct region *r;
    switch (l->kernel->arguments[i].kind) {
    case SIMT_VALUE:
      arguments[i] = l->arguments[i].value;
      continue;
    case SIMT_LOCAL:
      if (l->arguments[i].value) {
        memcpy(arguments[i], l->arguments[i].value, sizeof(uint64_t));
        continue;
      }
      if (l->arguments[i].bytes > SIMT_ARENA - end - 256)
        return false;
      r = add(arena + end, l->arguments[i].bytes, true);
      r->cells = arena_cells + end;
      snprintf(r->name, sizeof r->name, "local argument %u", i);
      *(uint64_t *)arguments[i] =
          (uintptr_t)r->at - (l->module->takes_offsets ? (uintptr_t)arena + l->module->local_end : 0);
      /* Room between variables, so that an access beside one is in none. */
      end += (l->arguments[i].bytes + 255) & ~(size_t)127;
      continue;
    case SIMT_BUFFER:
      *(char **)arguments[i] = l->arguments[i].buffer ? l->arguments[i].buffer->data : NULL;
      if (!l->arguments[i].buffer || buffer_region(l->arguments[i].buffer))
        continue;
      r = add(l->arguments[i].buffer->data, l->arguments[i].buffer->bytes, false);
      r->cells = calloc(r->bytes + 1, sizeof *r->cells);
      if (!r->cells)
        abort();
      r->written = l->arguments[i].buffer->written;
      snprintf(r->name, sizeof r->name, "buffer argument %u", i);
    }
  }
  return true;
}

void simt_memory_end(void) {
  for (unsigned i = 0; i < region_count; i++)
    if (!regions[i].local)
      free(regions[i].cells);
  region_count = 0;
}

static struct region *find(const char *at, uint64_t bytes) {
  if (last && at >= last->at && at + bytes <= last->at + last->bytes)
    return last;
  for (struct region *r = regions; r < regions + region_count; r++)
    if (at >= r->at && at + bytes <= r->at + r->bytes)
      return last = r;
  return NULL;
}

/* Ends the launch for an access to no known memory, and says where it is: behind or before a region that is near. */
static void outside(const char *at, uint64_t bytes, const char *does, unsigned space, const struct simt_site *site) {
  const struct region *best = NULL;
  uintptr_t distance = 4096;
  for (const struct region *r = regions; r < regions + region_count; r++) {
    const uintptr_t a = (uintptr_t)at, from = (uintptr_t)r->at, to = from + r->bytes;
    const uintptr_t d = a < from ? from - a : a < to ? 0 : a - to;
    if (r->local == (space == 3) && d < distance) {
      distance = d;
      best = r;
    }
  }
  if (best)
    simt_wrong(site, "%s %llu bytes at offset %td of %s, which has %zu bytes", does, (unsigned long long)bytes,
               at - best->at, best->name, best->bytes);
  simt_wrong(site, "%s %llu bytes outside all %s memory, at %p", does, (unsigned long long)bytes,
             space == 3 ? "local" : "global", (const void *)at);
}

/* Whether no barrier orders what another work-item did before what this one does now. */
static bool is_concurrent(const struct trace *t, bool local) {
  const struct simt_item *me = simt_now.item;
  const unsigned lanes = simt_now.launch->module->target->lanes;
  if (!t->epoch)
    return false;
  if (t->epoch < simt_now.group_epoch)
    return !local;
  if (t->item == me->rank)
    return false;
  const bool same_warp = t->item / lanes == me->rank / lanes;
  if (t->epoch < simt_now.epoch)
    return !same_warp && !simt_fences_order(me - me->rank + t->item, local, t->epoch, t->released);
  return !same_warp || simt_known[me->rank][t->item % lanes] <= t->clock;
}

/* Whether atomic operations do not order it either. If the trace stands for several work-items, those of all its
 * work-group must, behind a barrier. */
static bool clashes(const struct trace *t, bool several, bool local) {
  return is_concurrent(t, local) && !simt_sync_orders(t->epoch, several ? NOBODY : t->item, local, t->released);
}

static _Noreturn void race(const struct region *r, size_t offset, const struct trace *t, const char *does,
                           const char *did, const struct simt_site *site) {
  if (t->epoch < simt_now.group_epoch)
    simt_wrong(site, "data race: %s %s at offset %zu, which a work-item of another work-group %s", does, r->name,
               offset, did);
  simt_wrong(site, "data race: %s %s at offset %zu, which %s %s with no %s between", does, r->name, offset,
             simt_item_name(t->item), did,
             t->epoch == simt_now.epoch ? "barrier"
             : r->local                 ? "fence of local memory"
                                        : "fence of global memory");
}

/* Keeps a reader that a later write may clash with. */
static void note_reader(struct cell *c, const struct trace *me, bool local) {
  const unsigned lanes = simt_now.launch->module->target->lanes;
  struct trace *t = &c->read;
  const bool is_of_other_group = t->epoch && t->epoch < simt_now.group_epoch && !local;
  if (is_of_other_group && (c->readers == SOME_GROUPS || clashes(t, c->readers != ALONE, local))) {
    c->readers = SOME_GROUPS; /* each later write is taken to clash with one of them */
  } else if (t->epoch == me->epoch && t->item == me->item) {
    t->clock = me->clock;
    t->released = me->released;
  } else if (is_of_other_group || !is_concurrent(t, local)) {
    *t = *me;
    c->readers = ALONE;
  } else {
    c->readers = t->item / lanes == me->item / lanes && c->readers != SOME_WARPS ? ONE_WARP : SOME_WARPS;
    if (t->clock < me->clock)
      t->clock = me->clock;
    if ((int16_t)(t->released - me->released) < 0)
      t->released = me->released;
  }
}

static void touch(struct region *r, size_t offset, enum simt_access kind, bool reads, bool any, const char *does,
                  const struct simt_site *site) {
  struct cell *c = &r->cells[offset];
  const struct simt_item *item = simt_now.item;
  const struct trace me = {simt_now.epoch, item->clock, (uint16_t)item->rank, kind == SIMT_ATOMIC,
                           item->fences.released[r->local ? 0 : 1]};
  const bool is_written = r->written ? r->written[offset] : c->write.epoch >= simt_now.group_epoch;
  if (reads && !is_written && any)
    r->at[offset] = (char)simt_noise(&simt_now.noise);
  else if (reads && !is_written)
    simt_wrong(site, "%s %s at offset %zu, which nobody has written", does, r->name, offset);
  if (!(kind == SIMT_ATOMIC && c->write.atomic) && clashes(&c->write, false, r->local))
    race(r, offset, &c->write, does, c->write.atomic ? "changed by an atomic operation" : "wrote", site);
  if (kind == SIMT_READ) {
    note_reader(c, &me, r->local);
    return;
  }
  struct trace reader = c->read;
  if (c->readers == ONE_WARP && reader.item == me.item)
    reader.item ^= 1; /* some other lane: which one does not matter */
  if (clashes(&reader, c->readers != ALONE, r->local) || (c->readers == SOME_WARPS && reader.epoch == me.epoch) ||
      c->readers == SOME_GROUPS)
    race(r, offset, &reader, does, c->readers == ALONE ? "read" : "and others read", site);
  c->write = me;
  if (r->written)
    r->written[offset] = 1;
}

void simt_touch(char *at, uint64_t bytes, unsigned what, unsigned site_index) {
  static const char *const verbs[] = {"reads", "writes", "changes"};
  const enum simt_access access = (enum simt_access)(what & 7), plain = access == SIMT_READ_ANY ? SIMT_READ : access,
                         kind = plain > SIMT_ATOMIC ? SIMT_ATOMIC : plain;
  const bool reads = access != SIMT_WRITE && access != SIMT_ATOMIC_WRITE;
  const unsigned space = what >> 3;
  const struct simt_site *site = &simt_now.launch->module->sites[site_index];
  struct region *r = find(at, bytes);
  if (r) {
    const bool any = access == SIMT_READ_ANY && r->local && !simt_now.launch->strict;
    for (uint64_t i = 0; i < bytes; i++)
      touch(r, (size_t)(at - r->at) + i, kind, reads, any, verbs[kind], site);
    if (kind == SIMT_ATOMIC)
      simt_sync_atomic(at, access != SIMT_ATOMIC_READ);
  } else if (space == 1 || space == 3)
    outside(at, bytes, verbs[kind], space, site);
  /* Any other memory is private or constant: nobody else writes it. */
}
