/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What atomic operations and fences order without a barrier. A work-item that changes a word by an atomic operation
 * after a release fence publishes all that happened before that fence: what it did itself, and what it knew of others.
 * A work-item that later reads the word by an atomic operation, and then has an acquire fence, knows of all that.
 * Across work-groups both fences must be for the device. An atomic store counts as such a change too, and does not hide
 * what others published by this word, although it replaces their value. */
#include "run.h"

#include <stdlib.h>

/* A change of a word. A word has a list of them, in order. */
struct change {
  uint64_t group_epoch, epoch;      /* of the change's fence */
  const struct simt_knowledge *had; /* at that fence */
  uint64_t asked;                   /* the last question that looked at it */
  uint32_t item;
  uint16_t released[2];
  bool device;
};

struct word {
  const char *at;
  struct word *next;
  struct change *changes;
  unsigned count, room;
};

/* What a work-item knows: of each word in the list the first `count` changes. */
struct simt_knowledge {
  struct word *word;
  unsigned count;
  bool device;
  const struct simt_knowledge *next;
};

enum { BUCKETS = 4096 };
static struct word *words[BUCKETS], *retired;
static struct simt_knowledge **made;
static unsigned made_count, made_room;
static const struct simt_knowledge *common; /* what all of the work-group know since the last barrier */
static uint64_t question;

static void *grown(void *array, unsigned count, unsigned *room, size_t bytes) {
  if (count < *room)
    return array;
  *room = *room * 2 + 16;
  array = realloc(array, *room * bytes);
  if (!array)
    abort();
  return array;
}

static const struct simt_knowledge *learn(const struct simt_knowledge *next, struct word *word, unsigned count,
                                          bool device) {
  struct simt_knowledge *k = malloc(sizeof *k);
  if (!k)
    abort();
  *k = (struct simt_knowledge){word, count, device, next};
  made = grown(made, made_count, &made_room, sizeof *made);
  made[made_count++] = k;
  return k;
}

/* Forgets the words of local memory when a work-group ends, since the next one has other variables at the same
 * addresses. What work-items learned by these words stays known. */
static void retire_local_words(void) {
  const char *arena = simt_arena();
  for (unsigned i = 0; i < BUCKETS; i++)
    for (struct word **at = &words[i]; *at;) {
      struct word *w = *at;
      if (w->at < arena || w->at >= arena + SIMT_ARENA) {
        at = &w->next;
        continue;
      }
      *at = w->next;
      w->next = retired;
      retired = w;
    }
}

void simt_sync_begin_group(struct simt_item *items) {
  retire_local_words();
  common = NULL;
  for (unsigned i = 0; i < simt_now.items; i++)
    items[i].sync = (struct simt_sync){.knows = NULL};
}

static void free_words(struct word *w) {
  for (struct word *next; w; w = next) {
    next = w->next;
    free(w->changes);
    free(w);
  }
}

void simt_sync_end(void) {
  for (unsigned i = 0; i < BUCKETS; i++) {
    free_words(words[i]);
    words[i] = NULL;
  }
  free_words(retired);
  retired = NULL;
  while (made_count)
    free(made[--made_count]);
}

void simt_sync_pass(struct simt_item *items) {
  const struct simt_knowledge *before = common;
  for (unsigned i = 0; i < simt_now.items; i++)
    for (const struct simt_knowledge *k = items[i].sync.knows; k != before; k = k->next)
      common = learn(common, k->word, k->count, k->device);
  for (unsigned i = 0; i < simt_now.items; i++)
    items[i].sync.knows = common;
}

void simt_sync_fence(unsigned what) {
  struct simt_item *me = simt_now.item;
  struct simt_sync *s = &me->sync;
  const bool device = what & SIMT_FENCE_DEVICE;
  if (what & SIMT_FENCE_ACQUIRE) {
    for (const struct simt_knowledge *k = s->read; k; k = k->next)
      s->knows = learn(s->knows, k->word, k->count, device);
    s->read = NULL;
  }
  if (what & SIMT_FENCE_RELEASE)
    for (unsigned d = 0; d < (device ? 2 : 1); d++)
      s->fences[d] = (struct simt_release){simt_now.epoch, s->knows, {me->fences.released[0], me->fences.released[1]}};
}

void simt_sync_atomic(const char *at, bool changes) {
  struct simt_item *me = simt_now.item;
  struct simt_sync *s = &me->sync;
  struct word **bucket = &words[(uintptr_t)at / 4 % BUCKETS], *w = *bucket;
  while (w && w->at != at)
    w = w->next;
  if (!w) {
    w = calloc(1, sizeof *w);
    if (!w)
      abort();
    *w = (struct word){.at = at, .next = *bucket};
    *bucket = w;
  }
  if (w->count)
    s->read = learn(s->read, w, w->count, false);
  for (unsigned d = 0; changes && d < 2; d++) {
    const struct simt_release *f = &s->fences[d];
    if (!f->epoch)
      continue;
    w->changes = grown(w->changes, w->count, &w->room, sizeof *w->changes);
    w->changes[w->count++] = (struct change){.group_epoch = simt_now.group_epoch,
                                             .epoch = f->epoch,
                                             .had = f->knew,
                                             .item = me->rank,
                                             .released = {f->released[0], f->released[1]},
                                             .device = d};
  }
}

static bool known(const struct simt_knowledge *k, uint64_t epoch, unsigned item, bool local, uint16_t released) {
  const bool other_group = epoch < simt_now.group_epoch;
  for (; k; k = k->next)
    for (unsigned i = 0; (k->device || !other_group) && i < k->count; i++) {
      struct change *c = &k->word->changes[i];
      if (c->asked == question || (other_group && !c->device))
        continue;
      c->asked = question;
      if (epoch >= c->group_epoch && epoch < c->epoch)
        return true; /* a barrier lies between it and the fence */
      /* Counts may wrap. */
      if (epoch == c->epoch && item == c->item && (int16_t)(c->released[local ? 0 : 1] - released) > 0)
        return true;
      if (known(c->had, epoch, item, local, released))
        return true;
    }
  return false;
}

bool simt_sync_orders(uint64_t epoch, unsigned item, bool local, uint16_t released) {
  question++;
  return known(simt_now.item->sync.knows, epoch, item, local, released);
}
