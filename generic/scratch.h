/* The only door to local memory. The library asks for it here and never declares any.
 *
 * Who answers depends on the flavour:
 *   managed         clgroup-cc's lowering step (lib/lower) replaces these calls: each kernel gets one variable of its own,
 *                   sized for the calls that it makes
 *   self-contained  scratch.c answers, with arrays of a fixed length
 *
 * An exchange asks for `more + ceil(L / items_per_element)` elements of `element_bytes` bytes, where L is the work-group
 * limit (items_per_element = 0: `more` elements alone). All three arguments are constants after inlining: the lowering
 * step reads them. The memory holds anything at first; own memory is aligned to 32 bytes, memory by turns to the
 * element. `more` is
 * CLGROUP_SCRATCH_EXTRA at most: the self-contained flavour's arrays have that much room beside the items. */
#ifndef CLGROUP_SCRATCH_H
#define CLGROUP_SCRATCH_H

#include <rank.h>

/* Memory for an exchange in which, after its last barrier, a work-item reads its own slot or slots that the next
 * exchange of the same element size writes only behind a barrier of its own. It always has the same address, so calls
 * back to back disturb no one, and no barrier closes it. Element sizes never overlap. */
local void *__clgroup_scratch_own(uint element_bytes, uint items_per_element, uint more);

/* Memory for an exchange in which work-items read each other's slots after its last barrier. The next exchange must not
 * write there before all have read: managed, calls take turns between two halves; self-contained,
 * __clgroup_scratch_close() is a barrier. An exchange has at least one barrier between this call and its end. */
local void *__clgroup_scratch_turn(uint element_bytes, uint items_per_element, uint more);
void __attribute__((convergent)) __clgroup_scratch_close(void);

/* All of the memory that there is, from its start, as elements of that size; how many of them, __clgroup_scratch_room() says.
 * For functions of which each ends with a barrier (work_group/chunks/layout.h). `more` elements are there at least; and where
 * no other function of the kernel has memory, more + ceil(L / items_per_element). */
local void *__clgroup_scratch_all(uint element_bytes, uint items_per_element, uint more);
uint __clgroup_scratch_room(uint element_bytes);

/* Asked once an exchange: may it have a barrier that looks conditional? It suits drivers that run work-items as loops (PoCL),
 * and only a kernel with few of them can bear it. The lowering step says so; self-contained: no. */
uint __clgroup_scratch_peels(void);

/* Asked by an exchange that has another way there (serial/broadcast.inc): does the kernel call it in a loop? The lowering step
 * knows; self-contained: 0, which may be wrong. */
uint __clgroup_scratch_loops(void);

/* The barrier of an exchange. */
CLGROUP_HELPER void clgroup_barrier(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
}

/* The barrier behind a leader's pass. Where it looks conditional to a compiler, such a driver runs the first work-item by
 * itself up to it, to learn whether there is one: the loop over the others, which have nothing to do, is then empty and goes
 * away. All that follows is copied for that. The condition holds: no work-group has as many work-items. */
CLGROUP_HELPER void clgroup_barrier_after_leader(bool peels) {
  if (!peels || get_local_size(0) < (1u << 20))
    clgroup_barrier();
}

#endif
