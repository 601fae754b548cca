/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of the current launch: run.c schedules its work-items, memory.c judges their accesses. */
#ifndef CLGROUP_SIMT_RUN_H
#define CLGROUP_SIMT_RUN_H

#include "simt.h"

#include <setjmp.h>

enum simt_state { SIMT_RUNS, SIMT_AT_WARP_OP, SIMT_AT_BARRIER, SIMT_ENDED };

/* AMD's fences of local and of global memory (fence.c). */
struct simt_fences {
  uint16_t released[2];  /* the number of release fences */
  uint16_t published[2]; /* that number at the last barrier: others may see what was done before */
  uint64_t acquired;     /* the epoch of the last acquire fence of global memory */
};

/* What fences and atomic operations order (sync.c). */
struct simt_knowledge;
struct simt_release {
  uint64_t epoch; /* 0: none yet */
  const struct simt_knowledge *knew;
  uint16_t released[2]; /* simt_fences' counts */
};
struct simt_sync {
  const struct simt_knowledge *read; /* by atomic operations since the last acquire fence */
  const struct simt_knowledge *knows;
  struct simt_release fences[2]; /* the last release fences: for the work-group, for the device */
};

struct simt_item {
  enum simt_state state;
  bool started; /* it has a fibre */
  unsigned rank, id[3];
  /* What it waits for. */
  const struct simt_site *site;
  uintptr_t depth;                 /* bytes of its stack that are in use, as a measure of the calls that it is in */
  uint32_t iterations[SIMT_LOOPS]; /* of the site's loops */
  uint64_t operands[SIMT_OPERANDS], result;
  uint32_t clock; /* ticks at each warp barrier */
  struct simt_fences fences;
  struct simt_sync sync;
  jmp_buf at;
};
/* What each work-item knows of the clocks of its warp's lanes. */
extern uint32_t simt_known[][SIMT_MAX_LANES];

struct simt_state_of_launch {
  const struct simt_launch *launch;
  unsigned items; /* in the work-group */
  size_t group[3], size[3];
  struct simt_item *item; /* that runs */
  unsigned noise;
  uint32_t iterations[SIMT_LOOPS]; /* of the loops around the running work-item's next operation (loops.c) */
  /* Time passes at barriers and between work-groups, and never goes back: 0 is before all launches. */
  uint64_t epoch, group_epoch;
};
extern struct simt_state_of_launch simt_now;

/* Ends the launch with a message. */
_Noreturn void simt_wrong(const struct simt_site *site, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "work-item (0,0,3)" in one of a few static buffers. */
const char *simt_item_name(unsigned rank);

/* SIMT_READ_ANY: in local memory also what nobody has written, which is any value then. */
enum simt_access { SIMT_READ, SIMT_WRITE, SIMT_ATOMIC, SIMT_ATOMIC_READ, SIMT_ATOMIC_WRITE, SIMT_READ_ANY };

/* What kernels call before they touch memory: `what` is an enum simt_access, plus 8 times the address space. */
void simt_touch(char *at, uint64_t bytes, unsigned what, unsigned site);
/* What they call in place of an intrinsic, with the operands that are not fixed. */
uint64_t simt_call(unsigned site, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e);

/* What they call at a fence: bits of enum simt_fence. */
enum simt_fence {
  SIMT_FENCE_LOCAL = 1,
  SIMT_FENCE_GLOBAL = 2,
  SIMT_FENCE_RELEASE = 4,
  SIMT_FENCE_ACQUIRE = 8,
  SIMT_FENCE_DEVICE = 16, /* else of the work-group */
};
void simt_fence(unsigned what);
/* All work-items have met at a barrier. */
void simt_fences_pass(struct simt_item *items);
/* Whether the running work-item sees what `other`, of another warp, did before a barrier in this epoch, after so many
 * release fences. */
bool simt_fences_order(const struct simt_item *other, bool local, uint64_t epoch, uint16_t released);

/* A work-group begins; all of its work-items have met at a barrier; a launch ends. */
void simt_sync_begin_group(struct simt_item *items);
void simt_sync_pass(struct simt_item *items);
void simt_sync_end(void);
/* The running work-item executes a fence; and an atomic operation on the word at `at`, which changes or only reads it.
 */
void simt_sync_fence(unsigned what);
void simt_sync_atomic(const char *at, bool changes);
/* Whether it knows, by fences and atomic operations, what a work-item did in an epoch after so many release fences. */
bool simt_sync_orders(uint64_t epoch, unsigned item, bool local, uint16_t released);

/* The memory for local variables, the same for all launches. Its address has 32 bits, since local pointers may be no
 * wider. NULL: there is none. */
enum { SIMT_ARENA = 1 << 20 };
char *simt_arena(void);

/* Notes the memory that the launch's kernel may touch, and fills in the arguments that are pointers. False: it needs
 * more local memory than there is. */
bool simt_memory_begin(void **arguments);
void simt_memory_end(void);

#endif
