/* The sub-group primitives of SPIR-V, as the Khronos translator knows them by name. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H

#define CLGROUP_PRIMITIVE __attribute__((overloadable, convergent))

uint CLGROUP_PRIMITIVE get_sub_group_size(void);
uint CLGROUP_PRIMITIVE get_max_sub_group_size(void);
uint CLGROUP_PRIMITIVE get_num_sub_groups(void);
uint CLGROUP_PRIMITIVE get_sub_group_id(void);
uint CLGROUP_PRIMITIVE get_sub_group_local_id(void);

/* Core sub-groups: OpGroupAll. */
int CLGROUP_PRIMITIVE sub_group_all(int predicate);
#define clgroup_sub_group_all(predicate) sub_group_all(predicate)

/* cl_khr_subgroup_shuffle: OpGroupNonUniformShuffle, with SPIR-V 1.3. The value of x that lane `lane` holds. */
int CLGROUP_PRIMITIVE sub_group_shuffle(int x, uint lane);
uint CLGROUP_PRIMITIVE sub_group_shuffle(uint x, uint lane);
long CLGROUP_PRIMITIVE sub_group_shuffle(long x, uint lane);
ulong CLGROUP_PRIMITIVE sub_group_shuffle(ulong x, uint lane);
float CLGROUP_PRIMITIVE sub_group_shuffle(float x, uint lane);
double CLGROUP_PRIMITIVE sub_group_shuffle(double x, uint lane);
half CLGROUP_PRIMITIVE sub_group_shuffle(half x, uint lane);
#define clgroup_shuffle(x, lane) sub_group_shuffle(x, lane)

#endif
