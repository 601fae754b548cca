// Kernels that break a rule, and beside some of them one that keeps it. Behind one HERE is a part of what the executor must say, and the line
// that it names has one. A kernel without is right. "if strict": it is, unless CLGROUP_SIMT_STRICT is set.
#include "gpu.h"

kernel void local_race(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = 0;
  block_barrier();
  a[id_x()] = in[global_x()]; // HERE: s local variable local_race.a at offset
  out[global_x()] = a[(id_x() + 1) % size_x()]; // HERE
}

kernel void no_local_race(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = in[global_x()];
  block_barrier();
  out[global_x()] = a[(id_x() + 1) % size_x()];
}

kernel void race_in_a_warp(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = 0;
  warp_barrier();
  a[id_x()] = in[global_x()]; // HERE: s local variable race_in_a_warp.a at offset
  out[global_x()] = a[id_x() ^ 1]; // HERE
}

kernel void no_race_with_oneself(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = in[global_x()];
  block_barrier();
  a[id_x()] = a[id_x()] + 1;
  out[global_x()] = a[id_x()];
}

/* Lanes leave the loop one after another; behind it all are active again. */
kernel void comes_together(global const int *in, global int *out) {
  uint sum = 0;
  for (uint i = 0; i < (uint)in[global_x()]; i++)
    sum += active();
  const uint first = id_x() / LANES * LANES, live = size_x() - first < LANES ? size_x() - first : LANES;
  if (active() != live)
    sum = in[1 << 20];
  out[global_x()] = (int)sum;
}

/* Only lanes that did not skip this iteration are active in it. */
kernel void iterations_stay_apart(global const int *in, global int *out) {
  const uint first = id_x() / LANES * LANES, live = size_x() - first < LANES ? size_x() - first : LANES;
  int wrong = 0;
  for (uint i = 0; i < live; i++) {
    if (i < (id_x() - first) / 2)
      continue;
    for (uint k = 0; k <= i % 3; k++) {
      if (k < (id_x() & 1))
        continue;
      uint expected = 0;
      for (uint lane = 0; lane < live; lane++)
        expected += i >= lane / 2 && k >= (lane & 1);
      wrong |= active() != expected;
    }
  }
  out[global_x()] = in[wrong ? 1 << 20 : global_x()];
}

kernel void read_race(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = in[global_x()];
  block_barrier();
  int x = a[(id_x() + 1) % size_x()]; // HERE: with no barrier between
  a[id_x()] = x; // HERE
  out[global_x()] = x;
}

kernel void read_race_of_many(global const int *in, global int *out) {
  local int a;
  if (id_x() == 0)
    a = in[0];
  block_barrier();
  out[global_x()] = a;
  if (id_x() == 0)
    a = 1; // HERE: data race: writes local variable read_race_of_many.a at offset 0
}

kernel void atomic_race(global const int *in, global int *out) {
  local int a;
  a = in[0]; // HERE: data race: writes local variable atomic_race.a at offset 0
  __sync_fetch_and_add(&a, 1);
  block_barrier();
  out[global_x()] = a;
}

kernel void no_atomic_race(global const int *in, global int *out) {
  local int a;
  if (id_x() == 0)
    a = in[0];
  block_barrier();
  __sync_fetch_and_add(&a, 1);
  block_barrier();
  out[global_x()] = a;
}

/* The last work-item to come reads what all have written. */
#define LAST(before, after, behind)                                                                                    \
  local int a[256], came;                                                                                              \
  if (id_x() == 0)                                                                                                     \
    came = 0;                                                                                                          \
  block_barrier();                                                                                                     \
  a[id_x()] = in[global_x()];                                                                                          \
  before;                                                                                                              \
  const int n = __sync_fetch_and_add(&came, 1);                                                                        \
  after;                                                                                                               \
  if (n == (int)size_x() - 1) {                                                                                        \
    behind;                                                                                                            \
    for (uint i = 0; i < size_x(); i++)                                                                                \
      out[group_x() * size_x() + i] = a[i];                                                                            \
  }
kernel void last_reads_all(global const int *in, global int *out) { LAST(release(), , acquire()) }
kernel void last_without_release(global const int *in, global int *out) { LAST(, , acquire()) } // HERE: data race: reads local variable last_without_release.a at offset
kernel void last_without_acquire(global const int *in, global int *out) { LAST(release(), , ) } // HERE: data race: reads local variable last_without_acquire.a at offset

/* A change before the fence publishes nothing. */
kernel void last_with_late_release(global const int *in, global int *out) { LAST(, release(), acquire()) } // HERE: data race: reads local variable last_with_late_release.a at offset

/* The last work-group to come reads what all have written: one work-item publishes it, after a barrier, and one acquires it, before
 * another. */
#define LAST_GROUP(before, after)                                                                                      \
  local int came;                                                                                                      \
  out[global_x()] = 1;                                                                                                 \
  block_barrier();                                                                                                     \
  if (id_x() == 0) {                                                                                                   \
    before;                                                                                                            \
    came = __sync_fetch_and_add(in, 1);                                                                                \
    after;                                                                                                             \
  }                                                                                                                    \
  block_barrier();                                                                                                     \
  if (came == 1)                                                                                                       \
    out[global_x()] += out[id_x()];
kernel void last_group_reads_all(global int *in, global int *out) { LAST_GROUP(device_fence(), device_fence()) }
kernel void last_group_without_fence(global int *in, global int *out) { LAST_GROUP(, ) } // HERE: data race: reads buffer argument 1 at offset

/* A fence for the work-group orders nothing for other work-groups. */
kernel void last_group_with_small_fence(global int *in, global int *out) { LAST_GROUP(release(), acquire()) } // HERE: data race: reads buffer argument 1 at offset

/* Local memory is each work-group's own: a counter there tells the next one nothing. */
kernel void message_in_local_memory(global const int *in, global int *out) {
  local int came;
  if (id_x() == 0)
    came = 0;
  block_barrier();
  out[global_x()] = in[global_x()];
  device_fence();
  __sync_fetch_and_add(&came, 1);
  device_fence();
  block_barrier();
  if (group_x() == 1)
    out[global_x()] += out[id_x()]; // HERE: data race: reads buffer argument 1 at offset
}

/* A reader that the writer knows of does not hide one that it does not know of. */
kernel void readers_in_two_groups(global int *in, global int *out) {
  const uint group = group_x(), item = id_x();
  if (group == 0 && item == 0) {
    out[0] = in[5];
    device_fence();
    __sync_fetch_and_add(in, 1);
  }
  if (group == 1 && item == 10)
    out[1] = in[5]; // HERE: s buffer argument 0 at offset 20
  if (group == 1 && item == 70) {
    __sync_fetch_and_add(in, 1);
    device_fence();
    in[5] = 1; // HERE
  }
}

/* A compare-and-exchange that fails changes nothing, and so publishes nothing. */
kernel void failed_exchange(global const int *in, global int *out) {
  local int a, came;
  if (id_x() == 0)
    a = came = 0;
  block_barrier();
  if (id_x() == 0) {
    a = in[0]; // HERE: s local variable failed_exchange.a at offset
    release();
    __sync_val_compare_and_swap(&came, 77, 78);
  } else if (id_x() == 70) {
    __sync_fetch_and_add(&came, 0);
    acquire();
    out[0] = a; // HERE
  }
}

kernel void warp_race(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = a[id_x() + 128] = 0;
  block_barrier();
  a[id_x()] = in[global_x()]; // HERE: s local variable warp_race.a at offset
  warp_barrier();
  out[global_x()] = a[(id_x() + 64) % 128]; // HERE
}

kernel void no_warp_race(global const int *in, global int *out) {
  local int a[256];
  for (int i = 0; i < 3; i++) {
    a[id_x()] = in[global_x()] + i;
    warp_barrier();
    out[global_x()] = a[id_x() ^ 1];
    warp_barrier();
  }
}

kernel void many_in_a_warp(global const int *in, global int *out) {
  local int a[256];
  if (id_x() % 32 == 0)
    a[id_x()] = in[global_x()];
  warp_barrier();
  out[global_x()] = a[id_x() & ~31u];
  warp_barrier();
  if (id_x() % 32 == 0)
    a[id_x()] = 1;
}

kernel void global_race(global const int *in, global int *out) {
  out[global_x()] = in[global_x()]; // HERE: data race: writes buffer argument 1 at offset
  if (global_x())
    out[global_x() - 1] = 3; // HERE
}

kernel void groups_race(global const int *in, global int *out) {
  out[id_x()] = in[global_x()]; // HERE: data race: writes buffer argument 1 at offset
}

kernel void groups_read_race(global const int *in, global int *out) {
  if (group_x() == 0) {
    out[id_x()] = in[global_x()];
  } else {
    int x = out[id_x()]; // HERE: data race: reads buffer argument 1 at offset
    out[global_x()] = x + 1;
  }
}

kernel void not_written(global const int *in, global int *out) {
  local int a[256];
  if (id_x())
    a[id_x()] = in[global_x()];
  block_barrier();
  out[global_x()] = a[id_x()]; // HERE: work-item (0,0,0) reads local variable not_written.a at offset 0, which nobody has written
}

kernel void not_written_volatile(global const int *in, global int *out) {
  local int2 a[256];
  if (id_x())
    a[id_x()] = in[global_x()];
  block_barrier();
  const int2 x = *(local volatile int2 *)&a[id_x()]; // HERE, on NVIDIA if strict: reads local variable not_written_volatile.a at offset 0, which nobody has written
  out[global_x()] = id_x() ? x.x : 0;
}

kernel void written_by_the_last_group(global const int *in, global int *out) {
  local int a[256];
  if (group_x() == 0)
    a[id_x()] = in[global_x()];
  block_barrier();
  out[global_x()] = a[id_x()]; // HERE: work-group (1,0,0),
}

kernel void not_written_buffer(global const int *in, global int *out) {
  out[global_x()] = out[global_x()] + in[global_x()]; // HERE: reads buffer argument 1 at offset
}

kernel void not_written_volatile_buffer(global const int *in, global int *out) {
  out[global_x()] = ((global volatile int2 *)out)[0].x; // HERE: reads buffer argument 1 at offset
}

kernel void beside_local(global const int *in, global int *out) {
  local int a[80];
  a[id_x() + 1] = in[global_x()]; // HERE: of local variable beside_local.a, which has 320 bytes
  block_barrier();
  out[global_x()] = a[id_x() + 1];
}

kernel void beside_buffer(global const int *in, global int *out) {
  out[global_x() + 1] = in[global_x()]; // HERE: of buffer argument 1, which has 672 bytes
}

kernel void before_buffer(global const int *in, global int *out) {
  out[global_x()] = in[(long)global_x() - 1]; // HERE: reads 4 bytes at offset -4 of buffer argument 0, which has 672 bytes
}

kernel void far_away(global const int *in, global int *out) {
  out[global_x()] = in[1l << 40]; // HERE: reads 4 bytes outside all global memory
}

kernel void divergent_barrier(global const int *in, global int *out) {
  if (id_x() < 50)
    block_barrier(); // HERE: waits at a barrier that work-item (50,0,0) does not reach
  out[global_x()] = in[global_x()];
}

kernel void two_barriers(global const int *in, global int *out) {
  int x = 0;
  if (in[global_x()] & 1) {
    block_barrier(); // HERE: waits at a barrier, and work-item (0,0,0) at another (
    x = 1;
  } else {
    out[global_x()] = 5;
    block_barrier(); // HERE
    out[global_x()] = 6;
  }
  out[global_x()] = x;
}

kernel void early_end(global const int *in, global int *out) {
  if (id_x() == 7)
    return;
  out[global_x()] = in[global_x()];
  block_barrier(); // HERE: waits at a barrier that work-item (7,0,0) does not reach
}

#ifdef __NVPTX__
kernel void divergent_shuffle(global const int *in, global int *out) {
  int x = in[global_x()];
  if (id_x() != 20)
    x = shuffle(x, 3); // HERE: with mask 0xffffffff for work-item (20,0,0), which waits at llvm.nvvm.barrier
  block_barrier();
  out[global_x()] = x;
}

kernel void masks_differ(global const int *in, global int *out) {
  out[global_x()] = shuffle_of(id_x() & 1 ? ~0u : 0x55555555u, in[global_x()], 0, 31); // HERE: waits in llvm.nvvm.shfl.sync.idx with mask 0xffffffff for work-item (
  block_barrier();
}

kernel void operations_differ(global const int *in, global int *out) {
  int x = in[global_x()];
  if (id_x() & 1)
    x = shuffle(x, 3); // HERE: which waits in llvm.nvvm.
  else
    warp_barrier(); // HERE
  out[global_x()] = x;
}

kernel void not_in_mask(global const int *in, global int *out) {
  out[global_x()] = shuffle_of(0xfffffffeu, in[global_x()], 1, 31); // HERE: is not in the mask 0xfffffffe of its llvm.nvvm.shfl.sync.idx
}
#else
/* Waves pass values on, by local and by global memory. */
kernel void no_fence_race(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = in[global_x()];
  out[global_x()] = a[id_x()];
  release();
  bare_barrier();
  int x = a[size_x() - 1 - id_x()];
  acquire();
  x += out[group_x() * size_x() + size_x() - 1 - id_x()];
  block_barrier();
  out[global_x()] = x;
  a[id_x()] = x;
  block_barrier();
  out[global_x()] = a[size_x() - 1 - id_x()];
}

/* Waves pass values on by local memory, and by global memory. */
#define BY_LOCAL(before, between, after)                                                                               \
  local int a[256];                                                                                                    \
  before;                                                                                                              \
  a[id_x()] = in[global_x()];                                                                                          \
  between;                                                                                                             \
  bare_barrier();                                                                                                      \
  after;                                                                                                               \
  out[global_x()] = a[size_x() - 1 - id_x()];
#define BY_GLOBAL(between, after)                                                                                      \
  out[global_x()] = in[global_x()];                                                                                    \
  between;                                                                                                             \
  bare_barrier();                                                                                                      \
  after;                                                                                                               \
  int x = out[group_x() * size_x() + size_x() - 1 - id_x()];                                                           \
  block_barrier();                                                                                                     \
  out[global_x()] = x;
kernel void local_without_fence(global const int *in, global int *out) { BY_LOCAL(, , acquire()) } // HERE: with no fence of local memory between
kernel void local_with_early_fence(global const int *in, global int *out) { BY_LOCAL(release(), , acquire()) } // HERE: with no fence of local memory between

kernel void read_without_fence(global const int *in, global int *out) {
  local int a[256];
  a[id_x()] = in[global_x()];
  block_barrier();
  out[global_x()] = a[size_x() - 1 - id_x()]; // HERE: s local variable read_without_fence.a at offset
  bare_barrier();
  a[id_x()] = 0; // HERE
}

/* A fence for the other kind of memory does not help. */
kernel void global_without_release(global const int *in, global int *out) {
  out[global_x()] = in[global_x()];
  acquire();
  bare_barrier();
  acquire();
  if (out[group_x() * size_x() + size_x() - 1 - id_x()] < 0) // HERE: with no fence of global memory between
    out[global_x()] = 1; // not executed, so that this is no race with what others read
}

kernel void global_without_acquire(global const int *in, global int *out) { BY_GLOBAL(release(), release()) } // HERE: with no fence of global memory between
kernel void fence_of_wave(global const int *in, global int *out) { BY_LOCAL(, __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront"), ) } // HERE: with no fence of local memory between

/* Fences for one address space; older clangs have none. */
#if __clang_major__ >= 19
#define LOCAL_FENCE __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup", "local")
#else
#define LOCAL_FENCE
#endif
kernel void fence_of_local(global const int *in, global int *out) { BY_GLOBAL(LOCAL_FENCE, acquire()) } // HERE: with no fence of global memory between

kernel void lane_differs(global const int *in, global int *out) {
  out[global_x()] = shuffle(in[global_x()], id_x()); // HERE: does llvm.amdgcn.readlane: its lane is not the same for all lanes
}

/* Reads its neighbour in the pair, which takes no part: the result may be 7 or 0. */
#define NEIGHBOUR(bound)                                                                                               \
  int x = in[global_x()];                                                                                              \
  if (id_x() & 1)                                                                                                      \
    x = __builtin_amdgcn_update_dpp(7, x, 0xb1, 0xf, 0xf, bound);                                                      \
  out[global_x()] = x;
kernel void inactive_neighbour(global const int *in, global int *out) { NEIGHBOUR(false) } // HERE: , and that takes no part
kernel void inactive_neighbour_is_0(global const int *in, global int *out) { NEIGHBOUR(true) }
#endif

kernel void inactive_lane(global const int *in, global int *out) {
  int x = in[global_x()];
#ifdef __NVPTX__
  if (id_x() & 1)
    x = shuffle_of(0xaaaaaaaau, x, 2, 31); // HERE if strict: which reads lane 2, and that takes no part
#else
  if (id_x() & 1)
    x = shuffle(x, 2); // HERE if strict: which reads lane 2, and that takes no part
#endif
  out[global_x()] = x;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
