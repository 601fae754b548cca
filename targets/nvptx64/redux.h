/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* redux.sync, from sm_80 on: reduces of words over some lanes of a warp. */
#ifndef CLGROUP_REDUX_H
#define CLGROUP_REDUX_H

#include <scratch.h>

/* Intrinsics by their names in LLVM: clang's builtins for them depend on its version, the architecture, and the version of CUDA that
 * it finds. */
#define CLGROUP_INTRINSIC(name) __attribute__((convergent)) __asm__("llvm.nvvm." name)

#define CLGROUP_HAS_REDUX (CLGROUP_ARCHITECTURE() >= 80)
int clgroup_redux_add(int x, uint members) CLGROUP_INTRINSIC("redux.sync.add");
int clgroup_redux_min(int x, uint members) CLGROUP_INTRINSIC("redux.sync.min");
int clgroup_redux_max(int x, uint members) CLGROUP_INTRINSIC("redux.sync.max");
uint clgroup_redux_umin(uint x, uint members) CLGROUP_INTRINSIC("redux.sync.umin");
uint clgroup_redux_umax(uint x, uint members) CLGROUP_INTRINSIC("redux.sync.umax");
int clgroup_redux_and(int x, uint members) CLGROUP_INTRINSIC("redux.sync.and");
int clgroup_redux_or(int x, uint members) CLGROUP_INTRINSIC("redux.sync.or");
int clgroup_redux_xor(int x, uint members) CLGROUP_INTRINSIC("redux.sync.xor");

/* A word of 64 bits, by its halves. */
CLGROUP_HELPER ulong clgroup_of_halves(uint low, uint high) {
  return (ulong)high << 32 | low;
}

/* Combines the words of the existing members; the result is in each of them. */
#define CLGROUP_REDUCE(name, type, redux, of_intrinsic)                                                                \
  CLGROUP_HELPER type name(type x, uint members) {                                                                     \
    return (type)redux((of_intrinsic)x, members);                                                                      \
  }
CLGROUP_REDUCE(clgroup_redux_word_add, int, clgroup_redux_add, int)
CLGROUP_REDUCE(clgroup_redux_word_add, uint, clgroup_redux_add, int)
CLGROUP_REDUCE(clgroup_redux_word_min, int, clgroup_redux_min, int)
CLGROUP_REDUCE(clgroup_redux_word_min, uint, clgroup_redux_umin, uint)
CLGROUP_REDUCE(clgroup_redux_word_max, int, clgroup_redux_max, int)
CLGROUP_REDUCE(clgroup_redux_word_max, uint, clgroup_redux_umax, uint)
CLGROUP_REDUCE(clgroup_redux_word_and, int, clgroup_redux_and, int)
CLGROUP_REDUCE(clgroup_redux_word_and, uint, clgroup_redux_and, int)
CLGROUP_REDUCE(clgroup_redux_word_or, int, clgroup_redux_or, int)
CLGROUP_REDUCE(clgroup_redux_word_or, uint, clgroup_redux_or, int)
CLGROUP_REDUCE(clgroup_redux_word_xor, int, clgroup_redux_xor, int)
CLGROUP_REDUCE(clgroup_redux_word_xor, uint, clgroup_redux_xor, int)
#undef CLGROUP_REDUCE

/* The same for words of 64 bits. Bitwise: by halves. Sums: the high half may wrap; the low half is added in two quarters, whose sums
 * cannot wrap and are carried. Extremes: of the high halves, then of the low halves of those lanes that have that high half. */
#define CLGROUP_REDUCE_BITS(op)                                                                                        \
  CLGROUP_HELPER ulong clgroup_redux_word_##op(ulong x, uint members) {                                                \
    const uint high = clgroup_redux_word_##op((uint)(x >> 32), members);                                               \
    return clgroup_of_halves(clgroup_redux_word_##op((uint)x, members), high);                                         \
  }                                                                                                                    \
  CLGROUP_HELPER long clgroup_redux_word_##op(long x, uint members) {                                                  \
    return (long)clgroup_redux_word_##op((ulong)x, members);                                                           \
  }
CLGROUP_REDUCE_BITS(and)
CLGROUP_REDUCE_BITS(or)
CLGROUP_REDUCE_BITS(xor)
#undef CLGROUP_REDUCE_BITS

CLGROUP_HELPER ulong clgroup_redux_word_add(ulong x, uint members) {
  const uint high = clgroup_redux_word_add((uint)(x >> 32), members);
  const uint low = clgroup_redux_word_add((uint)x & 0xffff, members), middle = clgroup_redux_word_add((uint)x >> 16, members);
  return ((ulong)high << 32) + ((ulong)middle << 16) + low;
}
CLGROUP_HELPER long clgroup_redux_word_add(long x, uint members) {
  return (long)clgroup_redux_word_add((ulong)x, members);
}

#define CLGROUP_REDUCE_ORDER(op, type, half, most)                                                                     \
  CLGROUP_HELPER type clgroup_redux_word_##op(type x, uint members) {                                                  \
    const half mine = (half)(x >> 32), high = clgroup_redux_word_##op(mine, members);                                  \
    return (type)clgroup_of_halves(clgroup_redux_word_##op(mine == high ? (uint)x : most, members), (uint)high);       \
  }
CLGROUP_REDUCE_ORDER(min, long, int, UINT_MAX)
CLGROUP_REDUCE_ORDER(min, ulong, uint, UINT_MAX)
CLGROUP_REDUCE_ORDER(max, long, int, 0u)
CLGROUP_REDUCE_ORDER(max, ulong, uint, 0u)
#undef CLGROUP_REDUCE_ORDER

#endif
