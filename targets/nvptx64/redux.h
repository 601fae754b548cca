/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* redux.sync, from sm_80 on: reduces of words over some lanes of a warp. */
#ifndef CLGROUP_REDUX_H
#define CLGROUP_REDUX_H

#include <scratch.h>

/* Intrinsics by their names in LLVM: clang's builtins for them depend on its version, the architecture, and the version of CUDA that
 * it finds. */
#define CLGROUP_INTRINSIC(name) __attribute__((convergent)) __asm__("llvm.nvvm." name)

#define CLGROUP_HAS_REDUX (CLGROUP_ARCHITECTURE() >= 80)

/* Combines the words of the existing members; the result is in each of them. */
#define CLGROUP_REDUX(op, type, name)                                                                                  \
  type __attribute__((overloadable)) clgroup_redux_word_##op(type x, uint members) CLGROUP_INTRINSIC("redux.sync." #name);
CLGROUP_REDUX(add, int, add)
CLGROUP_REDUX(add, uint, add)
CLGROUP_REDUX(min, int, min)
CLGROUP_REDUX(min, uint, umin)
CLGROUP_REDUX(max, int, max)
CLGROUP_REDUX(max, uint, umax)
CLGROUP_REDUX(and, int, and)
CLGROUP_REDUX(and, uint, and)
CLGROUP_REDUX(or, int, or)
CLGROUP_REDUX(or, uint, or)
CLGROUP_REDUX(xor, int, xor)
CLGROUP_REDUX(xor, uint, xor)
#undef CLGROUP_REDUX

/* A word of 64 bits, by its halves. */
CLGROUP_HELPER ulong clgroup_of_halves(uint low, uint high) {
  return (ulong)high << 32 | low;
}

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
