/* Reduces and scans with an atomic of global or local memory: one member combines the group's sum into it, and the value that it held
 * before goes in front of each member's result; part of <clgroup/operator.h>. The atomic is relaxed: it orders no other memory.
 *
 * A scan's update costs what the scan does, and one more exchange, of the old value: a shuffle for each 4 bytes in tiles of lanes and among
 * active lanes, else a barrier for each 8 bytes. A reduce's update returns nothing, and has no more exchanges than the reduce. */
#if defined(CLGROUP_IS_STANDARD) && !defined(CLGROUP_ATOMIC)
#if CLGROUP_ROW(CLGROUP_HAS_ATOMIC_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#define CLGROUP_ATOMIC(p, x) CLGROUP_OP(atomic_)(p, x)
#endif
#endif

#ifdef CLGROUP_ATOMIC
/* What the atomic held, for all members; `sum` is that of the group in its last one. */
#define CLGROUP_UPDATE(space)                                                                                                              \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE sum, uint last,                    \
                                                          clgroup_members members) {                                                       \
    CLGROUP_TYPE old = sum;                                                                                                                \
    if (clgroup_self(members) == last)                                                                                                     \
      old = CLGROUP_ATOMIC(p, sum);                                                                                                        \
    return CLGROUP_OP(clgroup_take_)(old, last, members);                                                                                  \
  }
CLGROUP_UPDATE(global)
CLGROUP_UPDATE(local)
#undef CLGROUP_UPDATE

/* A tile's functions, with the width behind x, and the active lanes'. In the exclusive scan the first member gets the old value alone. */
#define CLGROUP_FAMILY(family, space, parameter, check, get_members, scan, last, get_before, is_first)                                     \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family##scan_inclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) check; \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family##scan_inclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) {      \
    const clgroup_members members = get_members;                                                                                           \
    const CLGROUP_TYPE through = scan, old = CLGROUP_OP(clgroup_update_)(p, through, last, members);                                       \
    return CLGROUP_OP(clgroup_combine_)(old, through);                                                                                     \
  }                                                                                                                                        \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family##scan_exclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) check; \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(family##scan_exclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) {      \
    const clgroup_members members = get_members;                                                                                           \
    const CLGROUP_TYPE through = scan, old = CLGROUP_OP(clgroup_update_)(p, through, last, members), before = get_before;                  \
    return is_first ? old : CLGROUP_OP(clgroup_combine_)(old, before);                                                                     \
  }                                                                                                                                        \
  CLGROUP_INLINE void CLGROUP_OP(family##reduce_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) check;                 \
  CLGROUP_INLINE void CLGROUP_OP(family##reduce_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x parameter) {                      \
    const clgroup_members members = get_members;                                                                                           \
    const CLGROUP_TYPE through = scan;                                                                                                     \
    if (clgroup_self(members) == last)                                                                                                     \
      CLGROUP_ATOMIC(p, through);                                                                                                          \
  }

#define CLGROUP_WIDTH_PARAMETER , uint width
#define CLGROUP_NOTHING
#define CLGROUP_TILE_FAMILY(space)                                                                                                         \
  CLGROUP_FAMILY(tile_, space, CLGROUP_WIDTH_PARAMETER, CLGROUP_CHECK_WIDTH(width), clgroup_tile_members(width),                           \
                 CLGROUP_OP(clgroup_tile_through_)(x, width, members), clgroup_tile_last(width, members),                                     \
                 CLGROUP_OP(clgroup_tile_before_)(through, width, members), (clgroup_self(members) & (width - 1)) == 0)
CLGROUP_TILE_FAMILY(global)
CLGROUP_TILE_FAMILY(local)
#undef CLGROUP_TILE_FAMILY

#if CLGROUP_HAS_BALLOTS
#define CLGROUP_ACTIVE_FAMILY(space)                                                                                                       \
  CLGROUP_FAMILY(coalesced_, space, CLGROUP_NOTHING, CLGROUP_NOTHING, clgroup_active_members(),                                            \
                 CLGROUP_OP(clgroup_active_scan_)(x, members), clgroup_last_member(members),                                               \
                 CLGROUP_OP(clgroup_active_before_)(through, members), clgroup_member_before(members) == clgroup_self(members))
CLGROUP_ACTIVE_FAMILY(global)
CLGROUP_ACTIVE_FAMILY(local)
#undef CLGROUP_ACTIVE_FAMILY
#else
#define CLGROUP_NO_ACTIVE_FAMILY(space)                                                                                                    \
  CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x);         \
  CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x);         \
  CLGROUP_NO_COALESCED void CLGROUP_OP(coalesced_reduce_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x);
CLGROUP_NO_ACTIVE_FAMILY(global)
CLGROUP_NO_ACTIVE_FAMILY(local)
#undef CLGROUP_NO_ACTIVE_FAMILY
#endif
#undef CLGROUP_FAMILY
#undef CLGROUP_WIDTH_PARAMETER
#undef CLGROUP_NOTHING

#define CLGROUP_GROUP_FAMILY(space)                                                                                                        \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x) {             \
    const CLGROUP_TYPE before = CLGROUP_OP(work_group_scan_exclusive_)(x);                                                                 \
    const bool is_first = clgroup_rank() == 0;                                                                                             \
    const CLGROUP_TYPE through = is_first ? x : CLGROUP_OP(clgroup_combine_)(before, x);                                                   \
    const CLGROUP_TYPE old = CLGROUP_OP(clgroup_update_)(p, through, clgroup_size() - 1, clgroup_all_of_work_group());                     \
    return is_first ? old : CLGROUP_OP(clgroup_combine_)(old, before);                                                                     \
  }                                                                                                                                        \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x) {             \
    return CLGROUP_OP(clgroup_combine_)(CLGROUP_OP(work_group_scan_exclusive_update_)(p, x), x);                                           \
  }                                                                                                                                        \
  CLGROUP_INLINE void CLGROUP_OP(work_group_reduce_update_)(volatile space CLGROUP_TYPE * p, CLGROUP_TYPE x) {                             \
    const CLGROUP_TYPE total = CLGROUP_OP(work_group_reduce_)(x);                                                                          \
    if (clgroup_rank() == 0)                                                                                                               \
      CLGROUP_ATOMIC(p, total);                                                                                                            \
  }
CLGROUP_GROUP_FAMILY(global)
CLGROUP_GROUP_FAMILY(local)
#undef CLGROUP_GROUP_FAMILY
#endif
