/* The sub-group primitives of AMD. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVE static inline __attribute__((overloadable, convergent, always_inline))
uint __attribute__((const)) clgroup_wavefrontsize(void) __asm__("llvm.amdgcn.wavefrontsize");
CLGROUP_PRIMITIVE uint get_max_sub_group_size(void) { return clgroup_wavefrontsize(); }
CLGROUP_PRIMITIVE uint get_sub_group_local_id(void) { return clgroup_rank() & (get_max_sub_group_size() - 1); }
CLGROUP_PRIMITIVE uint get_sub_group_id(void) { return clgroup_rank() / get_max_sub_group_size(); }
CLGROUP_PRIMITIVE uint get_num_sub_groups(void) { return (clgroup_size() + get_max_sub_group_size() - 1) / get_max_sub_group_size(); }
CLGROUP_PRIMITIVE uint get_sub_group_size(void) { return min(get_max_sub_group_size(), clgroup_size() - get_sub_group_id() * get_max_sub_group_size()); }
CLGROUP_PRIMITIVE int clgroup_shuffle(int x, uint lane) { return __builtin_amdgcn_ds_bpermute(lane * 4, x); }
CLGROUP_PRIMITIVE uint clgroup_shuffle(uint x, uint lane) { return (uint)clgroup_shuffle((int)x, lane); }
CLGROUP_PRIMITIVE int clgroup_sub_group_all(int p) { return __builtin_amdgcn_read_exec() == __builtin_amdgcn_uicmp(p != 0, 0, 33); }
CLGROUP_PRIMITIVE float clgroup_shuffle(float x, uint lane) { return as_float(clgroup_shuffle(as_int(x), lane)); }
CLGROUP_PRIMITIVE ulong clgroup_shuffle(ulong x, uint lane) { return (ulong)clgroup_shuffle((uint)(x >> 32), lane) << 32 | clgroup_shuffle((uint)x, lane); }
CLGROUP_PRIMITIVE long clgroup_shuffle(long x, uint lane) { return (long)clgroup_shuffle((ulong)x, lane); }
CLGROUP_PRIMITIVE double clgroup_shuffle(double x, uint lane) { return as_double(clgroup_shuffle(as_ulong(x), lane)); }
CLGROUP_PRIMITIVE half clgroup_shuffle(half x, uint lane) { return as_half((ushort)clgroup_shuffle((uint)as_ushort(x), lane)); }
#define clgroup_shuffle_xor(x, mask) clgroup_shuffle(x, get_sub_group_local_id() ^ (mask))
#define CLGROUP_NO_SUB_GROUP_FUNCTIONS 1
#endif
