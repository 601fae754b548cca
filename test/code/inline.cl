// `inline` functions without static or extern are defined where they are called, are not there where they are not, and several inputs may have
// the same one, as from a header. (The case any-inline-functions.cl runs some.)
// RUN: clgroup-cc -DA -w %s -o %t.spv && spirv-dis %t.spv | not grep -E '"twice" (Import|Export)|Float64'
// RUN: clgroup-cc -DA -w -cl-opt-disable %s -o %t.spv && spirv-dis %t.spv | not grep '"twice" Import'
// RUN: clgroup-cc -DA -w --compile-only %s -o %t.a.bc && clgroup-cc -DB -w --compile-only %s -o %t.b.bc
// RUN: clgroup-cc %t.a.bc %t.b.bc -o %t.ll && FileCheck %s <%t.ll && clgroup-cc %t.a.bc %t.b.bc -o %t.spv
// RUN: for t in '--target=nvptx64 -march=sm_80' '--target=amdgcn -march=gfx90a'; do clgroup-cc $t %t.a.bc %t.b.bc -o %t.gpu.ll && FileCheck %s <%t.gpu.ll || exit 1; done
// RUN: echo 'inline int f(int x) { return x; } kernel void k(global int *o) { o[0] = f(1); }' > %t.plain.cl && clgroup-cc -cl-std=CLC++2021 %t.plain.cl -o %t.spv
// CHECK-COUNT-1: define {{.*}}@twice(
// CHECK-NOT: define {{.*}}@twice(
// CHECK-NOT: define {{.*}}@unused(
#define FOUR(text) text text text text
inline int twice(int x) {
  FOUR(FOUR(FOUR(FOUR(x = x * 5 ^ (x >> 3);)))) /* too much to be inlined */
  return x;
}
inline double unused(double x) {
  return x * 2;
}
#ifdef A
kernel void a(global int *o) {
  o[0] = work_group_reduce_add(twice(o[1])) + twice(o[2]);
}
#else
kernel void b(global int *o) {
  o[0] = twice(o[1]) + twice(o[2]);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
