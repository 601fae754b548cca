/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the work-items of one work-group after another. Each work-item is a fibre, which runs until it meets others: at
 * an operation of its warp or at a barrier. */
#include "run.h"

#include "warp.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

/* AddressSanitizer marks the frames of functions as in use. A jump out of them leaves these marks behind. */
#ifdef __SANITIZE_ADDRESS__
void __asan_unpoison_memory_region(const volatile void *at, size_t bytes);
#else
#define __asan_unpoison_memory_region(at, bytes) (void)0
#endif

enum { STACK = 256 << 10, GUARD = 4096 << 2, FRAMES = 16 << 10 /* more than the scheduler's functions have */ };

struct simt_state_of_launch simt_now;
uint32_t simt_known[SIMT_MAX_ITEMS][SIMT_MAX_LANES];
static struct simt_item items[SIMT_MAX_ITEMS];
static void *arguments[SIMT_MAX_ARGUMENTS];
static char *stacks, message[700];
static jmp_buf scheduler, finish;
static uint32_t tick;

/* What an AMD kernel reads at llvm.amdgcn.dispatch.ptr and implicitarg.ptr (AMDGPUUsage, "Kernel Dispatch Packet" and
 * "Code Object V5 Kernel Argument Metadata"). */
static struct {
  uint16_t header, setup, size[3], reserved;
  uint32_t grid[3];
  uint64_t more[5];
} packet;
static union {
  struct {
    uint32_t groups[3];
    uint16_t size[3], remainder[3];
    uint64_t reserved[2], offset[3];
    uint16_t dimensions;
  } v5;
  uint64_t v4[32]; /* the global offset, and zeros */
} implicit;

static void place(char *text, size_t size, size_t index, const size_t extent[3]) {
  snprintf(text, size, "(%zu,%zu,%zu)", index % extent[0], index / extent[0] % extent[1],
           index / extent[0] / extent[1]);
}

const char *simt_item_name(unsigned rank) {
  static char names[4][64];
  static unsigned next;
  char *name = names[next++ % 4], where[48];
  place(where, sizeof where, rank, simt_now.size);
  snprintf(name, sizeof names[0], "work-item %s", where);
  return name;
}

void simt_wrong(const struct simt_site *site, const char *format, ...) {
  va_list a;
  size_t n =
      (size_t)snprintf(message, sizeof message, "%s: kernel %s, work-group (%zu,%zu,%zu), ", site ? site->where : "?",
                       simt_now.launch->kernel->name, simt_now.group[0], simt_now.group[1], simt_now.group[2]);
  if (n < sizeof message && simt_now.item)
    n += (size_t)snprintf(message + n, sizeof message - n, "%s ", simt_item_name(simt_now.item->rank));
  va_start(a, format);
  if (n < sizeof message)
    vsnprintf(message + n, sizeof message - n, format, a);
  va_end(a);
  _longjmp(finish, 1);
}

/* At distances that differ: otherwise all stacks would share few lines of the processor's cache. */
static char *stack_top(unsigned rank) {
  return stacks + (size_t)(rank + 1) * STACK - rank % 64 * 256;
}

/* ---- what kernels call ---- */

static void stop(enum simt_state state) {
  struct simt_item *me = simt_now.item;
  me->state = state;
  if (!_setjmp(me->at))
    _longjmp(scheduler, 1);
}

static uint64_t below(unsigned lane) {
  return (UINT64_C(1) << lane) - 1;
}

static uint64_t answer(const struct simt_site *site, const uint64_t *operands) {
  const struct simt_launch *l = simt_now.launch;
  const unsigned lanes = l->module->target->lanes, lane = simt_now.item->rank % lanes;
  const size_t axes[][3] = {{simt_now.item->id[0], simt_now.item->id[1], simt_now.item->id[2]},
                            {l->size[0], l->size[1], l->size[2]},
                            {simt_now.group[0], simt_now.group[1], simt_now.group[2]},
                            {l->groups[0], l->groups[1], l->groups[2]}};
  _Static_assert(SIMT_GROUPS_Z - SIMT_LOCAL_ID_X == 11, "the rows of intrinsics.inc are in the order of axes");
  if (site->op >= SIMT_LOCAL_ID_X && site->op <= SIMT_GROUPS_Z)
    return axes[(site->op - SIMT_LOCAL_ID_X) / 3][(site->op - SIMT_LOCAL_ID_X) % 3];
  switch (site->op) {
  case SIMT_LANES:
    return lanes;
  case SIMT_LANE:
    return lane;
  case SIMT_LANEMASK_LT:
    return below(lane);
  case SIMT_EX2:
  case SIMT_EX2_FTZ:
    return simt_exp2((uint32_t)operands[0], site->op == SIMT_EX2_FTZ, l->seed);
  case SIMT_MBCNT_LO:
    return operands[1] + (unsigned)__builtin_popcountll(operands[0] & UINT32_MAX & below(lane));
  case SIMT_MBCNT_HI:
    return operands[1] + (lane < 32 ? 0 : (unsigned)__builtin_popcountll(operands[0] & below(lane - 32)));
  case SIMT_DISPATCH:
    return (uintptr_t)&packet;
  default: /* SIMT_IMPLICIT */
    return (uintptr_t)&implicit;
  }
}

uint64_t simt_call(unsigned site_index, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e) {
  const struct simt_site *site = &simt_now.launch->module->sites[site_index];
  const uint64_t passed[] = {a, b, c, d, e};
  struct simt_item *me = simt_now.item;
  for (unsigned i = 0, next = 0; i < site->operands; i++)
    me->operands[i] = site->fixed >> i & 1 ? site->value[i] : passed[next++];
  switch (site->kind) {
  case SIMT_KIND_QUERY:
    return answer(site, me->operands);
  case SIMT_KIND_FENCE:
    simt_fence(SIMT_FENCE_LOCAL | SIMT_FENCE_GLOBAL | SIMT_FENCE_RELEASE | SIMT_FENCE_ACQUIRE |
               (strstr(site->name, ".cta") ? 0 : SIMT_FENCE_DEVICE));
    return 0;
  case SIMT_KIND_SAME:
    return me->operands[0];
  default:
    break;
  }
  me->site = site;
  memcpy(me->iterations, simt_now.iterations, sizeof me->iterations);
  me->depth = (uintptr_t)stack_top(me->rank) - (uintptr_t)__builtin_frame_address(0);
  if (site->mask >= 0 && !(me->operands[site->mask] >> me->rank % simt_now.launch->module->target->lanes & 1))
    simt_wrong(site, "is not in the mask 0x%jx of its %s", (uintmax_t)me->operands[site->mask], site->name);
  stop(site->kind == SIMT_KIND_WARP ? SIMT_AT_WARP_OP : SIMT_AT_BARRIER);
  return me->result;
}

/* ---- fibres ---- */

static void fibre(void) {
  for (;;) {
    simt_now.launch->kernel->run(arguments);
    stop(SIMT_ENDED);
  }
}

static void run_item(struct simt_item *i) {
  simt_now.item = i;
  if (_setjmp(scheduler))
    return;
  if (i->started)
    _longjmp(i->at, 1);
  i->started = true;
  ucontext_t c;
  getcontext(&c);
  c.uc_stack.ss_sp = stacks + (size_t)i->rank * STACK + GUARD;
  c.uc_stack.ss_size = (size_t)(stack_top(i->rank) - (char *)c.uc_stack.ss_sp);
  c.uc_link = NULL;
  __asan_unpoison_memory_region(c.uc_stack.ss_sp, c.uc_stack.ss_size);
  makecontext(&c, fibre, 0);
  setcontext(&c);
}

static bool make_stacks(void) {
  if (stacks)
    return true;
  char *at = mmap(NULL, (size_t)SIMT_MAX_ITEMS * STACK, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED)
    return false;
  for (unsigned i = 0; i < SIMT_MAX_ITEMS; i++)
    mprotect(at + (size_t)i * STACK, GUARD, PROT_NONE);
  stacks = at;
  return true;
}

/* ---- meetings ---- */

/* The lanes of a warp that are live, and how many of them wait for a warp operation. */
struct warp {
  struct simt_item *lanes;
  unsigned count;
};

/* Negative where `a` is behind `b` in the control flow, so that it may still catch up: deeper in calls, in an earlier
 * iteration of a loop that both are in, or at an earlier site. 0 where they meet. */
static int compare(const struct simt_item *a, const struct simt_item *b) {
  if (a->depth != b->depth)
    return a->depth > b->depth ? -1 : 1;
  const struct simt_site *x = a->site, *y = b->site;
  for (unsigned i = 0; i < x->loop_count && i < y->loop_count && x->loops[i] == y->loops[i]; i++)
    if (a->iterations[i] != b->iterations[i])
      return a->iterations[i] < b->iterations[i] ? -1 : 1;
  return (x->order > y->order) - (x->order < y->order);
}

/* The lanes that do the operation at which `first` waits together with it; 0: not all of them are there yet. */
static uint64_t meets(const struct warp *w, const struct simt_item *first) {
  const struct simt_site *site = first->site;
  uint64_t all = 0;
  for (unsigned l = 0; l < w->count; l++) {
    const struct simt_item *i = &w->lanes[l];
    if (site->mask < 0) {
      if (i->state == SIMT_AT_WARP_OP && i->site->mask < 0 && !compare(i, first))
        all |= UINT64_C(1) << l;
      continue;
    }
    const uint64_t mask = first->operands[site->mask];
    if (!(mask >> l & 1) || i->state == SIMT_ENDED)
      continue;
    if (i->state != SIMT_AT_WARP_OP || i->site->op != site->op || i->operands[site->mask] != mask)
      return 0;
    all |= UINT64_C(1) << l;
  }
  return all;
}

/* Lanes that have met know what the others did before. */
static void synchronize(const struct warp *w, uint64_t lanes) {
  tick++;
  uint32_t known[SIMT_MAX_LANES] = {0};
  for (unsigned l = 0; l < w->count; l++) {
    if (!(lanes >> l & 1))
      continue;
    for (unsigned k = 0; k < w->count; k++)
      if (known[k] < simt_known[w->lanes[l].rank][k])
        known[k] = simt_known[w->lanes[l].rank][k];
    w->lanes[l].clock = known[l] = tick;
  }
  for (unsigned l = 0; l < w->count; l++)
    if (lanes >> l & 1)
      memcpy(simt_known[w->lanes[l].rank], known, w->count * sizeof *known);
}

static void meet(const struct warp *w, const struct simt_item *first, uint64_t lanes) {
  static struct simt_meeting m;
  m.target = simt_now.launch->module->target;
  m.site = first->site;
  m.active = lanes;
  m.noise = &simt_now.noise;
  m.undefined = m.refused = false;
  for (unsigned l = 0; l < w->count; l++)
    if (lanes >> l & 1)
      memcpy(m.lanes[l].operands, w->lanes[l].operands, sizeof m.lanes[l].operands);
  const char *error = simt_meet(&m);
  if (error)
    simt_wrong(m.site, "does %s: %s", m.site->name, error);
  if (m.undefined && (m.refused || simt_now.launch->strict)) {
    simt_now.item = &w->lanes[m.read_by];
    simt_wrong(m.site, "does %s, which reads lane %u, and that takes no part", m.site->name, m.read_from);
  }
  if (m.site->op == SIMT_BAR_WARP || m.site->op == SIMT_WAVE_BARRIER)
    synchronize(w, lanes);
  for (unsigned l = 0; l < w->count; l++)
    if (lanes >> l & 1) {
      w->lanes[l].result = m.lanes[l].result;
      w->lanes[l].state = SIMT_RUNS;
    }
}

/* Ends one operation of the warp, if one can end. All its lanes wait. Operations with a mask wait for its lanes; one
 * without is done by those that wait at the same call in the same iterations: those furthest behind in the control flow
 * first. */
static bool meet_some(const struct warp *w) {
  const struct simt_item *last = NULL;
  for (unsigned l = 0; l < w->count; l++) {
    const struct simt_item *i = &w->lanes[l];
    if (i->state != SIMT_AT_WARP_OP)
      continue;
    if (i->site->mask < 0) {
      if (!last || compare(i, last) < 0)
        last = i;
      continue;
    }
    const uint64_t lanes = meets(w, i);
    if (lanes) {
      meet(w, i, lanes);
      return true;
    }
  }
  if (last)
    meet(w, last, meets(w, last));
  return last != NULL;
}

/* Runs a warp until all of its lanes wait for something outside it. Returns whether anything happened. */
static bool run_warp(const struct warp *w) {
  bool progress = false;
  do {
    const unsigned from = simt_noise(&simt_now.noise) % w->count,
                   step = simt_noise(&simt_now.noise) & 1 ? 1 : w->count - 1;
    for (unsigned k = 0; k < w->count; k++) {
      struct simt_item *i = &w->lanes[(from + k * step) % w->count];
      if (i->state == SIMT_RUNS) {
        run_item(i);
        progress = true;
      }
    }
    simt_now.item = NULL;
  } while (meet_some(w));
  return progress;
}

/* ---- barriers ---- */

static const char *const waits[] = {"runs", "waits in", "waits at", "has ended"};

/* All work-items wait or have ended: says why one of those that wait can never go on. */
static _Noreturn void deadlock(void) {
  const unsigned lanes = simt_now.launch->module->target->lanes;
  for (unsigned i = 0; i < simt_now.items; i++) {
    const struct simt_item *a = &items[i];
    if (a->state != SIMT_AT_WARP_OP)
      continue;
    const uint64_t mask = a->operands[a->site->mask];
    for (unsigned k = i / lanes * lanes; k < simt_now.items && k / lanes == i / lanes; k++) {
      const struct simt_item *b = &items[k];
      if (!(mask >> k % lanes & 1) || b->state == SIMT_ENDED ||
          (b->state == SIMT_AT_WARP_OP && b->site->op == a->site->op && b->operands[b->site->mask] == mask))
        continue;
      simt_now.item = &items[i];
      if (b->state == SIMT_AT_WARP_OP)
        simt_wrong(a->site, "waits in %s with mask 0x%jx for %s, which waits in %s with mask 0x%jx (%s)", a->site->name,
                   (uintmax_t)mask, simt_item_name(k), b->site->name, (uintmax_t)b->operands[b->site->mask],
                   b->site->where);
      simt_wrong(a->site, "waits in %s with mask 0x%jx for %s, which %s %s (%s)", a->site->name, (uintmax_t)mask,
                 simt_item_name(k), waits[b->state], b->site->name, b->site->where);
    }
  }
  abort();
}

/* What barriers with a vote return; the last operand is the predicate. */
static uint64_t vote(enum simt_op op) {
  unsigned count = 0;
  for (unsigned i = 0; i < simt_now.items; i++)
    count += items[i].site->operands && items[i].operands[items[i].site->operands - 1] != 0;
  return op == SIMT_BARRIER_POPC ? count : op == SIMT_BARRIER_AND ? count == simt_now.items : count != 0;
}

/* All work-items wait for something outside their warps, or have ended. Returns false when all have. */
static bool pass_barrier(void) {
  const struct simt_item *first = NULL, *ended = NULL;
  for (unsigned i = 0; i < simt_now.items; i++) {
    struct simt_item *it = &items[i];
    if (it->state == SIMT_AT_WARP_OP)
      deadlock();
    if (it->state == SIMT_ENDED)
      ended = ended ? ended : it;
    else if (!first)
      first = it;
    else if (first->site != it->site) {
      simt_now.item = it;
      simt_wrong(it->site, "waits at a barrier, and %s at another (%s)", simt_item_name(first->rank),
                 first->site->where);
    }
  }
  if (!first)
    return false;
  if (ended) {
    simt_now.item = &items[first->rank];
    simt_wrong(first->site, "waits at a barrier that %s does not reach", simt_item_name(ended->rank));
  }
  const uint64_t result = vote(first->site->op);
  for (unsigned i = 0; i < simt_now.items; i++) {
    items[i].result = result;
    items[i].state = SIMT_RUNS;
  }
  simt_now.epoch++;
  simt_fences_pass(items);
  simt_sync_pass(items);
  return true;
}

static void run_group(void) {
  const struct simt_launch *l = simt_now.launch;
  size_t *size = simt_now.size;
  for (unsigned d = 0; d < 3; d++) {
    const size_t left = l->items[d] - simt_now.group[d] * l->size[d];
    size[d] = left < l->size[d] ? left : l->size[d];
  }
  simt_now.items = (unsigned)(size[0] * size[1] * size[2]);
  const unsigned lanes = l->module->target->lanes, warps = (simt_now.items + lanes - 1) / lanes;
  simt_now.group_epoch = ++simt_now.epoch;
  for (unsigned i = 0; i < simt_now.items; i++) {
    items[i].rank = i;
    items[i].id[0] = (unsigned)(i % size[0]);
    items[i].id[1] = (unsigned)(i / size[0] % size[1]);
    items[i].id[2] = (unsigned)(i / size[0] / size[1]);
    items[i].state = SIMT_RUNS;
    items[i].fences = (struct simt_fences){.acquired = 0};
  }
  simt_sync_begin_group(items);
  do {
    const unsigned from = simt_noise(&simt_now.noise) % warps;
    for (unsigned k = 0; k < warps; k++) {
      const unsigned start = (from + k) % warps * lanes;
      const struct warp w = {&items[start], simt_now.items - start < lanes ? simt_now.items - start : lanes};
      run_warp(&w);
    }
  } while (pass_barrier());
}

static void describe_launch(void) {
  const struct simt_launch *l = simt_now.launch;
  memset(&implicit, 0, sizeof implicit);
  for (unsigned d = 0; d < 3; d++) {
    packet.size[d] = (uint16_t)l->size[d];
    packet.grid[d] = (uint32_t)l->items[d];
    if (l->module->code_object < 500) {
      implicit.v4[d] = l->offset[d];
      continue;
    }
    implicit.v5.offset[d] = l->offset[d];
    implicit.v5.groups[d] = (uint32_t)(l->items[d] / l->size[d]);
    implicit.v5.size[d] = (uint16_t)l->size[d];
    implicit.v5.remainder[d] = (uint16_t)(l->items[d] % l->size[d]);
    implicit.v5.dimensions = 3;
  }
  packet.setup = 3;
}

const char *simt_run(const struct simt_launch *l) {
  static uint64_t values[SIMT_MAX_ARGUMENTS];
  const size_t count = l->groups[0] * l->groups[1] * l->groups[2];
  simt_now = (struct simt_state_of_launch){.launch = l, .noise = l->seed * 2 + 1, .epoch = simt_now.epoch + 1};
  if (!make_stacks() || !simt_arena())
    return "there is no memory for the executor";
  for (unsigned i = 0; i < l->kernel->count; i++)
    arguments[i] = &values[i];
  if (!simt_memory_begin(arguments))
    return "there is not as much local memory";
  describe_launch();
  const char *wrong = NULL;
  if (_setjmp(finish)) {
    __asan_unpoison_memory_region((char *)__builtin_frame_address(0) - FRAMES, FRAMES);
    wrong = message;
    /* Fibres that are in the middle of the kernel do not go on. */
    for (unsigned i = 0; i < SIMT_MAX_ITEMS; i++)
      items[i].started = items[i].started && items[i].state == SIMT_ENDED;
  } else {
    for (size_t g = 0; g < count; g++) {
      simt_now.group[0] = g % l->groups[0];
      simt_now.group[1] = g / l->groups[0] % l->groups[1];
      simt_now.group[2] = g / l->groups[0] / l->groups[1];
      run_group();
    }
  }
  simt_memory_end();
  simt_sync_end();
  return wrong;
}
