// Scratch is for half as many work-items, and half again, until it has room in a device's local memory beside the kernel's own variables;
// where a kernel has local arguments, in half of what is left. Larger work-groups then work in chunks (larger.cl), even required ones.
//
// RUN: clgroup-cc --strategy=serial --device-max-work-group-size=8192 --local-memory-size=30000 --emit=ll %s -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: clgroup-cc --strategy=serial --device-max-work-group-size=8192 --local-memory-size=262144 --emit=ll %s -o %t.ll
// RUN: FileCheck %s --check-prefix=MUCH --implicit-check-not=clgroup_chunks <%t.ll
// RUN: clgroup-cc --strategy=serial --device-max-work-group-size=8192 --local-memory-size=30000 %s -o %t.spv && spirv-val %t.spv
// RUN: not clgroup-cc --local-memory-size=24000 %s -o %t.spv 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not clgroup-cc --local-memory-size=0 %s -o %t.spv 2>&1 | %says "error: bad value '0' of '--local-memory-size=': use a number of bytes from 1 to 1073741824"
// CHECK-DAG: @required.clgroup.scratch8 = {{.*}}[535 x i64]
// CHECK-DAG: @argument.clgroup.scratch8 = {{.*}}[559 x i64]
// CHECK-DAG: @own.clgroup.scratch8 = {{.*}}[535 x i64]
// CHECK: icmp ugt i32 {{.*}}, 512
// MUCH-DAG: @required.clgroup.scratch8 = {{.*}}[4119 x i64]
// MUCH-DAG: @own.clgroup.scratch8 = {{.*}}[8215 x i64]
// NONE: error: {{.*}}kernel 'own' needs {{[0-9]+}} bytes of local memory for {{[0-9]+}} work-items in addition to its own, and there are 0

kernel void own(global long *p) {
  local long mine[3000];
  mine[get_local_id(0) % 3000] = p[get_global_id(0)];
  p[get_global_id(0)] = work_group_scan_inclusive_add(mine[get_local_id(0) * 7 % 3000]);
}

kernel void argument(global double *p, local double *values) {
  p[get_global_id(0)] = work_group_reduce_add(p[get_global_id(0)]);
}

kernel __attribute__((reqd_work_group_size(4096, 1, 1))) void required(global long *p) {
  p[get_global_id(0)] = work_group_scan_inclusive_add(p[get_global_id(0)]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
