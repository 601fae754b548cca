/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reduces and scans with an atomic of global or local memory: one member combines the group's sum into it, and the value that it held
 * before goes in front of each member's result; part of <clgroup/operator.h>. The atomic is relaxed: it orders no other memory.
 *
 * A scan with an update costs as much as the scan and one more exchange, of the old value: a shuffle for each 4 bytes in tiles of lanes and among
 * active lanes, else a barrier for each 8 bytes. A reduce with an update returns nothing, and has as many exchanges as the reduce. */
#if defined(CLGROUP_IS_STANDARD) && !defined(CLGROUP_ATOMIC)
#if CLGROUP_ROW(CLGROUP_HAS_ATOMIC_, CLGROUP_OPERATOR, CLGROUP_TYPE)
#define CLGROUP_ATOMIC(__p, __x) CLGROUP_OP(atomic_)(__p, __x)
#endif
#endif

#ifdef CLGROUP_ATOMIC
/* What the atomic held, for all members; `__sum` is that of the group in its last one. */
#define CLGROUP_UPDATE(__space)                                                                                                            \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(clgroup_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __sum, uint __last,            \
                                                          clgroup_members __members) {                                                     \
    CLGROUP_TYPE __old = __sum;                                                                                                            \
    if (clgroup_self(__members) == __last)                                                                                                 \
      __old = CLGROUP_ATOMIC(__p, __sum);                                                                                                  \
    return CLGROUP_OP(clgroup_take_)(__old, __last, __members);                                                                            \
  }
CLGROUP_UPDATE(global)
CLGROUP_UPDATE(local)
#undef CLGROUP_UPDATE

/* A tile's functions, with the width behind x, and the active lanes'. In the exclusive scan the first member gets the old value alone. */
#define CLGROUP_FAMILY(__family, __space, __parameter, __check, __get_members, __scan, __last, __get_before, __is_first)                   \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family##scan_inclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) __check;\
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family##scan_inclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) {\
    const clgroup_members __members = __get_members;                                                                                       \
    const CLGROUP_TYPE __through = __scan, __old = CLGROUP_OP(clgroup_update_)(__p, __through, __last, __members);                         \
    return CLGROUP_OP(clgroup_combine_)(__old, __through);                                                                                 \
  }                                                                                                                                        \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family##scan_exclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) __check;\
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(__family##scan_exclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) {\
    const clgroup_members __members = __get_members;                                                                                       \
    const CLGROUP_TYPE __through = __scan, __old = CLGROUP_OP(clgroup_update_)(__p, __through, __last, __members), __before = __get_before;\
    return __is_first ? __old : CLGROUP_OP(clgroup_combine_)(__old, __before);                                                             \
  }                                                                                                                                        \
  CLGROUP_INLINE void CLGROUP_OP(__family##reduce_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) __check;     \
  CLGROUP_INLINE void CLGROUP_OP(__family##reduce_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x __parameter) {            \
    const clgroup_members __members = __get_members;                                                                                       \
    const CLGROUP_TYPE __through = __scan;                                                                                                 \
    if (clgroup_self(__members) == __last)                                                                                                 \
      CLGROUP_ATOMIC(__p, __through);                                                                                                      \
  }

#define CLGROUP_WIDTH_PARAMETER , uint __width
#define CLGROUP_NOTHING
#define CLGROUP_TILE_FAMILY(__space)                                                                                                       \
  CLGROUP_FAMILY(tile_, __space, CLGROUP_WIDTH_PARAMETER, TESTS_WIDTH(__width), clgroup_tile_members(__width),                     \
                 CLGROUP_OP(clgroup_tile_through_)(__x, __width, __members), clgroup_tile_last(__width, __members),                        \
                 CLGROUP_OP(clgroup_tile_before_)(__through, __width, __members), (clgroup_self(__members) & (__width - 1)) == 0)
CLGROUP_TILE_FAMILY(global)
CLGROUP_TILE_FAMILY(local)
#undef CLGROUP_TILE_FAMILY

#if CLGROUP_HAS_BALLOTS
#define CLGROUP_ACTIVE_FAMILY(__space)                                                                                                     \
  CLGROUP_FAMILY(coalesced_, __space, CLGROUP_NOTHING, CLGROUP_NOTHING, clgroup_active_members(),                                          \
                 CLGROUP_OP(clgroup_active_scan_)(__x, __members), clgroup_last_member(__members),                                         \
                 CLGROUP_OP(clgroup_active_before_)(__through, __members), clgroup_member_before(__members) == clgroup_self(__members))
CLGROUP_ACTIVE_FAMILY(global)
CLGROUP_ACTIVE_FAMILY(local)
#undef CLGROUP_ACTIVE_FAMILY
#else
#define CLGROUP_NO_ACTIVE_FAMILY(__space)                                                                                                  \
  CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_inclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x);   \
  CLGROUP_NO_COALESCED CLGROUP_TYPE CLGROUP_OP(coalesced_scan_exclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x);   \
  CLGROUP_NO_COALESCED void CLGROUP_OP(coalesced_reduce_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x);
CLGROUP_NO_ACTIVE_FAMILY(global)
CLGROUP_NO_ACTIVE_FAMILY(local)
#undef CLGROUP_NO_ACTIVE_FAMILY
#endif
#undef CLGROUP_FAMILY
#undef CLGROUP_WIDTH_PARAMETER
#undef CLGROUP_NOTHING

#define CLGROUP_GROUP_FAMILY(__space)                                                                                                      \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_exclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x) {       \
    const CLGROUP_TYPE __before = CLGROUP_OP(work_group_scan_exclusive_)(__x);                                                             \
    const bool __is_first = clgroup_rank() == 0;                                                                                           \
    const CLGROUP_TYPE __through = __is_first ? __x : CLGROUP_OP(clgroup_combine_)(__before, __x);                                         \
    const CLGROUP_TYPE __old = CLGROUP_OP(clgroup_update_)(__p, __through, clgroup_size() - 1, clgroup_all_of_work_group());               \
    return __is_first ? __old : CLGROUP_OP(clgroup_combine_)(__old, __before);                                                             \
  }                                                                                                                                        \
  CLGROUP_INLINE CLGROUP_TYPE CLGROUP_OP(work_group_scan_inclusive_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x) {       \
    return CLGROUP_OP(clgroup_combine_)(CLGROUP_OP(work_group_scan_exclusive_update_)(__p, __x), __x);                                     \
  }                                                                                                                                        \
  CLGROUP_INLINE void CLGROUP_OP(work_group_reduce_update_)(volatile __space CLGROUP_TYPE * __p, CLGROUP_TYPE __x) {                       \
    const CLGROUP_TYPE __total = CLGROUP_OP(work_group_reduce_)(__x);                                                                      \
    if (clgroup_rank() == 0)                                                                                                               \
      CLGROUP_ATOMIC(__p, __total);                                                                                                        \
  }
CLGROUP_GROUP_FAMILY(global)
CLGROUP_GROUP_FAMILY(local)
#undef CLGROUP_GROUP_FAMILY
#endif
