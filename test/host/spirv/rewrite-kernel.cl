// What clang and llvm-spirv make of OpenCL C: valid after the rewrite, with fast-math flags and with debug information too.
//
// RUN: clang -target spir64 -cl-std=CL3.0 -O1 -c -emit-llvm %s -o %t.bc
// RUN: llvm-spirv --spirv-max-version=1.2 %t.bc -o %t.spv
// RUN: clgroup-spirv-tool rewrite %t.spv >%t.out.spv
// RUN: spirv-val --target-env opencl2.2 %t.out.spv
// RUN: llvm-spirv -r %t.out.spv -o %t.out.bc
// RUN: llvm-dis %t.out.bc -o - | FileCheck --check-prefixes=CHECK,SIZE64 %s
//
// RUN: clang -target spir -cl-std=CL3.0 -O1 -c -emit-llvm %s -o %t.bc
// RUN: llvm-spirv --spirv-max-version=1.1 %t.bc -o %t.spv
// RUN: clgroup-spirv-tool rewrite %t.spv >%t.out.spv
// RUN: spirv-val --target-env opencl2.1 %t.out.spv
// RUN: llvm-spirv -r %t.out.spv -o %t.out.bc
// RUN: llvm-dis %t.out.bc -o - | FileCheck --check-prefixes=CHECK,SIZE32 %s
//
// RUN: clang -target spir64 -cl-std=CL2.0 -cl-fast-relaxed-math -O2 -c -emit-llvm %s -o %t.bc
// RUN: llvm-spirv %t.bc -o %t.spv
// RUN: clgroup-spirv-tool rewrite %t.spv >%t.out.spv
// RUN: spirv-val %t.out.spv
//
// With debug information: Debian 12's spirv-val refuses what its llvm-spirv makes of a void function, so llvm-spirv judges.
// RUN: clang -target spir64 -cl-std=CL3.0 -g -O0 -c -emit-llvm %s -o %t.bc
// RUN: llvm-spirv %t.bc -o %t.spv
// RUN: clgroup-spirv-tool rewrite %t.spv >%t.out.spv
// RUN: llvm-spirv -r %t.out.spv -o %t.out.bc
// RUN: llvm-dis %t.out.bc -o - | FileCheck --check-prefix=LINES %s
//
// CHECK-NOT: __spirv_Group
// CHECK-NOT: call spir_func {{.*}}@_Z{{[0-9]+}}work_group_
// CHECK-DAG: declare spir_func i32 @_Z24__clgroup_work_group_alli(i32)
// CHECK-DAG: declare spir_func i32 @_Z24__clgroup_work_group_anyi(i32)
// CHECK-DAG: declare spir_func i32 @_Z39__clgroup_work_group_scan_inclusive_addi(i32)
// CHECK-DAG: declare spir_func i64 @_Z31__clgroup_work_group_reduce_maxm(i64)
// CHECK-DAG: declare spir_func half @_Z39__clgroup_work_group_scan_exclusive_maxDh(half)
// CHECK-DAG: declare spir_func double @_Z31__clgroup_work_group_reduce_addd(double)
// SIZE64-DAG: declare spir_func i32 @_Z30__clgroup_work_group_broadcastim(i32, i64)
// SIZE64-DAG: declare spir_func i32 @_Z30__clgroup_work_group_broadcastimm(i32, i64, i64)
// SIZE64-DAG: declare spir_func float @_Z30__clgroup_work_group_broadcastfmmm(float, i64, i64, i64)
// SIZE32-DAG: declare spir_func i32 @_Z30__clgroup_work_group_broadcastij(i32, i32)
// SIZE32-DAG: declare spir_func i32 @_Z30__clgroup_work_group_broadcastijj(i32, i32, i32)
// SIZE32-DAG: declare spir_func float @_Z30__clgroup_work_group_broadcastfjjj(float, i32, i32, i32)
//
// LINES: call spir_func i32 @_Z39__clgroup_work_group_scan_inclusive_addi({{.*}}){{.*}}, !dbg ![[where:[0-9]+]]

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void collectives(global int *p, global unsigned long *u, global half *h, global float *f, global double *d,
                        unsigned int n) {
  size_t i = get_global_id(0);
  p[i] = work_group_all(p[i]) + work_group_any(p[i + 1]);
  // LINES: ![[where]] = !DILocation(line: [[#@LINE + 1]],
  p[i] = work_group_scan_inclusive_add(p[i]);
  u[i] = work_group_reduce_max(u[i]);
  h[i] = work_group_scan_exclusive_max(h[i]);
  d[i] = work_group_reduce_add(d[i]);
  p[i] = work_group_broadcast(p[i], n);
  p[i] = work_group_broadcast(p[i], n, n + 1);
  f[i] = work_group_broadcast(f[i] + 1.0f, n, n + 1, n + 2) + work_group_reduce_add(f[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
