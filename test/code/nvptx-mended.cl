// What LLVM 15 gets wrong in PTX, seen on a GPU, and clgroup-cc mends: bits of a shifted 64-bit number, copies of its sign among them, by
// bfe.u64, which shifts in zeros (min and max of double were wrong); and rotations of 64 bits by a count that is not below 64. What the
// program writes itself stays.
//
// RUN: clgroup-cc --target=nvptx64 -march=sm_80 %s -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: clgroup-cc --target=nvptx64 --driver=nvidia -march=sm_80 %s -o %t.nvidia.ptx && FileCheck %s --input-file=%t.nvidia.ptx

// CHECK-LABEL: .entry shift(
// CHECK-NOT: bfe
// CHECK: shr.s64 [[SHIFTED:.*]], %rd{{[0-9]+}}, 40;
// CHECK-NEXT: and.b64 {{.*}}, [[SHIFTED]], 4294967295;
kernel void shift(global long *x) { *x = (*x >> 40) & 0xffffffff; }

// CHECK-LABEL: .entry choice(
// CHECK-NOT: bfe
// CHECK: shr.s64 [[SIGN:.*]], %rd{{[0-9]+}}, 63;
// CHECK-NEXT: and.b64 {{.*}}, [[SIGN]], 255;
kernel void choice(global long *x) { *x = *x < 0 ? 255 : 0; }

// CHECK-LABEL: .entry least(
// CHECK-NOT: bfe
// CHECK: ret;
kernel void least(global double *x) { x[get_global_id(0)] = work_group_reduce_min(x[get_global_id(0)]); }

// CHECK-LABEL: .entry left(
// CHECK: and.b32 [[COUNT:%[a-z0-9]+]], %r{{[0-9]+}}, 63;
// CHECK: shl.b64 {{.*}}, {{.*}}, [[COUNT]];
// CHECK-NOT: {{sh[lr].b64 .*, %r[0-9]+;}}
// CHECK: ret;
kernel void left(global ulong *x, uint n) { *x = *x << (n & 63) | *x >> (-n & 63); }

// CHECK-LABEL: .entry right(
// CHECK: and.b32 [[COUNT:%[a-z0-9]+]], %r{{[0-9]+}}, 63;
// CHECK: sh{{[lr]}}.{{[bu]}}64 {{.*}}, {{.*}}, [[COUNT]];
// CHECK: ret;
kernel void right(global ulong *x, uint n) { *x = *x >> (n & 63) | *x << (-n & 63); }

// CHECK-LABEL: .entry written(
// CHECK: bfe.u64 {{.*}}, {{.*}}, 60, 8;
kernel void written(global ulong *x) { __asm__("bfe.u64 %0, %1, 60, 8;" : "=l"(*x) : "l"(*x)); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
