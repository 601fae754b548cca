/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How work-groups of any size use scratch memory of a fixed size: in chunks of work-items. Each chunk takes three steps, with a barrier
 * after each: its work-items store their operands; rank 0 combines these with its state of the earlier chunks; the work-items load their
 * results.
 *
 * The scratch holds rank 0's state, then the chunk. The state is one value and, if the result depends on the order, one more for each level
 * of the tree. Each exchange ends with a barrier, so the next one may write anywhere.
 *
 * The loops are functions that are not inlined: a kernel has them beside its code for smaller work-groups (lib/lower/library/larger.c), and
 * drivers' compilers handle a call better than a loop with barriers (Intel's crashes on some). One function serves all operators of a type
 * whose results do not depend on the order (exchange.inc). No barrier is under a condition, nor in a loop that may have no iteration: each
 * would double PoCL's compile work. The functions call no work-item functions, which PoCL 6 cannot link. Their first two arguments are the
 * scratch and the work-item's rank; lib/lower/library/larger.c replaces the rank. */
#ifndef CLGROUP_CHUNKS_LAYOUT_H
#define CLGROUP_CHUNKS_LAYOUT_H

/* The levels of a tree over the largest possible work-group. */
#define CLGROUP_CHUNKS_LEVELS 32

#ifdef CLGROUP_FOR_DRIVER_LINKER
#define CLGROUP_CHUNKS_FUNCTION CLGROUP_HELPER /* PoCL 6: see targets/CMakeLists.txt */
#else
#define CLGROUP_CHUNKS_FUNCTION static __attribute__((overloadable, convergent, noinline))
#endif

/* Is an item in a chunk of `length`? `item` is its distance from the chunk's first; modulo 2^32 that of an earlier item is larger than any
 * length. */
#define CLGROUP_CHUNKS_HAS(length, item) ((item) < (length))

/* What a work-item gets of an exchange. */
#define CLGROUP_CHUNKS_ALL 0    /* all operands combined */
#define CLGROUP_CHUNKS_UP_TO 1  /* those up to its own */
#define CLGROUP_CHUNKS_BEFORE 2 /* those before its own */

#endif
