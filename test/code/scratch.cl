// Scratch: one variable per kernel and element size, sized for its calls and its own work-group limit. A call has memory of its own there
// while 16 KiB suffice, 128 KiB with --driver=pocl, which counts the kernels' own; the others share what the widest of them needs.
//
// RUN: clgroup-cc --strategy=serial --max-work-group-size=256 %s -o %t.ll
// RUN: FileCheck %s < %t.ll --implicit-check-not="clgroup.scratch{{[0-9]}} ="
// RUN: clgroup-cc --driver=pocl --device-max-work-group-size=256 --strategy=serial --max-work-group-size=256 %s -o %t.pocl.ll
// RUN: FileCheck %s < %t.pocl.ll --check-prefix=POCL
//
// Results in memory that is written again are loaded in a way that no driver may repeat.
// RUN: FileCheck %s < %t.ll --check-prefix=LOADS
// LOADS: define {{.*}}@ints(
// LOADS-NOT: load volatile
// LOADS: define {{.*}}@many(
// LOADS: load volatile
// LOADS: define {{.*}}@full(
// LOADS: load volatile
// LOADS: load volatile
//
// For PoCL no call in a loop has memory of its own.
// POCL-DAG: @ints.clgroup.scratch4 = internal addrspace(3) global [287 x i32]
// POCL: define {{.*}}@ints(
// POCL: load volatile
// POCL: define {{.*}}@required(
// POCL-NOT: load volatile
// POCL: define {{.*}}@full(
// POCL-NOT: load volatile
// POCL: ret void

// 16 + 256 + 15 ints, rounded up to 288, and 287
// CHECK-DAG: @ints.clgroup.scratch4 = internal addrspace(3) global [575 x i32] undef, align 32
kernel void ints(global int *p) {
  int x = p[get_global_id(0)];
  for (int i = 0; i < 100; ++i)
    x = work_group_scan_inclusive_add(x) ^ work_group_scan_exclusive_max(x);
  p[get_global_id(0)] = x;
}

// 16 + 64 + 15 ints: the kernel's own limit.
// CHECK-DAG: @required.clgroup.scratch4 = internal addrspace(3) global [95 x i32] undef, align 32
kernel void __attribute__((reqd_work_group_size(16, 4, 1))) required(global int *p) {
  p[get_global_id(0)] = work_group_scan_inclusive_add(p[get_global_id(0)]);
}

// 16 + 256 + 7 longs; 16 + 256 + 15 ints, rounded up, and a broadcast's 16 + 256.
// CHECK-DAG: @mixed.clgroup.scratch8 = internal addrspace(3) global [279 x i64] undef, align 32
// CHECK-DAG: @mixed.clgroup.scratch4 = internal addrspace(3) global [560 x i32] undef, align 32
kernel void mixed(global int *p, global long *q) {
  size_t i = get_global_id(0);
  p[i] = work_group_scan_inclusive_add(p[i]);
  q[i] = work_group_scan_inclusive_add(q[i]);
  p[i] += work_group_broadcast(p[i], 1);
}

// 16 + 256 + 15 halves
// CHECK-DAG: @halves.clgroup.scratch2 = internal addrspace(3) global [287 x i16] undef, align 32
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global half *p) {
  p[get_global_id(0)] = work_group_scan_inclusive_max(p[get_global_id(0)]);
}

// 13 of 20 calls have memory of their own, 14 times 288 without the last one's rounding.
// CHECK-DAG: @many.clgroup.scratch4 = internal addrspace(3) global [4031 x i32]
#define FIVE(x) x = SCAN(SCAN(SCAN(SCAN(SCAN(x)))))
#define SCAN(x) work_group_scan_inclusive_add(x) * 3
kernel void many(global int *p) {
  int x = p[get_global_id(0)];
  FIVE(x);
  FIVE(x);
  FIVE(x);
  FIVE(x);
  p[get_global_id(0)] = x;
}

// Shared, since its own array takes the room.
// CHECK-DAG: @full.clgroup.scratch4 = internal addrspace(3) global [287 x i32]
kernel void full(global int *p) {
  local int own[4096];
  own[get_local_id(0)] = p[0];
  p[get_global_id(0)] = SCAN(SCAN(own[get_local_id(0) ^ 1]));
}

// A kernel that calls no work-group function has no scratch; its own local arrays stay.
// CHECK-DAG: @none.own = internal unnamed_addr addrspace(3) global [7 x i32] undef
kernel void none(global int *p) {
  local int own[7];
  own[get_local_id(0) % 7] = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = own[0];
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
