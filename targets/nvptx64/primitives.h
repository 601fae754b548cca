/* The sub-group primitives of NVIDIA. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVE static inline __attribute__((overloadable, convergent, always_inline))

CLGROUP_PRIMITIVE uint get_max_sub_group_size(void) { return 32; }
CLGROUP_PRIMITIVE uint get_sub_group_local_id(void) { return clgroup_rank() & 31; }
CLGROUP_PRIMITIVE uint get_sub_group_id(void) { return clgroup_rank() >> 5; }
CLGROUP_PRIMITIVE uint get_num_sub_groups(void) { return (clgroup_size() + 31) >> 5; }
CLGROUP_PRIMITIVE uint get_sub_group_size(void) {
  return min(32u, clgroup_size() - get_sub_group_id() * 32);
}
CLGROUP_PRIMITIVE uint clgroup_member_mask(void) {
  return ~0u;
}
CLGROUP_PRIMITIVE int clgroup_sub_group_all(int predicate) {
  return __nvvm_vote_all_sync(clgroup_member_mask(), predicate != 0);
}
CLGROUP_PRIMITIVE int clgroup_shuffle(int x, uint lane) { return __nvvm_shfl_sync_idx_i32(clgroup_member_mask(), x, lane, 31); }
CLGROUP_PRIMITIVE uint clgroup_shuffle(uint x, uint lane) { return (uint)clgroup_shuffle((int)x, lane); }
CLGROUP_PRIMITIVE float clgroup_shuffle(float x, uint lane) { return as_float(clgroup_shuffle(as_int(x), lane)); }
CLGROUP_PRIMITIVE ulong clgroup_shuffle(ulong x, uint lane) {
  return (ulong)clgroup_shuffle((uint)(x >> 32), lane) << 32 | clgroup_shuffle((uint)x, lane);
}
CLGROUP_PRIMITIVE long clgroup_shuffle(long x, uint lane) { return (long)clgroup_shuffle((ulong)x, lane); }
CLGROUP_PRIMITIVE double clgroup_shuffle(double x, uint lane) { return as_double(clgroup_shuffle(as_ulong(x), lane)); }
CLGROUP_PRIMITIVE half clgroup_shuffle(half x, uint lane) { return as_half((ushort)clgroup_shuffle((uint)as_ushort(x), lane)); }
#define clgroup_shuffle_xor(x, mask) clgroup_shuffle(x, get_sub_group_local_id() ^ (mask))
#define CLGROUP_NO_SUB_GROUP_FUNCTIONS 1
#endif
