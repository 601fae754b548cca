/* Rank: the linear local id, with x running fastest. 32 bits are enough for any work-group and cheaper than size_t.
 * Built from OpenCL C 1.2's queries, which every driver has. */
#ifndef CLGROUP_RANK_H
#define CLGROUP_RANK_H

CLGROUP_HELPER uint clgroup_rank_of(uint x, uint y, uint z) {
  return (z * (uint)get_local_size(1) + y) * (uint)get_local_size(0) + x;
}

/* The rank of the first work-item in this one's row. */
CLGROUP_HELPER uint clgroup_row(void) {
  return clgroup_rank_of(0, (uint)get_local_id(1), (uint)get_local_id(2));
}

CLGROUP_HELPER uint clgroup_rank(void) {
  return clgroup_rank_of((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
}

/* The slot: the rank as an index. Added up in size_t: of a sum of 32 bits Intel's compiler does not see that neighbours have
 * neighbouring slots, and scatters. says_row: that a work-group of one row has none in front is said, which leaves PoCL 6 with
 * the id alone, and costs others a little code. */
CLGROUP_HELPER size_t clgroup_slot_by_row(bool says_row) {
  return (says_row && get_local_size(1) * get_local_size(2) == 1 ? 0 : (size_t)clgroup_row()) + get_local_id(0);
}

/* The slot in front of a barrier and behind it. Drivers that run work-items as loops (PoCL) merge equal queries, keep what then
 * lives over a barrier in memory, an element per work-item, and no longer see that neighbours use neighbouring slots: "store,
 * barrier, load" takes 3 to 10 times as long. So the two are asked for in two ways. Modules for a driver's linker have the
 * linear id; compiled code has a function of its own (rank.c), which clgroup-cc replaces where it writes SPIR-V. Other
 * drivers are asked once: llvmpipe takes 1.2 to 1.4 times as long where one of the two is the linear id.
 *
 * clgroup_slot_once() is for an exchange that asks but once, in front of the barrier, and may be in a loop of the kernel: in bitcode
 * by a function of its own too, or PoCL 3.1 asks in front of the loop, and keeps the answer in memory. In SPIR-V it is the plain
 * slot: with the linear id PoCL 7.1's reduce has 0.8 of the speed.
 *
 * clgroup_leads(): is this the work-item that works for all, of rank 0? Asked so that a compiler sees which turn of a loop over
 * work-items it is; in modules for a driver's linker, so that there is little to link. `peels`: the barrier behind it looks
 * conditional (scratch.h). Where the local size is 1 in x PoCL, which then runs the first work-item by itself, runs it once more with
 * the others; so there the last one leads. */
#ifdef CLGROUP_PREFIXED
CLGROUP_HELPER size_t clgroup_slot(void) {
  return clgroup_slot_by_row(false);
}

CLGROUP_HELPER size_t clgroup_slot_once(void) {
  return clgroup_slot();
}

#if CLGROUP_AS_LOOPS
size_t __attribute__((overloadable, const)) get_local_linear_id(void);
CLGROUP_HELPER size_t clgroup_slot_before(void) {
  return get_local_linear_id();
}

CLGROUP_HELPER size_t clgroup_slot_behind(void) {
  return clgroup_slot_by_row(true);
}

CLGROUP_HELPER bool clgroup_leads(bool peels) {
  (void)peels; /* not here (scratch.c) */
  return get_local_linear_id() == 0;
}
#else
CLGROUP_HELPER size_t clgroup_slot_before(void) {
  return clgroup_slot();
}

CLGROUP_HELPER size_t clgroup_slot_behind(void) {
  return clgroup_slot();
}

/* Not by the slot: PoCL 6.0's compiler crashes over that in a branch. */
CLGROUP_HELPER bool clgroup_leads(bool peels) {
  (void)peels; /* not here (scratch.c) */
  return (get_local_id(0) | get_local_id(1) | get_local_id(2)) == 0;
}
#endif
#else
size_t __clgroup_slot_again(void);
size_t __clgroup_slot_once(void);
CLGROUP_HELPER size_t clgroup_slot(void) {
  return clgroup_slot_by_row(true);
}

CLGROUP_HELPER size_t clgroup_slot_once(void) {
  return __clgroup_slot_once();
}

CLGROUP_HELPER size_t clgroup_slot_before(void) {
  return clgroup_slot();
}

CLGROUP_HELPER size_t clgroup_slot_behind(void) {
  return __clgroup_slot_again();
}

CLGROUP_HELPER bool clgroup_leads(bool peels) {
  const size_t is_last = peels && get_local_size(0) == 1; /* a factor: conditions would become branches */
  return get_local_id(0) == 0 && get_local_id(1) == is_last * (get_local_size(1) - 1) &&
         get_local_id(2) == is_last * (get_local_size(2) - 1);
}
#endif

/* The number of work-items in this work-group, a trailing smaller one included. */
CLGROUP_HELPER uint clgroup_size(void) {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

#endif
