/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the tests' kernels need of OpenCL C, on targets whose clang has none of it. */
#define CONVERGENT __attribute__((convergent, overloadable))
#ifdef __NVPTX__
uint id_x(void) __asm__("llvm.nvvm.read.ptx.sreg.tid.x");
uint size_x(void) __asm__("llvm.nvvm.read.ptx.sreg.ntid.x");
uint group_x(void) __asm__("llvm.nvvm.read.ptx.sreg.ctaid.x");
__attribute__((convergent)) void block_barrier(void) __asm__("llvm.nvvm.barrier0");
__attribute__((convergent)) void warp_barrier_of(uint mask) __asm__("llvm.nvvm.bar.warp.sync");
#define warp_barrier() warp_barrier_of(~0u)
__attribute__((convergent)) uint shuffle_of(uint mask, uint x, uint lane,
                                            uint c) __asm__("llvm.nvvm.shfl.sync.idx.i32");
#define shuffle(x, lane) shuffle_of(~0u, x, lane, 31)
#define LANES 32
void group_fence(void) __asm__("llvm.nvvm.membar.cta");
void device_fence(void) __asm__("llvm.nvvm.membar.gl");
#define release() group_fence()
#define acquire() group_fence()
static inline uint active(void) {
  uint mask;
  __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
  return (uint)__builtin_popcount(mask);
}
#else
uint wave_lanes(void) __asm__("llvm.amdgcn.wavefrontsize");
#define LANES wave_lanes()
#define active() (uint) __builtin_popcountl(__builtin_amdgcn_uicmp(0u, 0u, 32))
uint id_x(void) __asm__("llvm.amdgcn.workitem.id.x");
uint group_x(void) __asm__("llvm.amdgcn.workgroup.id.x");
#define size_x() ((uint)__builtin_amdgcn_workgroup_size_x())
__attribute__((convergent)) void bare_barrier(void) __asm__("llvm.amdgcn.s.barrier");
#define release() __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup")
#define acquire() __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup")
#define device_fence() __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "agent")
#define block_barrier() (release(), bare_barrier(), acquire())
__attribute__((convergent)) void warp_barrier(void) __asm__("llvm.amdgcn.wave.barrier");
#define shuffle(x, lane) (uint) __builtin_amdgcn_readlane((int)(x), (int)(lane))
#endif
#define global_x() (group_x() * size_x() + id_x())
