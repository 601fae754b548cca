/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The sub-group primitives of NVIDIA: a sub-group is a warp, 32 neighbours; the last one may have fewer.
 *
 * The member mask is all ones everywhere, a constant: lanes that the last warp lacks count as exited, and no instruction waits for those.
 * Shuffles from them give undefined values. */
#ifndef CLGROUP_PRIMITIVES_H
#define CLGROUP_PRIMITIVES_H

#include <redux.h>

#define CLGROUP_ALL_LANES (-1)
#define CLGROUP_LAST_LANE 31

int __attribute__((const)) clgroup_ballot(int members, bool predicate) CLGROUP_INTRINSIC("vote.ballot.sync");

CLGROUP_HELPER uint get_max_sub_group_size(void) {
  return 32;
}

/* A part of the rank if that is a single register, as in one dimension; else a register of its own. */
CLGROUP_HELPER uint get_sub_group_local_id(void) {
  return __clgroup_size_is_known() ? clgroup_rank() & CLGROUP_LAST_LANE : (uint)__nvvm_read_ptx_sreg_laneid();
}

CLGROUP_HELPER uint get_sub_group_id(void) {
  return clgroup_rank() >> 5;
}

CLGROUP_HELPER uint get_num_sub_groups(void) {
  return (clgroup_size() + CLGROUP_LAST_LANE) >> 5;
}

/* Is it known that all warps are full? */
CLGROUP_HELPER bool clgroup_sub_groups_are_full(void) {
  return __clgroup_size_is_known() && (clgroup_size() & CLGROUP_LAST_LANE) == 0;
}

/* If it is not known, a vote finds the last lane. Of __builtin_clz(), whose operand is not 0, LLVM makes what takes ptxas two instructions more. */
CLGROUP_HELPER uint get_sub_group_size(void) {
  return clgroup_sub_groups_are_full() ? 32 : 32 - clz((uint)clgroup_ballot(CLGROUP_ALL_LANES, true));
}

/* Barriers that vote: is the predicate nonzero in all work-items, in any? */
int clgroup_barrier_all(int predicate) CLGROUP_INTRINSIC("barrier0.and");
int clgroup_barrier_any(int predicate) CLGROUP_INTRINSIC("barrier0.or");
#define CLGROUP_BARRIER_ALL(predicate) clgroup_barrier_all(predicate)
#define CLGROUP_BARRIER_ANY(predicate) clgroup_barrier_any(predicate)

/* A barrier, and the number of the last sub-group. The barrier counts the work-items, which is cheaper than multiplying the local sizes. */
int clgroup_barrier_count(int predicate) CLGROUP_INTRINSIC("barrier0.popc");
CLGROUP_HELPER uint clgroup_barrier_and_last_sub_group(void) {
  if (!__clgroup_size_is_known())
    return (uint)clgroup_barrier_count(!clgroup_is_rank_0()) >> 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  return get_num_sub_groups() - 1;
}

int clgroup_shuffle_index(int members, int x, int lane, int last) CLGROUP_INTRINSIC("shfl.sync.idx.i32");
int clgroup_shuffle_butterfly(int members, int x, int mask, int last) CLGROUP_INTRINSIC("shfl.sync.bfly.i32");

/* The value of another lane: of `lane`, of the lane whose number differs in the bits of `mask`, of the one `n` before or behind. The last
 * two also return whether that lane exists, as shuffles define it: none before lane 0, none behind lane `last`. If not, they return x.
 * primitives.ll defines them for words. */
uint __attribute__((convergent)) __clgroup_word_below(uint x, uint n, uint segment, int members, private int *is_there);
uint __attribute__((overloadable, convergent)) clgroup_shuffle_down(uint x, uint n, uint last, private int *is_there) __asm__("__clgroup_shuffle_down");

CLGROUP_HELPER uint clgroup_shuffle(uint x, uint lane) {
  return (uint)clgroup_shuffle_index(CLGROUP_ALL_LANES, (int)x, (int)lane, CLGROUP_LAST_LANE);
}

CLGROUP_HELPER uint clgroup_shuffle_xor(uint x, uint mask) {
  return (uint)clgroup_shuffle_butterfly(CLGROUP_ALL_LANES, (int)x, (int)mask, CLGROUP_LAST_LANE);
}

CLGROUP_HELPER uint clgroup_shuffle_up(uint x, uint n, private int *is_there) {
  return __clgroup_word_below(x, n, 0, CLGROUP_ALL_LANES, is_there);
}

/* The same for words of 64 bits, by halves. */
CLGROUP_HELPER ulong clgroup_shuffle(ulong x, uint lane) {
  return clgroup_of_halves(clgroup_shuffle((uint)x, lane), clgroup_shuffle((uint)(x >> 32), lane));
}

CLGROUP_HELPER ulong clgroup_shuffle_xor(ulong x, uint mask) {
  return clgroup_of_halves(clgroup_shuffle_xor((uint)x, mask), clgroup_shuffle_xor((uint)(x >> 32), mask));
}

CLGROUP_HELPER ulong clgroup_shuffle_up(ulong x, uint n, private int *is_there) {
  const uint low = clgroup_shuffle_up((uint)x, n, is_there);
  return clgroup_of_halves(low, clgroup_shuffle_up((uint)(x >> 32), n, is_there));
}

CLGROUP_HELPER ulong clgroup_shuffle_down(ulong x, uint n, uint last, private int *is_there) {
  const uint low = clgroup_shuffle_down((uint)x, n, last, is_there);
  return clgroup_of_halves(low, clgroup_shuffle_down((uint)(x >> 32), n, last, is_there));
}

/* x, through an empty asm statement, which LLVM removes if its result is not used. */
#define CLGROUP_BY_ASSEMBLY(type, letter)                                                                              \
  CLGROUP_HELPER type clgroup_by_assembly(type x) {                                                                    \
    __asm__("" : "+" letter(x));                                                                                       \
    return x;                                                                                                          \
  }
CLGROUP_BY_ASSEMBLY(int, "r")
CLGROUP_BY_ASSEMBLY(uint, "r")
CLGROUP_BY_ASSEMBLY(long, "l")
CLGROUP_BY_ASSEMBLY(ulong, "l")
CLGROUP_BY_ASSEMBLY(float, "f")
CLGROUP_BY_ASSEMBLY(double, "d")
#undef CLGROUP_BY_ASSEMBLY
CLGROUP_HELPER half2 clgroup_by_assembly(half2 x) {
  return as_half2(clgroup_by_assembly(as_uint(x)));
}

/* Is the work-group plain (layout.h)? The sum is 1 if x is a multiple of `items`, and y is 1. An instruction takes one of the launch's sizes, so
 * that this has the fewest moves. LLVM must not see that both operands are compared with 1: it would use two predicates. */
CLGROUP_HELPER bool clgroup_is_plain(uint items) {
  const uint sum = (uint)get_local_size(0) * (UINT_MAX / items + 1) + (uint)get_local_size(1);
  return (clgroup_by_assembly(sum ^ 1) | ((uint)get_local_size(2) ^ 1)) == 0;
}

/* The same of a multiple of 64, and its number of these plus 1 (layout.h). From sm_80 on one instruction makes both: the upper half is 1 + x / 64
 * if z is 1; the lower half is y + 4 * x + (x % 64 << 26), of which 4 * x has no other bits than those of 0x1f00 in a plain work-group. Before,
 * where instructions read sizes from memory, it would take one more. */
CLGROUP_HELPER bool clgroup_is_plain_for_totals(private uint *end) {
  const uint x = (uint)get_local_size(0), y = (uint)get_local_size(1), z = (uint)get_local_size(2);
  const ulong sums = (ulong)x * 0x4000004 + clgroup_of_halves(y, z);
  *end = CLGROUP_HAS_REDUX ? (uint)(sums >> 32) : x / 64 + 1;
  return CLGROUP_HAS_REDUX ? (((uint)sums | z) & ~0x1f01u) == 0 : clgroup_is_plain(64);
}

/* Shuffles for the other types, by their bits. */
#define CLGROUP_BY_BITS(type, to_bits, bits, of_bits)                                                                  \
  CLGROUP_HELPER type clgroup_shuffle(type x, uint lane) {                                                             \
    return of_bits(clgroup_shuffle((bits)to_bits(x), lane));                                                           \
  }                                                                                                                    \
  CLGROUP_HELPER type clgroup_shuffle_xor(type x, uint mask) {                                                         \
    return of_bits(clgroup_shuffle_xor((bits)to_bits(x), mask));                                                       \
  }                                                                                                                    \
  CLGROUP_HELPER type clgroup_shuffle_up(type x, uint n, private int *is_there) {                                      \
    return of_bits(clgroup_shuffle_up((bits)to_bits(x), n, is_there));                                                 \
  }                                                                                                                    \
  CLGROUP_HELPER type clgroup_shuffle_down(type x, uint n, uint last, private int *is_there) {                         \
    return of_bits(clgroup_shuffle_down((bits)to_bits(x), n, last, is_there));                                         \
  }
#define CLGROUP_HALF_OF_BITS(x) as_half((ushort)(x))
CLGROUP_BY_BITS(int, as_uint, uint, as_int)
CLGROUP_BY_BITS(float, as_uint, uint, as_float)
CLGROUP_BY_BITS(half, as_ushort, uint, CLGROUP_HALF_OF_BITS)
CLGROUP_BY_BITS(half2, as_uint, uint, as_half2)
CLGROUP_BY_BITS(long, as_ulong, ulong, as_long)
CLGROUP_BY_BITS(double, as_ulong, ulong, as_double)
#undef CLGROUP_HALF_OF_BITS
#undef CLGROUP_BY_BITS

/* Newer GPUs compute an address in local memory from two registers, and ptxas repeats that in each branch. If the origin of the pointer is
 * hidden from LLVM, it is computed once. */
#define CLGROUP_KEEP_ADDRESS(pointer) __asm__("" : "+l"(pointer))

/* 0, in lanes that accumulate by atomics. */
#define CLGROUP_LEADER_0 0

/* Is this the lane that accumulates by atomics? With %laneid ptxas knows that it is the only one. With a part of the rank it does not, and
 * combines the atomics of all lanes first: a reduce took 1.4 times as long on an H100. */
#define CLGROUP_IS_LANE_0 (__nvvm_read_ptx_sreg_laneid() == 0)

/* A store of one value by all work-items, where a test for one of them takes longer. Volatile, and so atomic. */
#define CLGROUP_STORE_SAME(pointer, value) (void)(*(volatile __typeof__(*(pointer)) *)(pointer) = (value))

#endif
