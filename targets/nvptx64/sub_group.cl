// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The functions that generic/sub_group/functions.cl is made of, for warps. They are over the active lanes. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include <names.h>
#include <rank.h>
#include <scratch.h>
#include <primitives.h>

uint __attribute__((convergent)) clgroup_ballot_sync(uint members, bool predicate) __asm__("llvm.nvvm.vote.ballot.sync");
uint __attribute__((convergent)) clgroup_shuffle_sync(uint members, uint x, uint lane, uint last) __asm__("llvm.nvvm.shfl.sync.idx.i32");
void __attribute__((convergent)) clgroup_bar_warp_sync(uint members) __asm__("llvm.nvvm.bar.warp.sync");
uint clgroup_shuffle_down(uint members, uint x, uint n, uint tile) CLGROUP_INTRINSIC("shfl.sync.down.i32");
uint clgroup_shuffle_across(uint members, uint x, uint mask, uint tile) CLGROUP_INTRINSIC("shfl.sync.bfly.i32");
uint __attribute__((const)) clgroup_match_word(uint members, uint x) CLGROUP_INTRINSIC("match.any.sync.i32");
uint __attribute__((const)) clgroup_match_pair(uint members, ulong x) CLGROUP_INTRINSIC("match.any.sync.i64");

uint CLGROUP_BUILTIN __clgroup_lanes(void) {
  return 32;
}

uint CLGROUP_BUILTIN __clgroup_lane(void) {
  return get_sub_group_local_id(); /* of primitives.h */
}

ulong CLGROUP_BUILTIN __clgroup_active_lanes(void) {
  uint mask;
  __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

ulong CLGROUP_BUILTIN __clgroup_ballot(bool predicate, ulong members) {
  return clgroup_ballot_sync((uint)members, predicate);
}

uint CLGROUP_BUILTIN __clgroup_word_of_lane(uint x, uint lane, ulong members) {
  return clgroup_shuffle_sync((uint)members, x, lane, 31);
}

void CLGROUP_BUILTIN __clgroup_meet(ulong members) {
  clgroup_bar_warp_sync((uint)members);
}

/* For clgroup's headers: the word of a lane of a tile, by its number there; of a higher one, or of the one whose number differs in some
 * bits; x itself if the tile ends before. `tile`: the last operand of shfl.sync. */
uint CLGROUP_BUILTIN __clgroup_word_in_tile(uint x, uint at, uint tile, ulong members) {
  return clgroup_shuffle_sync((uint)members, x, at, tile);
}

uint CLGROUP_BUILTIN __clgroup_word_above(uint x, uint n, uint tile, ulong members) {
  return clgroup_shuffle_down((uint)members, x, n, tile);
}

uint CLGROUP_BUILTIN __clgroup_word_across(uint x, uint mask, uint tile, ulong members) {
  return clgroup_shuffle_across((uint)members, x, mask, tile);
}

/* The members that have the same x. */
ulong CLGROUP_BUILTIN __clgroup_match(uint x, ulong members) {
  return clgroup_match_word((uint)members, x);
}

ulong CLGROUP_BUILTIN __clgroup_match(ulong x, ulong members) {
  return clgroup_match_pair((uint)members, x);
}

/* The number of members in lower lanes. */
uint CLGROUP_BUILTIN __clgroup_count_below(ulong members) {
  return (uint)__builtin_popcount((uint)members & (uint)__nvvm_read_ptx_sreg_lanemask_lt());
}

bool CLGROUP_BUILTIN __clgroup_has_redux(void) {
  return CLGROUP_HAS_REDUX;
}
