// Scratch: one variable per kernel and element size, sized for its widest call and its own work-group limit.
//
// RUN: clgroup-cc --strategy=serial --max-work-group-size=256 %s -o %t.ll
// RUN: FileCheck %s < %t.ll --implicit-check-not="clgroup.scratch{{[0-9]}} ="

// 16 + 256 + 15 ints
// CHECK-DAG: @ints.clgroup.scratch4 = internal addrspace(3) global [287 x i32] undef, align 32
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

// 16 + 256 + 7 longs; 16 + 256 + 15 ints, among which are a broadcast's 256.
// CHECK-DAG: @mixed.clgroup.scratch8 = internal addrspace(3) global [279 x i64] undef, align 32
// CHECK-DAG: @mixed.clgroup.scratch4 = internal addrspace(3) global [287 x i32] undef, align 32
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

// A kernel that calls no work-group function has no scratch; its own local arrays stay.
// CHECK-DAG: @none.own = internal unnamed_addr addrspace(3) global [7 x i32] undef
kernel void none(global int *p) {
  local int own[7];
  own[get_local_id(0) % 7] = p[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_global_id(0)] = own[0];
}
