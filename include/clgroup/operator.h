/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reduces and scans with one operator on one type, in OpenCL C: over tiles, the active lanes of a sub-group, the sub-group, the work-group,
 * and with several items for each work-item. Define these macros and include the header, once for each pair of an operator and a type; it
 * undefines them:
 *
 *   CLGROUP_OPERATOR        a name: `add` makes tile_reduce_add() and so on
 *   CLGROUP_TYPE            the type, of up to 32 bytes; a pointer's needs a typedef
 *   CLGROUP_COMBINE(a, b)   combines a value of lower ranks, a, and one of higher ranks, b: associative, but need not be commutative
 *   CLGROUP_IDENTITY        what rank 0 of an exclusive scan gets
 *   CLGROUP_ATOMIC(p, x)    optional, for updates: combines x into *p, in global or local memory, and returns the value before
 *   CLGROUP_PREFIX(s, sum)  optional, with CLGROUP_PREFIX_TYPE, the type of s: the value in front of the work-group's items, computed from their
 *                           sum. All work-items call it and must get the same value; it may contain barriers
 *
 * The operators add, mul, min, max, and, or, xor on int, uint, long, ulong, float, double and half, by these names, are known: for those the
 * first two macros are enough. docs/scans.md describes the functions, what each costs, and which calls may be in divergent control flow. */
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 120
#define CLGROUP_IS_WRONG
#error "<clgroup/operator.h> needs -cl-std=CL1.2 or newer"
#else
#include <clgroup/operator_common.h>
#endif
#pragma clang system_header

#if defined(CLGROUP_IS_WRONG)
#elif !defined(CLGROUP_OPERATOR) || !defined(CLGROUP_TYPE)
#define CLGROUP_IS_WRONG
#error "define CLGROUP_OPERATOR, a name, and CLGROUP_TYPE before <clgroup/operator.h> is included"
#elif defined(CLGROUP_COMBINE) != defined(CLGROUP_IDENTITY)
#define CLGROUP_IS_WRONG
#error "define both CLGROUP_COMBINE(a, b) and CLGROUP_IDENTITY, or neither for an operator that OpenCL C has"
#elif !defined(CLGROUP_COMBINE)
#if !CLGROUP_ROW(CLGROUP_IS_KNOWN_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#define CLGROUP_IS_WRONG
#error "OpenCL C has no CLGROUP_OPERATOR of this name on CLGROUP_TYPE: define CLGROUP_COMBINE(a, b) and CLGROUP_IDENTITY, too"
#elif defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 200
#define CLGROUP_IS_WRONG
#error "OpenCL C has its CLGROUP_OPERATORs from -cl-std=CL2.0 on: define CLGROUP_COMBINE(a, b) and CLGROUP_IDENTITY for an older version"
#endif
#endif
#ifndef CLGROUP_IS_WRONG

#define CLGROUP_OP(__prefix) CLGROUP_JOIN(__prefix, CLGROUP_OPERATOR)
#ifndef CLGROUP_COMBINE
#define CLGROUP_IS_STANDARD 1
#define CLGROUP_COMBINE(__a, __b) CLGROUP_ROW(CLGROUP_COMBINE_, CLGROUP_OPERATOR, CLGROUP_TYPE)(__a, __b)
#define CLGROUP_IDENTITY CLGROUP_ROW(CLGROUP_IDENTITY_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#endif
_Static_assert(sizeof(CLGROUP_TYPE) <= 32, "CLGROUP_TYPE has at most 32 bytes");

/* If the header is included again for this operator and type, the second of these functions exists and is called: a
 * fatal error, since each definition below would be one too. */
#pragma clang diagnostic push
#pragma clang diagnostic fatal "-Wuser-defined-warnings"
__attribute__((__overloadable__)) int CLGROUP_OP(clgroup_has_)(private void *__type);
_Static_assert(sizeof(CLGROUP_OP(clgroup_has_)((private CLGROUP_TYPE *)0)), "");
#pragma clang diagnostic pop
__attribute__((__overloadable__,
               __diagnose_if__(1, "<clgroup/operator.h> is included twice for this CLGROUP_OPERATOR on this CLGROUP_TYPE: leave out the second",
                               "warning"))) int CLGROUP_OP(clgroup_has_)(private CLGROUP_TYPE *__type);

/* Not the macro in each place: a user's operator may be long, and its arguments expressions. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_combine_)(CLGROUP_TYPE __a, CLGROUP_TYPE __b) {
  return CLGROUP_COMBINE(__a, __b);
}

/* The value of another member, by its number: a lane, or a rank of the work-group. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_take_)(CLGROUP_TYPE __x, uint __from, clgroup_members __members) {
  union {
    uint __words[(sizeof(CLGROUP_TYPE) + 3) / 4];
    ulong __pairs[(sizeof(CLGROUP_TYPE) + 7) / 8];
    CLGROUP_TYPE __value;
  } __u = {{0}};
  __u.__value = __x;
  if (__members.__are_lanes)
    for (uint __i = 0; __i < sizeof __u.__words / sizeof *__u.__words; __i++)
      __u.__words[__i] = CLGROUP_SHUFFLE(__u.__words[__i], __from, __members.__lanes);
  else if (sizeof(CLGROUP_TYPE) <= 4)
    __u.__words[0] = clgroup_work_group_shuffle(__u.__words[0], __from);
  else
    for (uint __i = 0; __i < sizeof __u.__pairs / sizeof *__u.__pairs; __i++)
      __u.__pairs[__i] = clgroup_work_group_shuffle(__u.__pairs[__i], __from);
  return __u.__value;
}

#if defined(__AMDGCN__)
/* By instructions that give a lane another's value of the same 16 (targets/amdgcn/sub_group.cl). LLVM makes shorter code of pairs, as they
 * are, than of a ulong's halves. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_near_)(CLGROUP_TYPE __x, uint __n, clgroup_neighbour __which) {
  union {
    uint __words[(sizeof(CLGROUP_TYPE) + 3) / 4];
    uint2 __pairs[(sizeof(CLGROUP_TYPE) + 7) / 8];
    CLGROUP_TYPE __value;
  } __u = {{0}};
  __u.__value = __x;
  if (sizeof(CLGROUP_TYPE) % 8 == 0)
    for (uint __i = 0; __i < sizeof __u.__pairs / sizeof *__u.__pairs; __i++)
      __u.__pairs[__i] = (uint2)(clgroup_near_word(__u.__pairs[__i][0], __n, __which), clgroup_near_word(__u.__pairs[__i][1], __n, __which));
  else
    for (uint __i = 0; __i < sizeof __u.__words / sizeof *__u.__words; __i++)
      __u.__words[__i] = clgroup_near_word(__u.__words[__i], __n, __which);
  return __u.__value;
}
#endif

#if defined(CLGROUP_IS_STANDARD) && defined(__AMDGCN__)
#if CLGROUP_ROW(CLGROUP_COMMUTES_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#define CLGROUP_HAS_PAD
/* Does it add floats? 0.0 taken off changes none of them. */
#define CLGROUP_ADDS_FLOATS ((CLGROUP_TYPE)0.5f != 0 && (CLGROUP_TYPE)CLGROUP_ROW(CLGROUP_PAD_, CLGROUP_OPERATOR, CLGROUP_TYPE) == 0)
/* What a scan's step combines with in tiles of up to 32 lanes; `__otherwise` where there is nothing. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_before_or_)(CLGROUP_TYPE __x, uint __n, uint __width, CLGROUP_TYPE __otherwise) {
  union {
    uint __words[(sizeof(CLGROUP_TYPE) + 3) / 4];
    uint2 __pairs[(sizeof(CLGROUP_TYPE) + 7) / 8];
    CLGROUP_TYPE __value;
  } __u = {{0}}, __pad = {{0}};
  __u.__value = __x;
  __pad.__value = __otherwise;
  if (sizeof(CLGROUP_TYPE) == 8)
    __u.__pairs[0] = (uint2)(__clgroup_word_before_or(__u.__pairs[0][0], __n, __width, __pad.__pairs[0][0]),
                             __clgroup_word_before_or(__u.__pairs[0][1], __n, __width, __pad.__pairs[0][1]));
  else
    __u.__words[0] = __clgroup_word_before_or(__u.__words[0], __n, __width, __pad.__words[0]);
  return __u.__value;
}
/* A scan's step, where one that has nothing before it combines with an operand that changes nothing: mostly one instruction. Not for 8
 * bytes: in an addition with a carry nobody says what carry the lanes have that the step leaves out. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_step_with_pad_)(CLGROUP_TYPE __x, uint __n, uint __width) {
  if (CLGROUP_ADDS_FLOATS)
    return __x - CLGROUP_OP(clgroup_before_or_)(-__x, __n, __width, (CLGROUP_TYPE)0);
  return CLGROUP_OP(clgroup_combine_)(
    CLGROUP_OP(clgroup_before_or_)(__x, __n, __width, (CLGROUP_TYPE)CLGROUP_ROW(CLGROUP_PAD_, CLGROUP_OPERATOR, CLGROUP_TYPE)), __x);
}
#endif
#endif

/* What a scan's step combines with, if that is there; in all steps of a scan by the same way. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_take_before_)(CLGROUP_TYPE __x, uint __rank, uint __step, clgroup_members __members,
                                                             bool __is_near, private bool *__is_there) {
  (void)__is_near;
#if defined(__AMDGCN__)
  if (__is_near) {
    *__is_there = __step < 16 ? (__rank & 15) >= __step : (__rank & __step) != 0;
    return CLGROUP_OP(clgroup_near_)(__x, __step, CLGROUP_STEP_BEFORE);
  }
#endif
  const uint __self = clgroup_self(__members);
  *__is_there = __rank >= __step;
  return CLGROUP_OP(clgroup_take_)(__x, __rank >= __step ? __self - __step : __self, __members);
}

/* The inclusive scan inside tiles of `__width` members: after i steps each has combined the last 2^i values up to its own. Shuffles:
 * log2(width) for each 4 bytes; through local memory as many barriers for each 8. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_scan_)(CLGROUP_TYPE __x, uint __width, clgroup_members __members) {
  const uint __rank = clgroup_self(__members) & (__width - 1), __reach = clgroup_reach(__width, __members);
  const bool __is_near = __members.__are_lanes && __builtin_constant_p(__reach);
#ifdef CLGROUP_HAS_PAD
  if (__is_near && __reach <= 32 && sizeof(CLGROUP_TYPE) <= 4) {
    for (uint __step = 1; __step < __reach; __step *= 2)
      __x = CLGROUP_OP(clgroup_step_with_pad_)(__x, __step, __reach);
    return __x;
  }
#endif
  for (uint __step = 1; __step < __reach; __step *= 2) {
    bool __is_there;
    const CLGROUP_TYPE __other = CLGROUP_OP(clgroup_take_before_)(__x, __rank, __step, __members, __is_near, &__is_there);
    if (__is_there)
      __x = CLGROUP_OP(clgroup_combine_)(__other, __x);
  }
  return __x;
}

/* What the members before this one hold, from the inclusive scan. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_before_)(CLGROUP_TYPE __through, uint __width, clgroup_members __members) {
  const uint __self = clgroup_self(__members), __rank = __self & (__width - 1);
#if defined(__AMDGCN__)
#ifdef CLGROUP_HAS_PAD
  if (__members.__are_lanes && __width == 16)
    return CLGROUP_OP(clgroup_before_or_)(__through, 1, 16, (CLGROUP_TYPE)CLGROUP_IDENTITY);
#endif
  if (__members.__are_lanes) {
    const CLGROUP_TYPE __near = CLGROUP_OP(clgroup_near_)(__through, __width, CLGROUP_NEXT_BELOW);
    return __rank ? __near : (CLGROUP_TYPE)CLGROUP_IDENTITY;
  }
#endif
  const CLGROUP_TYPE __before = CLGROUP_OP(clgroup_take_)(__through, __rank ? __self - 1 : __self, __members);
  return __rank ? __before : (CLGROUP_TYPE)CLGROUP_IDENTITY;
}

/* The sum of the tile, from the inclusive scan. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_total_)(CLGROUP_TYPE __through, uint __width, clgroup_members __members) {
  return CLGROUP_OP(clgroup_take_)(__through, clgroup_tile_last(__width, __members), __members);
}

#include <clgroup/operator_wide.h>

/* A tile that is a whole sub-group, where the library has the sub-group's functions. */
#if defined(CLGROUP_IS_STANDARD) && CLGROUP_NAMES_MEMBERS
#define CLGROUP_WHOLE_TILE(__function)                                                                                                     \
  if (__width == clgroup_max_lanes())                                                                                                      \
  return CLGROUP_OP(sub_group_##__function)(__x)
#else
#define CLGROUP_WHOLE_TILE(__function) (void)0
#endif

/* Lanes whose sum NVIDIA has an instruction for. */
#if defined(CLGROUP_IS_STANDARD) && CLGROUP_NAMES_MEMBERS
#if CLGROUP_ROW(CLGROUP_HAS_REDUX_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#define CLGROUP_BY_REDUX(__members)                                                                                                        \
  if ((__members).__are_lanes && __clgroup_has_redux())                                                                                    \
  return CLGROUP_OP(__clgroup_reduce_)(__x, (__members).__lanes)
#endif
#endif
/* On AMD's GPUs, if the operands may be swapped: in a full tile a butterfly; else, of up to 32, the first lane adds up the others, and all get its
 * sum. A lane that is missing gives 0; flipping the bits of an operand that changes nothing makes it 0. */
#if defined(CLGROUP_IS_STANDARD) && defined(__AMDGCN__)
#if CLGROUP_ROW(CLGROUP_COMMUTES_, CLGROUP_OPERATOR, CLGROUP_TYPE)
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_flip_)(CLGROUP_TYPE __x) {
  union {
    CLGROUP_TYPE __value;
    uchar __bytes[sizeof(CLGROUP_TYPE)];
  } __u = {__x}, __pad = {CLGROUP_ROW(CLGROUP_PAD_, CLGROUP_OPERATOR, CLGROUP_TYPE)};
  if ((CLGROUP_TYPE)0.5f != 0 && __pad.__value == 0)
    return -__x; /* of a sum's float, from which 0.0 can be taken off; with the sum it is one instruction */
  for (uint __i = 0; __i < sizeof __x; __i++)
    __u.__bytes[__i] ^= __pad.__bytes[__i];
  return __u.__value;
}
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_reduce_to_first_)(CLGROUP_TYPE __x, uint __width) {
  CLGROUP_TYPE __flipped = CLGROUP_OP(clgroup_flip_)(__x);
  for (uint __n = __width / 2; __n; __n /= 2)
    __flipped = CLGROUP_OP(clgroup_flip_)(
      CLGROUP_OP(clgroup_combine_)(CLGROUP_OP(clgroup_flip_)(__flipped), CLGROUP_OP(clgroup_flip_)(CLGROUP_OP(clgroup_near_)(
                                                                           __flipped, __n, __width == 2 ? CLGROUP_OTHER_HALF : CLGROUP_FOR_FIRST))));
  return CLGROUP_OP(clgroup_near_)(CLGROUP_OP(clgroup_flip_)(__flipped), __width, CLGROUP_OF_FIRST);
}
#define CLGROUP_BY_STEPS(__members)                                                                                                        \
  if ((__members).__are_lanes && __clgroup_size_is_known() && clgroup_size() % __width == 0) {                                             \
    for (uint __n = 1; __n < __width; __n *= 2)                                                                                            \
      __x = CLGROUP_OP(clgroup_combine_)(__x, CLGROUP_OP(clgroup_near_)(__x, __n, CLGROUP_OTHER_HALF));                                   \
    return __x;                                                                                                                            \
  }                                                                                                                                        \
  if ((__members).__are_lanes && __width <= 32)                                                                                            \
  return CLGROUP_OP(clgroup_reduce_to_first_)(__x, __width)
#endif
#endif
#ifndef CLGROUP_BY_STEPS
#define CLGROUP_BY_STEPS(__members) (void)0
#endif
#ifndef CLGROUP_BY_REDUX
#define CLGROUP_BY_REDUX(__members) (void)0
#endif

#define CLGROUP_WIDE_TILE(__result, __kind)                                                                                                \
  if (clgroup_is_wide(__width, __members)) {                                                                                               \
    CLGROUP_TYPE __part, __total;                                                                                                          \
    CLGROUP_OP(clgroup_wide_tile_)(__x, __width, &__part, &__total, __kind);                                                               \
    return __result;                                                                                                                       \
  }

/* The inclusive scan, in whichever way. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_through_)(CLGROUP_TYPE __x, uint __width, clgroup_members __members) {
  CLGROUP_WIDE_TILE(__part, CLGROUP_THROUGH);
  return CLGROUP_OP(clgroup_tile_scan_)(__x, __width, __members);
}

/* Tiles: all work-items of the tile make the call; without sub-groups, or if it is wider than CLGROUP_SUB_GROUP_SIZE, all of the
 * work-group. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_reduce_)(CLGROUP_TYPE __x, uint __width) TESTS_WIDTH(__width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_reduce_)(CLGROUP_TYPE __x, uint __width) {
  CLGROUP_WHOLE_TILE(reduce_);
  const clgroup_members __members = clgroup_tile_members(__width);
  CLGROUP_BY_REDUX(__members);
  CLGROUP_BY_STEPS(__members);
  CLGROUP_WIDE_TILE(__total, CLGROUP_NO_PART);
  return CLGROUP_OP(clgroup_tile_total_)(CLGROUP_OP(clgroup_tile_scan_)(__x, __width, __members), __width, __members);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_inclusive_)(CLGROUP_TYPE __x, uint __width) TESTS_WIDTH(__width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_inclusive_)(CLGROUP_TYPE __x, uint __width) {
  CLGROUP_WHOLE_TILE(scan_inclusive_);
  return CLGROUP_OP(clgroup_tile_through_)(__x, __width, clgroup_tile_members(__width));
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_exclusive_)(CLGROUP_TYPE __x, uint __width) TESTS_WIDTH(__width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_exclusive_)(CLGROUP_TYPE __x, uint __width) {
  CLGROUP_WHOLE_TILE(scan_exclusive_);
  const clgroup_members __members = clgroup_tile_members(__width);
  CLGROUP_WIDE_TILE(__part, CLGROUP_BEFORE);
  return CLGROUP_OP(clgroup_tile_before_)(CLGROUP_OP(clgroup_tile_scan_)(__x, __width, __members), __width, __members);
}

#if CLGROUP_HAS_BALLOTS
/* The scan over the active lanes, by pointer jumping: each knows the nearest one below it that it has not combined with, takes what that
 * one has, and goes on from where that one goes on. After log2(lanes) steps it has combined all below it, in order, whichever they are. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_active_scan_)(CLGROUP_TYPE __x, clgroup_members __members) {
  const uint __self = clgroup_self(__members);
  uint __from = clgroup_member_before(__members);
  for (uint __step = 1; __step < clgroup_max_lanes(); __step *= 2) {
    const CLGROUP_TYPE __other = CLGROUP_OP(clgroup_take_)(__x, __from, __members);
    const uint __next = CLGROUP_SHUFFLE(__from, __from, __members.__lanes);
    if (__from != __self)
      __x = CLGROUP_OP(clgroup_combine_)(__other, __x);
    __from = __next == __from ? __self : __next;
  }
  return __x;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_active_before_)(CLGROUP_TYPE __through, clgroup_members __members) {
  const uint __before = clgroup_member_before(__members);
  const CLGROUP_TYPE __other = CLGROUP_OP(clgroup_take_)(__through, __before, __members);
  return __before == clgroup_self(__members) ? (CLGROUP_TYPE)CLGROUP_IDENTITY : __other;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_reduce_)(CLGROUP_TYPE __x) {
  const clgroup_members __members = clgroup_active_members();
  CLGROUP_BY_REDUX(__members);
  return CLGROUP_OP(clgroup_take_)(CLGROUP_OP(clgroup_active_scan_)(__x, __members), clgroup_last_member(__members), __members);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_)(CLGROUP_TYPE __x) {
  return CLGROUP_OP(clgroup_active_scan_)(__x, clgroup_active_members());
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_)(CLGROUP_TYPE __x) {
  const clgroup_members __members = clgroup_active_members();
  return CLGROUP_OP(clgroup_active_before_)(CLGROUP_OP(clgroup_active_scan_)(__x, __members), __members);
}
#else
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_reduce_)(CLGROUP_TYPE __x);
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_)(CLGROUP_TYPE __x);
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_)(CLGROUP_TYPE __x);
#endif

#ifdef CLGROUP_IS_STANDARD
/* Of the work-group: what lower ranks hold, and the sum of all; by the library's functions, which take the strategy's way. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_group_scan_)(CLGROUP_TYPE __x, private CLGROUP_TYPE *__before, private CLGROUP_TYPE *__total,
                                                    bool __wants_before) {
  (void)__wants_before; /* it is how the total comes about */
  *__before = CLGROUP_OP(work_group_scan_exclusive_)(__x);
  *__total = work_group_broadcast(clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(*__before, __x) : __x, get_local_size(0) - 1,
                                get_local_size(1) - 1, get_local_size(2) - 1);
}
#else
#include <clgroup/operator_work_group.h>
#endif

/* Several items for each work-item: rank r holds items r * count to r * count + count - 1 of the work-group's, in a private array. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_fold_)(private const CLGROUP_TYPE *__items, uint __count) {
  CLGROUP_TYPE __sum = __items[0];
  for (uint __i = 1; __i < __count; __i++)
    __sum = CLGROUP_OP(clgroup_combine_)(__sum, __items[__i]);
  return __sum;
}

/* In place. `__before` is what goes in front of the first item, unless there is nothing. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_spread_)(private CLGROUP_TYPE *__items, uint __count, CLGROUP_TYPE __before, bool __is_nothing, bool __is_exclusive) {
  for (uint __i = 0; __i < __count; __i++) {
    const CLGROUP_TYPE __through = __is_nothing && __i == 0 ? __items[__i] : CLGROUP_OP(clgroup_combine_)(__before, __items[__i]);
    __items[__i] = __is_exclusive ? __before : __through;
    __before = __through;
  }
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_scan_items_)(private CLGROUP_TYPE *__items, uint __count, bool __is_exclusive) {
  CLGROUP_TYPE __before, __total;
  CLGROUP_OP(clgroup_group_scan_)(CLGROUP_OP(clgroup_fold_)(__items, __count), &__before, &__total, true);
  CLGROUP_OP(clgroup_spread_)(__items, __count, __before, clgroup_rank() == 0, __is_exclusive);
  return __total;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_reduce_items_)(private const CLGROUP_TYPE *__items, uint __count) TESTS_COUNT(__count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_reduce_items_)(private const CLGROUP_TYPE *__items, uint __count) {
  return CLGROUP_OP(work_group_reduce_)(CLGROUP_OP(clgroup_fold_)(__items, __count));
}

/* Both return the sum of the work-group's items. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_items_)(private CLGROUP_TYPE *__items, uint __count) TESTS_COUNT(__count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_items_)(private CLGROUP_TYPE *__items, uint __count) {
  return CLGROUP_OP(clgroup_scan_items_)(__items, __count, false);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_items_)(private CLGROUP_TYPE *__items, uint __count) TESTS_COUNT(__count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_items_)(private CLGROUP_TYPE *__items, uint __count) {
  return CLGROUP_OP(clgroup_scan_items_)(__items, __count, true);
}

/* The scans behind a value that is the same in all work-items. They return the sum of it and of the items. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_scan_items_from_)(private CLGROUP_TYPE *__items, uint __count, CLGROUP_TYPE __start, CLGROUP_TYPE __before,
                                                                 CLGROUP_TYPE __total, bool __is_exclusive) {
  __before = clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(__start, __before) : __start;
  CLGROUP_OP(clgroup_spread_)(__items, __count, __before, false, __is_exclusive);
  return CLGROUP_OP(clgroup_combine_)(__start, __total);
}

#define CLGROUP_FROM(__family, __given_type, __start, __is_exclusive)                                                                      \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family)(private CLGROUP_TYPE * __items, uint __count, __given_type __given) TESTS_COUNT(__count);\
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family)(private CLGROUP_TYPE * __items, uint __count, __given_type __given) {                   \
    CLGROUP_TYPE __before, __total;                                                                                                        \
    CLGROUP_OP(clgroup_group_scan_)(CLGROUP_OP(clgroup_fold_)(__items, __count), &__before, &__total, true);                               \
    return CLGROUP_OP(clgroup_scan_items_from_)(__items, __count, __start, __before, __total, __is_exclusive);                             \
  }
CLGROUP_FROM(work_group_scan_inclusive_items_from_, CLGROUP_TYPE, __given, false)
CLGROUP_FROM(work_group_scan_exclusive_items_from_, CLGROUP_TYPE, __given, true)
#ifdef CLGROUP_PREFIX
CLGROUP_FROM(work_group_scan_inclusive_items_after_, CLGROUP_PREFIX_TYPE, CLGROUP_PREFIX(__given, __total), false)
CLGROUP_FROM(work_group_scan_exclusive_items_after_, CLGROUP_PREFIX_TYPE, CLGROUP_PREFIX(__given, __total), true)
#endif
#undef CLGROUP_FROM

#include <clgroup/operator_update.h>

#undef CLGROUP_WHOLE_TILE
#undef CLGROUP_HAS_PAD
#undef CLGROUP_ADDS_FLOATS
#undef CLGROUP_BY_REDUX
#undef CLGROUP_BY_STEPS
#undef CLGROUP_WIDE_TILE
#undef CLGROUP_OP
#undef CLGROUP_IS_STANDARD
#endif
#undef CLGROUP_IS_WRONG
#undef CLGROUP_OPERATOR
#undef CLGROUP_TYPE
#undef CLGROUP_COMBINE
#undef CLGROUP_IDENTITY
#undef CLGROUP_ATOMIC
#undef CLGROUP_PREFIX
#undef CLGROUP_PREFIX_TYPE
