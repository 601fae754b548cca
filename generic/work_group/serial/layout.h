/* How the serial strategy lays out its scratch, in all of its functions: the group's result, then the items. So a work-item
 * that begins an exchange writes nothing but its own item, which nobody else reads before a barrier, and the result of the
 * exchange before stays as long as somebody may read it. The items start at a vector's boundary. Behind them is room for
 * what a pass rounds up to. */
#ifndef CLGROUP_SERIAL_LAYOUT_H
#define CLGROUP_SERIAL_LAYOUT_H

#define CLGROUP_SERIAL_RESULT 0
#define CLGROUP_SERIAL_ITEMS 16

/* The most that a pass rounds up to: a block of 8 vectors of 8 lanes. */
#if CLGROUP_SERIAL_ITEMS + 63 > CLGROUP_SCRATCH_EXTRA
#error "the serial strategy needs a larger CLGROUP_SCRATCH_EXTRA"
#endif

#endif
