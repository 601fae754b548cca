/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A work-group's size and a work-item's rank in it: the linear local id, with x running fastest. 32 bits are enough for any
 * work-group, and cheaper than size_t. By OpenCL C 1.2's queries, which every driver has. The headers that kernels include have
 * these functions too (headers/clgroup_generic.h.in). */
CLGROUP_HELPER uint clgroup_rank_of(uint __x, uint __y, uint __z) {
#ifdef __AMDGCN__
  /* A product of 24 bits and a sum are one instruction; LLVM 23 makes two, before gfx11, of a factor that is half of a word. */
  const uint __row = (__z * ((uint)get_local_size(1) & 0xfff) + __y) & 0xffffff;
#else
  const uint __row = __z * (uint)get_local_size(1) + __y;
#endif
  return __row * (uint)get_local_size(0) + __x;
}

CLGROUP_HELPER uint clgroup_rank(void) {
  return clgroup_rank_of((uint)get_local_id(0), (uint)get_local_id(1), (uint)get_local_id(2));
}

/* The number of work-items in this work-group, a trailing smaller one included. */
CLGROUP_HELPER uint clgroup_size(void) {
  return (uint)get_local_size(0) * (uint)get_local_size(1) * (uint)get_local_size(2);
}
