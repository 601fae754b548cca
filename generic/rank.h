/* Rank: the linear local id, with x running fastest. 32 bits are enough for any work-group and cheaper than size_t.
 * Built from OpenCL C 1.2's queries, which every driver has. */
#ifndef CLGROUP_RANK_H
#define CLGROUP_RANK_H

CLGROUP_HELPER uint clgroup_rank_of(uint x, uint y, uint z) {
  return (z * (uint)get_local_size(1) + y) * (uint)get_local_size(0) + x;
}

CLGROUP_HELPER uint clgroup_rank(void) {
  return clgroup_rank_of((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
}

/* The number of work-items in this work-group, a trailing smaller one included. */
CLGROUP_HELPER uint clgroup_size(void) {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}

#endif
