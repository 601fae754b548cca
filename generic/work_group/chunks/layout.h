/* How work-groups of any size share scratch memory of a fixed size: in chunks. The work-items of a chunk store their operands;
 * behind a barrier rank 0 combines them with what it has kept of the chunks before; behind another one the chunk's work-items
 * load what is theirs. All three are done between two barriers, each for another chunk, in a buffer of its own: drivers that
 * run work-items as loops take long to compile each stretch between barriers.
 *
 * What rank 0 keeps comes first: one value or, where the order shows, one for each level of the tree. Behind it are the buffers.
 * Each exchange ends with a barrier: the next one may write anywhere.
 *
 * The loops are functions that stay functions: a kernel that was made for smaller work-groups holds them beside its own
 * way (lib/lower/larger.h), and drivers' compilers take a call more easily than the loop, with its barriers, in its place
 * (Intel's dies of a few). Their barriers stand in no condition, not that of a loop that may not begin either: PoCL's work
 * doubles with each that does. They ask for no ids, which PoCL 6 cannot link. */
#ifndef CLGROUP_CHUNKS_LAYOUT_H
#define CLGROUP_CHUNKS_LAYOUT_H

/* The levels of a tree over as many work-items as a rank can name. */
#define CLGROUP_CHUNKS_LEVELS 32

#ifdef CLGROUP_FOR_DRIVER_LINKER
#define CLGROUP_CHUNKS_FUNCTION CLGROUP_HELPER /* PoCL 6: see targets/CMakeLists.txt */
#else
#define CLGROUP_CHUNKS_FUNCTION static __attribute__((overloadable, convergent, noinline))
#endif
#define CLGROUP_CHUNKS_NAME(family) CLGROUP_PASTE(clgroup_chunks_, CLGROUP_PASTE(family, OP))

/* Is the work-item of this rank in the chunk that begins with rank `first`? */
#define CLGROUP_CHUNKS_IN(rank, first, length) ((rank) >= (first) && (rank) - (first) < (length))

#endif
