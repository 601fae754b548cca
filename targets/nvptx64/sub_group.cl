/* What the sub-group functions (generic/sub_group/functions.cl) are made of, for any lanes of a warp: those that are active. */
#include <names.h>

uint __attribute__((convergent)) clgroup_ballot_sync(uint members, bool predicate) __asm__("llvm.nvvm.vote.ballot.sync");
uint __attribute__((convergent)) clgroup_shuffle_sync(uint members, uint x, uint lane, uint last) __asm__("llvm.nvvm.shfl.sync.idx.i32");
void __attribute__((convergent)) clgroup_bar_warp_sync(uint members) __asm__("llvm.nvvm.bar.warp.sync");

uint CLGROUP_BUILTIN __clgroup_lanes(void) {
  return 32;
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
