// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile's shuffles name all lanes of the warp where all of the work-group makes the call, and only the tile's in a branch, in a loop that
// some leave, or where others may wait in a loop.
// RUN: clgroup-cc --target=nvptx64 -march=sm_80 -cl-std=CLC++2021 %s -o %t.ptx && FileCheck %s --input-file=%t.ptx
#include <clgroup/cooperative_groups.h>
namespace cg = cooperative_groups;
#define TILE cg::tiled_partition<8>(cg::this_thread_block())

// CHECK-LABEL: .entry straight
// CHECK: shfl.sync.up.b32{{.*}}, -1;
kernel void straight(global int *x) {
  int i = get_global_id(0);
  x[i] = cg::inclusive_scan(TILE, x[i]);
}

// CHECK-LABEL: .entry branch
// CHECK: shfl.sync.up.b32{{.*}}, %r{{[0-9]+}};
kernel void branch(global int *x) {
  int i = get_global_id(0);
  if (get_local_id(0) < 8)
    x[i] = cg::inclusive_scan(TILE, x[i]);
}

// CHECK-LABEL: .entry same_loop
// CHECK: shfl.sync.up.b32{{.*}}, -1;
kernel void same_loop(global int *x, int n) {
  int i = get_global_id(0);
  for (int j = 0; j < n; j++)
    x[i] = cg::inclusive_scan(TILE, x[i]);
}

// CHECK-LABEL: .entry own_loop
// CHECK: shfl.sync.up.b32{{.*}}, %r{{[0-9]+}};
kernel void own_loop(global int *x, int n) {
  int i = get_global_id(0);
  for (int j = get_local_id(0) / 8; j < n; j++)
    x[i] = cg::inclusive_scan(TILE, x[i]);
}

// CHECK-LABEL: .entry waits
// CHECK: shfl.sync.up.b32{{.*}}, %r{{[0-9]+}};
kernel void waits(global int *x, volatile global int *flag) {
  int i = get_global_id(0);
  if (get_local_id(0) / 8 == 1)
    while (*flag == 0)
      ;
  x[i] = cg::inclusive_scan(TILE, x[i]);
  *flag = 1;
}

// CHECK-LABEL: .entry waits_by_call
// CHECK: shfl.sync.up.b32{{.*}}, %r{{[0-9]+}};
int __attribute__((noinline)) look(global atomic_int *flag) { return atomic_load(flag); }
kernel void waits_by_call(global int *x, global atomic_int *flag) {
  int i = get_global_id(0);
  if (get_local_id(0) / 8 == 1)
    while (look(flag) == 0)
      ;
  x[i] = cg::inclusive_scan(TILE, x[i]);
  atomic_store(flag, 1);
}

// CHECK-LABEL: .entry waits_by_asm
// CHECK: shfl.sync.up.b32{{.*}}, %r{{[0-9]+}};
kernel void waits_by_asm(global int *x, global int *flag) {
  int i = get_global_id(0), seen = 0;
  if (get_local_id(0) / 8 == 1)
    while (seen == 0)
      __asm__ volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag));
  x[i] = cg::inclusive_scan(TILE, x[i]);
}
