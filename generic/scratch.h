/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The only interface to local memory: the library requests memory by these functions, and never declares any. What they
 * return depends on the kind of build:
 *   managed         clgroup-cc's lowering step (lib/lower) replaces the calls: each kernel gets an array for each element size,
 *                   sized for the calls that it makes
 *   self-contained  arrays of a fixed length (scratch.c)
 *
 * An exchange requests `more + ceil(L / items_per_element)` elements of `element_bytes` bytes, where L is the work-group
 * limit (items_per_element = 0: `more` elements alone). All three arguments are constants after inlining: the lowering
 * step reads them. The memory is uninitialised. Single-buffered memory is aligned to 32 bytes, double-buffered memory to
 * the element. What self-contained builds execute has a `more` of at most CLGROUP_SCRATCH_EXTRA, by which their arrays exceed
 * the number of items. lowering.h lists the functions for both sides. */
#ifndef CLGROUP_SCRATCH_H
#define CLGROUP_SCRATCH_H

#include <lowering.h>
#include <rank.h>

/* Single-buffered memory, for an exchange after whose last barrier a work-item reads only its own elements, or elements
 * that the next exchange of the same element size writes only after its first barrier. It always has the same address, and
 * one exchange may follow another without a barrier between them. Memory for different element sizes never overlaps. */
local void *__clgroup_scratch_single_buffered(uint element_bytes, uint items_per_element, uint more);

/* Double-buffered memory, for an exchange in which work-items read each other's elements after its last barrier. The next
 * exchange must not write there before all have read. Managed: successive calls alternate between two halves; of strategy serial those in
 * loops have one half, and begin with a barrier, since such drivers would keep a half's address in memory, for each work-item.
 * Self-contained: __clgroup_scratch_release() is a barrier. An exchange has at least one barrier between this call and its
 * end. */
local void *__clgroup_scratch_double_buffered(uint element_bytes, uint items_per_element, uint more);
void __attribute__((convergent)) __clgroup_scratch_release(void);

/* The kernel's largest array, from its start, as elements of that size; __clgroup_scratch_capacity() returns how many.
 * For functions that each end with a barrier (work_group/chunks/layout.h). There are at least `more` elements, and where no
 * other function of the kernel requests memory, more + ceil(L / items_per_element). */
local void *__clgroup_scratch_all(uint element_bytes, uint items_per_element, uint more);
uint __clgroup_scratch_capacity(uint element_bytes);

/* Loads a result: the value of an element that the next exchange may overwrite. A compiler may repeat a load only while the memory is
 * unchanged, but PoCL 7 repeats it behind any barrier. So the load is volatile, which both SPIR-V and LLVM forbid to repeat.
 *
 * Volatile loads are not vectorized. The lowering step therefore makes the load a plain one where the exchange has memory of its own, and
 * for PoCL where the result is used only before the next barrier; for PoCL 3.1 also where all work-items load the same element. (It finds
 * the memory by following the address through indexing alone.) The layer does so for drivers without the fault. Code for GPUs is compiled
 * by LLVM, which has no such fault. */
#ifdef __SPIR__
#define CLGROUP_RESULT(element) (*(volatile __typeof__(element) *)&(element))
#else
#define CLGROUP_RESULT(element) (element)
#endif

/* Called once per exchange: may its barrier be under a condition that is always true, so that PoCL, which runs work-items as loops, peels
 * the first iteration? Each such barrier doubles the compile work: the lowering step allows three at most, and none in loops.
 * Self-contained: never. */
uint __clgroup_may_peel_leader(void);

/* Does the kernel call this exchange in a loop? For exchanges that work differently there (serial/broadcast.inc).
 * Self-contained: 0, since only the lowering step can know. */
uint __clgroup_is_in_loop(void);

/* By how much the value grows from a work-item to the next one in its row, if that is the same for all: 1, 0 or -1. 0 if the lowering
 * step does not see it. Self-contained: 0. */
int __attribute__((const)) __clgroup_slope(uint value);

/* lowering.h */
uint __attribute__((const)) CLGROUP_ARCHITECTURE(void);
uint __attribute__((const)) CLGROUP_MOST_ITEMS(void);

/* The barrier of an exchange. */
CLGROUP_HELPER void clgroup_barrier(void) {
  barrier(CLK_LOCAL_MEM_FENCE);
}

/* The barrier after a leader's pass. If it looks conditional to the compiler, PoCL peels the first work-item up to the barrier, to find out
 * whether it is reached. The loop over the others, which have nothing to do, is then empty and removed; in return all code that follows is
 * duplicated. The condition always holds: no work-group has that many work-items. */
CLGROUP_HELPER void clgroup_barrier_after_leader(bool may_peel) {
  if (!may_peel || get_local_size(0) < (1u << 20))
    clgroup_barrier();
}

#endif
