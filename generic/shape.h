/* A work-group's size and a work-item's rank in it: the linear local id, with x running fastest. 32 bits are enough for any
 * work-group and cheaper than size_t. Built from OpenCL C 1.2's queries, which every driver has. The headers that kernels include
 * have these functions too (headers/clgroup_generic.h.in). */
CLGROUP_HELPER uint clgroup_rank_of(uint id_x, uint id_y, uint id_z) {
  return (id_z * (uint)get_local_size(1) + id_y) * (uint)get_local_size(0) + id_x;
}

CLGROUP_HELPER uint clgroup_rank(void) {
  return clgroup_rank_of((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
}

/* The number of work-items in this work-group, a trailing smaller one included. */
CLGROUP_HELPER uint clgroup_size(void) {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}
