// If clang's passes make what SPIR-V cannot express, the sources are compiled once more without those passes. (LLVM 19's own
// data layout of SPIR keeps it from making such integers. A switch on some bits of a value needs no second try.)
//
// REQUIRES: llvm-15
// RUN: clgroup-cc --strategy=tree %s -o %t.spv -v 2> %t.log && spirv-val %t.spv
// RUN: FileCheck %s < %t.log
// CHECK: clang{{.*}}second-try.cl
// CHECK: clang{{.*}}-disable-llvm-passes{{.*}}second-try.cl
//
// Where there is no source to compile again, the error says what to do.
// RUN: clgroup-cc --strategy=tree %s -o %t.bc
// RUN: not clgroup-cc %t.bc -o %t.again.spv 2>&1 | %says 'clgroup-cc: error: {{.*}}-Xclang -disable-llvm-passes'
// RUN: not ls %t.again.spv
// RUN: clang -target spir64-unknown-unknown -cl-std=CL3.0 -Xclang -cl-ext=+__opencl_c_work_group_collective_functions -O2 -c -emit-llvm %s -o %t.bc
// RUN: not %examples/lower-llvm %t.bc %t.again.bc 2>&1 | %says "lower-llvm: error: SPIR-V cannot express the input after LLVM's passes: {{.*}}-Xclang -disable-llvm-passes"
// RUN: not ls %t.again.bc
//
// LLVM 15 has two kinds of pointers.
// RUN: clang -target spir64-unknown-unknown -cl-std=CL3.0 -O2 -Xclang -opaque-pointers -c -emit-llvm %s -o %t.bc
// RUN: not clgroup-cc %t.bc -o %t.again.spv 2>&1 | FileCheck %s --check-prefix=OPAQUE
// RUN: not %examples/lower-llvm %t.bc %t.again.bc 2>&1 | FileCheck %s --check-prefix=OPAQUE
// OPAQUE: error: {{.*}}paque pointers{{.*}} have clang make it with -Xclang -no-opaque-pointers

kernel void odd(global int *p) {
  uint u = p[0];
  size_t i = get_global_id(0);
  switch ((0 - u) % 4) { // i2
  case 0: p[i] = work_group_reduce_add(p[i]); break;
  case 1: p[i] = work_group_reduce_min(p[i]); break;
  case 2: p[i] = work_group_scan_inclusive_max(p[i]); break;
  default: p[i] = work_group_any(p[i]);
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
