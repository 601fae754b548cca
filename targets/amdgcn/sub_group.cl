/* What the sub-group functions (generic/sub_group/functions.cl) are made of, for any lanes of a wave: those that are active. */
#include <names.h>

uint __attribute__((const)) clgroup_wavefrontsize(void) __asm__("llvm.amdgcn.wavefrontsize");

uint CLGROUP_BUILTIN __clgroup_lanes(void) {
  return clgroup_wavefrontsize();
}

/* The value passes through an empty instruction: to LLVM a comparison of the same value is the same in a branch as in front of it, though
 * other lanes are active there. 33: not equal, in LLVM's numbers. Zero-extended in waves of 32. */
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
