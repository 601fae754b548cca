/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's fences. There a barrier only makes waves wait for each other. What one wave wrote is visible to another only if
 * the one has a release fence between its writes and the barrier, and the other an acquire fence after the barrier.
 * Local memory needs the release alone, since it has no cache. A fence may be for one address space only. */
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
