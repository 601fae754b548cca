/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's fences. A barrier only brings the waves together there: what one of them did before is for the others to see if
 * it has a fence that releases behind it, before the barrier, and they one that acquires, after it. Local memory needs
 * the first alone: a wave reads it itself, not by a cache. A fence may be for one of the address spaces. */
#include "run.h"

void simt_fence(unsigned what) {
  struct simt_fences *f = &simt_now.item->fences;
  if (what & SIMT_FENCE_RELEASE)
    for (unsigned space = 0; space < 2; space++)
      f->released[space] = (uint16_t)(f->released[space] + (what >> space & 1));
  if (what & SIMT_FENCE_ACQUIRE && what & SIMT_FENCE_GLOBAL)
    f->acquired = simt_now.epoch;
  simt_sync_fence(what);
}

void simt_fences_pass(struct simt_item *items) {
  for (unsigned i = 0; i < simt_now.items; i++)
    for (unsigned space = 0; space < 2; space++)
      items[i].fences.published[space] = items[i].fences.released[space];
}

bool simt_fences_order(const struct simt_item *other, bool local, uint64_t epoch, uint16_t released) {
  if (!simt_now.launch->module->target->gfx)
    return true; /* NVIDIA's barrier orders all memory */
  /* Counts may wrap. */
  const bool seen = (int16_t)(other->fences.published[local ? 0 : 1] - released) > 0;
  return seen && (local || simt_now.item->fences.acquired > epoch);
}
