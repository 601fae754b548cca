/* Reduces and scans with one operator on one type: over tiles of a sub-group, the active lanes, the sub-group, the work-group, and with
 * several items for each work-item. OpenCL C. Include it once for each pair of an operator and a type, after these macros, which it
 * undefines:
 *
 *   CLGROUP_OPERATOR        a name: `add` makes tile_reduce_add() and so on
 *   CLGROUP_TYPE            the type, of up to 32 bytes
 *   CLGROUP_COMBINE(a, b)   a value of lower ranks and one of higher ranks: associative, and need not be commutative
 *   CLGROUP_IDENTITY        what rank 0 of an exclusive scan gets
 *   CLGROUP_ATOMIC(p, x)    optional, for scan_update: combines x into *p, and gives the value before
 *   CLGROUP_PREFIX(s, sum)  optional, with CLGROUP_PREFIX_TYPE, the type of s: the value that goes before the work-group's items, whose
 *                           sum is known. All work-items call it and get the same from it; it may hold barriers
 *
 * The operators add, mul, min, max, and, or, xor on int, uint, long, ulong, float, double and half are known: for those the first two
 * macros are enough. docs/scans.md describes the functions, what each costs, and what calls may diverge. */
#include <clgroup/operator_common.h>
#pragma clang system_header

#if !defined(CLGROUP_OPERATOR) || !defined(CLGROUP_TYPE)
#error "define CLGROUP_OPERATOR, a name, and CLGROUP_TYPE before <clgroup/operator.h> is included"
#endif
#if defined(CLGROUP_COMBINE) != defined(CLGROUP_IDENTITY)
#error "define both CLGROUP_COMBINE(a, b) and CLGROUP_IDENTITY, or neither for an operator that OpenCL C has"
#endif

#define CLGROUP_OP(prefix) CLGROUP_JOIN(prefix, CLGROUP_OPERATOR)
#ifndef CLGROUP_COMBINE
#define CLGROUP_IS_STANDARD 1
#define CLGROUP_COMBINE(a, b) CLGROUP_ROW(CLGROUP_COMBINE_, CLGROUP_OPERATOR, CLGROUP_TYPE)(a, b)
#define CLGROUP_IDENTITY CLGROUP_ROW(CLGROUP_IDENTITY_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#endif
_Static_assert(sizeof(CLGROUP_TYPE) <= 32, "CLGROUP_TYPE has at most 32 bytes");

/* Not the macro in each place: a user's operator may be long, and its arguments expressions. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_combine_)(CLGROUP_TYPE a, CLGROUP_TYPE b) {
  return CLGROUP_COMBINE(a, b);
}

/* The value of another member, by its number: a lane, or a rank of the work-group. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_take_)(CLGROUP_TYPE x, uint from, clgroup_members members) {
  union {
    uint words[(sizeof(CLGROUP_TYPE) + 3) / 4];
    ulong pairs[(sizeof(CLGROUP_TYPE) + 7) / 8];
    CLGROUP_TYPE value;
  } u = {{0}};
  u.value = x;
  if (members.are_lanes)
    for (uint i = 0; i < sizeof u.words / sizeof *u.words; i++)
      u.words[i] = CLGROUP_SHUFFLE(u.words[i], from, members.lanes);
  else if (sizeof(CLGROUP_TYPE) <= 4)
    u.words[0] = clgroup_work_group_shuffle(u.words[0], from);
  else
    for (uint i = 0; i < sizeof u.pairs / sizeof *u.pairs; i++)
      u.pairs[i] = clgroup_work_group_shuffle(u.pairs[i], from);
  return u.value;
}

/* The inclusive scan inside tiles of `width` members: after i steps each has combined the last 2^i values up to its own. Shuffles:
 * log2(width) for each 4 bytes; through local memory as many barriers for each 8. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_scan_)(CLGROUP_TYPE x, uint width, clgroup_members members) {
  const uint self = clgroup_self(members), rank = self & (width - 1);
  for (uint step = 1; step < clgroup_reach(width, members); step *= 2) {
    const CLGROUP_TYPE other = CLGROUP_OP(clgroup_take_)(x, rank >= step ? self - step : self, members);
    if (rank >= step)
      x = CLGROUP_OP(clgroup_combine_)(other, x);
  }
  return x;
}

/* What the members before this one hold, from the inclusive scan. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_before_)(CLGROUP_TYPE through, uint width, clgroup_members members) {
  const uint self = clgroup_self(members), rank = self & (width - 1);
  const CLGROUP_TYPE before = CLGROUP_OP(clgroup_take_)(through, rank ? self - 1 : self, members);
  return rank ? before : (CLGROUP_TYPE)CLGROUP_IDENTITY;
}

/* The sum of the tile, from the inclusive scan. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_total_)(CLGROUP_TYPE through, uint width, clgroup_members members) {
  return CLGROUP_OP(clgroup_take_)(through, clgroup_tile_last(width, members), members);
}

#include <clgroup/operator_wide.h>

/* A tile that is a whole sub-group, where the library has the sub-group's functions. */
#if defined(CLGROUP_IS_STANDARD) && CLGROUP_NAMES_MEMBERS
#define CLGROUP_WHOLE_TILE(function)                                                                                                       \
  if (width == clgroup_max_lanes())                                                                                                        \
  return CLGROUP_OP(sub_group_##function)(x)
#else
#define CLGROUP_WHOLE_TILE(function) (void)0
#endif

#define CLGROUP_WIDE_TILE(result, kind)                                                                                                    \
  if (clgroup_is_wide(width, members)) {                                                                                                   \
    CLGROUP_TYPE part, total;                                                                                                              \
    CLGROUP_OP(clgroup_wide_tile_)(x, width, &part, &total, kind);                                                                         \
    return result;                                                                                                                         \
  }

/* The inclusive scan, in whichever way. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_tile_through_)(CLGROUP_TYPE x, uint width, clgroup_members members) {
  CLGROUP_WIDE_TILE(part, CLGROUP_THROUGH);
  return CLGROUP_OP(clgroup_tile_scan_)(x, width, members);
}

/* Tiles: all work-items of the tile make the call; without sub-groups, or if it is wider than CLGROUP_SUB_GROUP_SIZE, all of the
 * work-group. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_reduce_)(CLGROUP_TYPE x, uint width) CLGROUP_CHECK_WIDTH(width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_reduce_)(CLGROUP_TYPE x, uint width) {
  CLGROUP_WHOLE_TILE(reduce_);
  const clgroup_members members = clgroup_tile_members(width);
  CLGROUP_WIDE_TILE(total, CLGROUP_NO_PART);
  return CLGROUP_OP(clgroup_tile_total_)(CLGROUP_OP(clgroup_tile_scan_)(x, width, members), width, members);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_inclusive_)(CLGROUP_TYPE x, uint width) CLGROUP_CHECK_WIDTH(width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_inclusive_)(CLGROUP_TYPE x, uint width) {
  CLGROUP_WHOLE_TILE(scan_inclusive_);
  return CLGROUP_OP(clgroup_tile_through_)(x, width, clgroup_tile_members(width));
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_exclusive_)(CLGROUP_TYPE x, uint width) CLGROUP_CHECK_WIDTH(width);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(tile_scan_exclusive_)(CLGROUP_TYPE x, uint width) {
  CLGROUP_WHOLE_TILE(scan_exclusive_);
  const clgroup_members members = clgroup_tile_members(width);
  CLGROUP_WIDE_TILE(part, CLGROUP_BEFORE);
  return CLGROUP_OP(clgroup_tile_before_)(CLGROUP_OP(clgroup_tile_scan_)(x, width, members), width, members);
}

#if CLGROUP_HAS_BALLOTS
/* The scan over the active lanes, by pointer jumping: each knows the nearest one below it that it has not combined with, takes what that
 * one has, and goes on from where that one goes on. After log2(lanes) steps it has combined all below it, in order, whichever they are. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_active_scan_)(CLGROUP_TYPE x, clgroup_members members) {
  const uint self = clgroup_self(members);
  uint from = clgroup_member_before(members);
  for (uint step = 1; step < clgroup_max_lanes(); step *= 2) {
    const CLGROUP_TYPE other = CLGROUP_OP(clgroup_take_)(x, from, members);
    const uint next = CLGROUP_SHUFFLE(from, from, members.lanes);
    if (from != self)
      x = CLGROUP_OP(clgroup_combine_)(other, x);
    from = next == from ? self : next;
  }
  return x;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_active_before_)(CLGROUP_TYPE through, clgroup_members members) {
  const uint before = clgroup_member_before(members);
  const CLGROUP_TYPE other = CLGROUP_OP(clgroup_take_)(through, before, members);
  return before == clgroup_self(members) ? (CLGROUP_TYPE)CLGROUP_IDENTITY : other;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_reduce_)(CLGROUP_TYPE x) {
  const clgroup_members members = clgroup_active_members();
  return CLGROUP_OP(clgroup_take_)(CLGROUP_OP(clgroup_active_scan_)(x, members), clgroup_last_member(members), members);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_)(CLGROUP_TYPE x) {
  return CLGROUP_OP(clgroup_active_scan_)(x, clgroup_active_members());
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_)(CLGROUP_TYPE x) {
  const clgroup_members members = clgroup_active_members();
  return CLGROUP_OP(clgroup_active_before_)(CLGROUP_OP(clgroup_active_scan_)(x, members), members);
}
#else
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_reduce_)(CLGROUP_TYPE x);
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_)(CLGROUP_TYPE x);
CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_)(CLGROUP_TYPE x);
#endif

#ifdef CLGROUP_IS_STANDARD
/* Of the work-group: what lower ranks hold, and the sum of all; by the library's functions, which take the strategy's way. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_group_scan_)(CLGROUP_TYPE x, private CLGROUP_TYPE *before, private CLGROUP_TYPE *total,
                                                    bool wants_before) {
  (void)wants_before; /* it is how the total comes about */
  *before = CLGROUP_OP(work_group_scan_exclusive_)(x);
  *total = work_group_broadcast(clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(*before, x) : x, get_local_size(0) - 1,
                                get_local_size(1) - 1, get_local_size(2) - 1);
}
#else
#include <clgroup/operator_work_group.h>
#endif

/* Several items for each work-item: rank r holds items r * count to r * count + count - 1 of the work-group's, in a private array. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_fold_)(private const CLGROUP_TYPE *items, uint count) {
  CLGROUP_TYPE sum = items[0];
  for (uint i = 1; i < count; i++)
    sum = CLGROUP_OP(clgroup_combine_)(sum, items[i]);
  return sum;
}

/* In place. `before` is what goes in front of the first item, unless there is nothing. */
CLGROUP_INLINE void CLGROUP_OP(clgroup_spread_)(private CLGROUP_TYPE *items, uint count, CLGROUP_TYPE before, bool is_nothing, bool is_exclusive) {
  for (uint i = 0; i < count; i++) {
    const CLGROUP_TYPE through = is_nothing && i == 0 ? items[i] : CLGROUP_OP(clgroup_combine_)(before, items[i]);
    items[i] = is_exclusive ? before : through;
    before = through;
  }
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_scan_items_)(private CLGROUP_TYPE *items, uint count, bool is_exclusive) {
  CLGROUP_TYPE before, total;
  CLGROUP_OP(clgroup_group_scan_)(CLGROUP_OP(clgroup_fold_)(items, count), &before, &total, true);
  CLGROUP_OP(clgroup_spread_)(items, count, before, clgroup_rank() == 0, is_exclusive);
  return total;
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_reduce_items_)(private const CLGROUP_TYPE *items, uint count) CLGROUP_CHECK_COUNT(count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_reduce_items_)(private const CLGROUP_TYPE *items, uint count) {
  return CLGROUP_OP(work_group_reduce_)(CLGROUP_OP(clgroup_fold_)(items, count));
}

/* Both return the sum of the work-group's items. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_items_)(private CLGROUP_TYPE *items, uint count) CLGROUP_CHECK_COUNT(count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_items_)(private CLGROUP_TYPE *items, uint count) {
  return CLGROUP_OP(clgroup_scan_items_)(items, count, false);
}

CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_items_)(private CLGROUP_TYPE *items, uint count) CLGROUP_CHECK_COUNT(count);
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_items_)(private CLGROUP_TYPE *items, uint count) {
  return CLGROUP_OP(clgroup_scan_items_)(items, count, true);
}

/* The scans behind a value that is the same in all work-items. They return the sum of it and of the items. */
CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_scan_items_from_)(private CLGROUP_TYPE *items, uint count, CLGROUP_TYPE start, CLGROUP_TYPE before,
                                                                 CLGROUP_TYPE total, bool is_exclusive) {
  before = clgroup_rank() ? CLGROUP_OP(clgroup_combine_)(start, before) : start;
  CLGROUP_OP(clgroup_spread_)(items, count, before, false, is_exclusive);
  return CLGROUP_OP(clgroup_combine_)(start, total);
}

#define CLGROUP_FROM(family, is_exclusive)                                                                                                 \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family)(private CLGROUP_TYPE * items, uint count, CLGROUP_TYPE start) CLGROUP_CHECK_COUNT(count);         \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family)(private CLGROUP_TYPE * items, uint count, CLGROUP_TYPE start) {                                   \
    CLGROUP_TYPE before, total;                                                                                                            \
    CLGROUP_OP(clgroup_group_scan_)(CLGROUP_OP(clgroup_fold_)(items, count), &before, &total, true);                                             \
    return CLGROUP_OP(clgroup_scan_items_from_)(items, count, start, before, total, is_exclusive);                                         \
  }
CLGROUP_FROM(work_group_scan_inclusive_items_from_, false)
CLGROUP_FROM(work_group_scan_exclusive_items_from_, true)
#undef CLGROUP_FROM

#ifdef CLGROUP_PREFIX
#define CLGROUP_FROM(family, is_exclusive)                                                                                                 \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family)(private CLGROUP_TYPE * items, uint count, CLGROUP_PREFIX_TYPE state) CLGROUP_CHECK_COUNT(count);  \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family)(private CLGROUP_TYPE * items, uint count, CLGROUP_PREFIX_TYPE state) {                            \
    CLGROUP_TYPE before, total;                                                                                                            \
    CLGROUP_OP(clgroup_group_scan_)(CLGROUP_OP(clgroup_fold_)(items, count), &before, &total, true);                                             \
    return CLGROUP_OP(clgroup_scan_items_from_)(items, count, CLGROUP_PREFIX(state, total), before, total, is_exclusive);                  \
  }
CLGROUP_FROM(work_group_scan_inclusive_items_after_, false)
CLGROUP_FROM(work_group_scan_exclusive_items_after_, true)
#undef CLGROUP_FROM
#endif

#include <clgroup/operator_update.h>

#undef CLGROUP_WHOLE_TILE
#undef CLGROUP_WIDE_TILE
#undef CLGROUP_OP
#undef CLGROUP_IS_STANDARD
#undef CLGROUP_OPERATOR
#undef CLGROUP_TYPE
#undef CLGROUP_COMBINE
#undef CLGROUP_IDENTITY
#undef CLGROUP_ATOMIC
#undef CLGROUP_PREFIX
#undef CLGROUP_PREFIX_TYPE
