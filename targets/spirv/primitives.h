/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sub-group primitives of SPIR-V, by the names that the Khronos translator recognizes. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H

#define CLGROUP_PRIMITIVE __attribute__((overloadable, convergent))

/* Constant for a work-item, so that compilers may merge and move the calls. */
#define CLGROUP_QUERY __attribute__((overloadable, const))
uint CLGROUP_QUERY get_sub_group_size(void);
uint CLGROUP_QUERY get_max_sub_group_size(void);
uint CLGROUP_QUERY get_num_sub_groups(void);
uint CLGROUP_QUERY get_sub_group_id(void);
uint CLGROUP_QUERY get_sub_group_local_id(void);

/* Core sub-groups: OpGroupAll. */
int CLGROUP_PRIMITIVE sub_group_all(int predicate);
#define clgroup_sub_group_all(predicate) sub_group_all(predicate)

/* Also core: OpGroupIAdd, OpGroupSMin and the like. Drivers' versions for floats differ in the results that docs/results.md fixes. */
#define CLGROUP_PRIMITIVES_OF_INTEGERS(type)                                                                           \
  type CLGROUP_PRIMITIVE sub_group_reduce_add(type x);                                                                 \
  type CLGROUP_PRIMITIVE sub_group_reduce_min(type x);                                                                 \
  type CLGROUP_PRIMITIVE sub_group_reduce_max(type x);                                                                 \
  type CLGROUP_PRIMITIVE sub_group_scan_inclusive_max(type x);                                                          \
  type CLGROUP_PRIMITIVE sub_group_scan_inclusive_min(type x);                                                          \
  type CLGROUP_PRIMITIVE sub_group_scan_inclusive_add(type x);                                                          \
  type CLGROUP_PRIMITIVE sub_group_scan_exclusive_add(type x);                                                         \
  type CLGROUP_PRIMITIVE sub_group_scan_exclusive_min(type x);                                                         \
  type CLGROUP_PRIMITIVE sub_group_scan_exclusive_max(type x);
CLGROUP_PRIMITIVES_OF_INTEGERS(int)
CLGROUP_PRIMITIVES_OF_INTEGERS(uint)
CLGROUP_PRIMITIVES_OF_INTEGERS(long)
CLGROUP_PRIMITIVES_OF_INTEGERS(ulong)

/* Also core: OpGroupBroadcast. */
#define CLGROUP_BROADCASTS(type) type CLGROUP_PRIMITIVE sub_group_broadcast(type x, uint lane);
CLGROUP_BROADCASTS(int)
CLGROUP_BROADCASTS(uint)
CLGROUP_BROADCASTS(long)
CLGROUP_BROADCASTS(ulong)
CLGROUP_BROADCASTS(float)
CLGROUP_BROADCASTS(double)
CLGROUP_BROADCASTS(half)

/* Lane 0's value of x. It tells Intel's CPU compiler that all lanes have the same value, which it does not know of get_sub_group_id() and
 * of shuffles. It then makes a single store of a store by lane 0, otherwise a scatter. */
#define clgroup_uniform(x) sub_group_broadcast(x, 0)

/* cl_khr_subgroup_shuffle: OpGroupNonUniformShuffle and OpGroupNonUniformShuffleXor, with SPIR-V 1.3. The value of x in lane
 * `lane`, and in the lane whose number differs from this one's by an exclusive or with `mask`. */
#define CLGROUP_SHUFFLES(type)                                                                                         \
  type CLGROUP_PRIMITIVE sub_group_shuffle(type x, uint lane);                                                         \
  type CLGROUP_PRIMITIVE sub_group_shuffle_xor(type x, uint mask);
CLGROUP_SHUFFLES(int)
CLGROUP_SHUFFLES(uint)
CLGROUP_SHUFFLES(long)
CLGROUP_SHUFFLES(ulong)
CLGROUP_SHUFFLES(float)
CLGROUP_SHUFFLES(double)
CLGROUP_SHUFFLES(half)
#define clgroup_shuffle(x, lane) sub_group_shuffle(x, lane)
#define clgroup_shuffle_xor(x, mask) sub_group_shuffle_xor(x, mask)

/* 0, in lanes that accumulate by atomics. */
#define CLGROUP_LEADER_0 0
#define CLGROUP_IS_LANE_0 (get_sub_group_local_id() == 0)

/* No use here: the address need not be hidden from LLVM. */
#define CLGROUP_KEEP_ADDRESS(pointer) (void)0

/* A store of one value by all work-items, where a test for one of them takes longer. Intel's CPU compiler makes of a store by one work-item a
 * scatter. */
#define CLGROUP_STORE_SAME(pointer, value) (void)(*(pointer) = (value))

#endif
