// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The functions that generic/sub_group/functions.cl is made of, for waves. They are over the active lanes. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <names.h>
#include <rank.h>
#include <scratch.h>
#include <primitives.h>

uint __attribute__((const)) clgroup_wavefrontsize(void) __asm__("llvm.amdgcn.wavefrontsize");

uint CLGROUP_BUILTIN __clgroup_lanes(void) {
  return clgroup_wavefrontsize();
}

uint CLGROUP_BUILTIN __clgroup_lane(void) {
  return get_sub_group_local_id(); /* of primitives.h */
}

/* The value passes through an empty asm statement: for LLVM a comparison of the same value has the same result inside a branch and before
 * it, though other lanes are active there. 33 is LLVM's number of "not equal". In waves of 32 the result is zero-extended. */
ulong CLGROUP_BUILTIN __clgroup_ballot(bool predicate, ulong members) {
  (void)members; /* the execution mask */
  uint value = predicate;
  __asm__ volatile("" : "+v"(value));
  return __builtin_amdgcn_uicmp(value, 0u, 33);
}

ulong CLGROUP_BUILTIN __clgroup_active_lanes(void) {
  return __clgroup_ballot(true, 0);
}

uint CLGROUP_BUILTIN __clgroup_word_of_lane(uint x, uint lane, ulong members) {
  (void)members;
  return (uint)__builtin_amdgcn_ds_bpermute((int)(lane * 4), (int)x);
}

/* Returns the result of the primitive whose name ends in n, from the same row. */
#define CLGROUP_OF_ROW(name)                                                                                           \
  if (n == 1)                                                                                                          \
    return name##1(x, 0u);                                                                                             \
  if (n == 2)                                                                                                          \
    return name##2(x, 0u);                                                                                             \
  if (n == 4)                                                                                                          \
    return name##4(x, 0u);                                                                                             \
  if (n == 8)                                                                                                          \
    return name##8(x, 0u)

/* For clgroup's headers, by data-parallel primitives: the operand of a scan's step of n = 1, 2, 4, 8 ... lanes. Up to 8 it comes from the
 * lane n below, of the same row; from 16 on from the last lane of the block of n lanes below, if this lane is in the upper block of two.
 * Else it is undefined. */
uint CLGROUP_BUILTIN __clgroup_word_before(uint x, uint n) {
  CLGROUP_OF_ROW(clgroup_from_below);
  if (n == 16 && clgroup_has_row_broadcasts())
    return clgroup_from_row_below(x, 0u);
  if (n == 32 && clgroup_has_row_broadcasts())
    return clgroup_from_lower_half(x, 0u);
  return __clgroup_word_of_lane(x, (clgroup_lanes_below() & ~n) | (n - 1), 0);
}

/* The same for a scan over tiles, and `pad` where it has no operand. In tiles of 4 and 8 lanes the operand of the upper n of 2 n lanes is the
 * word of the last of the lower ones. */
uint CLGROUP_BUILTIN __clgroup_word_before_or(uint x, uint n, uint tile, uint pad) {
  enum { LAST_OF_PAIR = 0x55, LAST_OF_QUAD = 0xff, BELOW_4 = 0x114, ALL = 0xf, ODD_QUADS = 0xa };
  if (tile < 16 && n < 4) {
    const uint taken = -(get_sub_group_local_id() / n & 1);
    const uint word = n == 1 ? clgroup_in_pair(x, 0u) : (uint)clgroup_update_dpp(__clgroup_undefined(), (int)x, LAST_OF_PAIR, ALL, ALL, true);
    return ((word ^ pad) & taken) ^ pad;
  }
  if (tile < 16)
    return (uint)clgroup_update_dpp((int)pad, clgroup_update_dpp(__clgroup_undefined(), (int)x, LAST_OF_QUAD, ALL, ALL, true), BELOW_4, ALL, ODD_QUADS, false);
  if (n == 1)
    return clgroup_from_below1(x, pad);
  if (n == 2)
    return clgroup_from_below2(x, pad);
  if (n == 4)
    return clgroup_from_below4(x, pad);
  if (n == 8)
    return clgroup_from_below8(x, pad);
  return clgroup_has_row_broadcasts() ? clgroup_from_row_below_in_odd_rows(x, pad)
                                      : clgroup_in_odd_rows(clgroup_of_other_row(x, 15), pad);
}

/* The word of the lane that is lower by n, higher by n, or whose number differs in the bits of n; 0 if that has no work-item. Undefined
 * outside this lane's tile, since DPP does not leave a row; `lane`: this one. */
uint CLGROUP_BUILTIN __clgroup_word_below(uint x, uint n, uint tile, uint lane) {
  if (__builtin_constant_p(n) && tile <= 16) {
    CLGROUP_OF_ROW(clgroup_from_below);
  }
  if (__builtin_constant_p(n) && n == 1 && clgroup_has_row_broadcasts())
    return clgroup_from_lane_below(x, 0u);
  return __clgroup_word_of_lane(x, lane - n, 0);
}

uint CLGROUP_BUILTIN __clgroup_word_above(uint x, uint n, uint tile, uint lane) {
  if (__builtin_constant_p(n) && tile <= 16) {
    CLGROUP_OF_ROW(clgroup_from_above);
  }
  if (__builtin_constant_p(n) && n == 1 && clgroup_has_row_broadcasts())
    return clgroup_from_lane_above(x, 0u);
  return __clgroup_word_of_lane(x, lane + n, 0);
}

uint CLGROUP_BUILTIN __clgroup_word_across(uint x, uint n) {
  enum { OF_4 = 4 << 10 | 31, OF_16 = 16 << 10 | 31 };
  if (__builtin_constant_p(n)) {
    if (n == 1)
      return clgroup_in_pair(x, 0u);
    if (n == 2)
      return clgroup_in_quad(x, 0u);
    if (n == 4)
      return clgroup_has_row_exchange() ? clgroup_across_4(x, 0u) : (uint)__builtin_amdgcn_ds_swizzle((int)x, OF_4);
    if (n == 8)
      return clgroup_across_row(x, 0u);
    if (n == 16)
      return (uint)__builtin_amdgcn_ds_swizzle((int)x, OF_16);
  }
  return __clgroup_word_of_lane(x, get_sub_group_local_id() ^ n, 0);
}

/* For a reduce of tiles of 4 to 32 lanes, some of which may have no work-item and give 0: in the first n of 2 n lanes, for n from half of the
 * tile down to 1, the word of one of the upper n; after the last step the first 4 lanes, as far as they are there, hold the sum. And the word
 * of the first of n lanes, after these steps. */
uint CLGROUP_BUILTIN __clgroup_word_for_first(uint x, uint n) {
  return n == 8   ? clgroup_in_row(x, 0u)
         : n == 4 ? clgroup_in_half_row(x, 0u)
         : n == 1 ? clgroup_of_first_pair(x, 0u)
                  : __clgroup_word_across(x, n);
}

uint CLGROUP_BUILTIN __clgroup_word_of_first(uint x, uint n) {
  enum { BELOW_4 = 0x114, BELOW_8 = 0x118, ALL = 0xf, ODD_QUADS = 0xa, UPPER_QUADS = 0xc };
  enum { FIRST_OF_32 = 0, FIRST_OF_ROW = 0x150 }; /* row_newbcast:0, row_share:0 */
  int word = (int)x;
  if (n == 32)
    return (uint)__builtin_amdgcn_ds_swizzle(word, FIRST_OF_32);
  if (n == 16 && clgroup_has_row_share())
    return (uint)clgroup_update_dpp(word, word, FIRST_OF_ROW, ALL, ALL, true);
  if (n >= 8)
    word = clgroup_update_dpp(word, word, BELOW_4, ALL, ODD_QUADS, false);
  if (n == 16)
    word = clgroup_update_dpp(word, word, BELOW_8, ALL, UPPER_QUADS, false);
  return (uint)word;
}

/* For a reduce: the word of a lane of the other half of 2 n lanes, all of which are active. */
uint CLGROUP_BUILTIN __clgroup_word_of_other_half(uint x, uint n) {
  return n == 4 ? clgroup_in_half_row(x, 0u) : __clgroup_word_across(x, n);
}

void CLGROUP_BUILTIN __clgroup_meet(ulong members) {
  (void)members;
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

uint CLGROUP_BUILTIN __clgroup_count_below(ulong members) {
  const uint below = __builtin_amdgcn_mbcnt_lo((uint)members, 0);
  return clgroup_wavefrontsize() == 32 ? below : __builtin_amdgcn_mbcnt_hi((uint)(members >> 32), below);
}

bool CLGROUP_BUILTIN __clgroup_has_redux(void) {
  return false;
}
