/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The layout of the serial strategy's scratch, the same in all functions: the group's result, then the items. A work-item that
 * begins an exchange writes only its own item, which no other reads before a barrier; and the result of the previous exchange
 * stays intact while others may still read it. The items are aligned to a vector, and followed by the padding of a pass. */
#ifndef CLGROUP_SERIAL_LAYOUT_H
#define CLGROUP_SERIAL_LAYOUT_H

#define CLGROUP_SERIAL_RESULT 0
#define CLGROUP_SERIAL_ITEMS 16

/* A pass rounds the number of items up to at most 8 vectors of 8 lanes. */
#if CLGROUP_SERIAL_ITEMS + 63 > CLGROUP_SCRATCH_EXTRA
#error "the serial strategy needs a larger CLGROUP_SCRATCH_EXTRA"
#endif

#endif
