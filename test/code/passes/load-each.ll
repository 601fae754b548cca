; A load from one of two variables, whose address is chosen before a barrier: both are loaded, and the value is chosen (lib/lower/passes/choices.c).
; RUN: %lower for_pocl=1 --passes=load-each -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func void @use(i32)
declare spir_func void @escapes(i32*)

; CHECK-LABEL: @kernel(
; CHECK: join:
; CHECK-NEXT: [[NUMBER:%.*]] = phi i32 [ 0, %other ], [ 1, %entry ]
; CHECK-NEXT: [[SELECTED:%.*]] = select i1 %c, i32 0, i32 1
; CHECK-NEXT: %s = select i1 %c, {{.*}} %a, {{.*}} %b
; CHECK-NEXT: call {{.*}}@_Z7barrierj
; CHECK-NEXT: [[B:%.*]] = load i32, {{.*}} %b, align 2
; CHECK-NEXT: [[A:%.*]] = load i32, {{.*}} %a, align 2
; CHECK-NEXT: [[IS:%.*]] = icmp eq i32 [[NUMBER]], 1
; CHECK-NEXT: [[V:%.*]] = select i1 [[IS]], i32 [[A]], i32 [[B]]
; CHECK-NEXT: call {{.*}}@use(i32 [[V]])
; CHECK: [[IS:%.*]] = icmp eq i32 [[SELECTED]], 1
; CHECK-NEXT: [[W:%.*]] = select i1 [[IS]]
; CHECK-NEXT: call {{.*}}@use(i32 [[W]])
; One whose address is needed otherwise stays, and one of a variable that is not there at each load:
; CHECK-NEXT: call {{.*}}@escapes({{.*}} %s)
; CHECK-LABEL: @other(
; CHECK: phi
; CHECK-NEXT: load
define spir_kernel void @kernel(i1 %c) {
entry:
  %a = alloca i32
  %b = alloca i32
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi i32* [ %b, %other ], [ %a, %entry ]
  %q = select i1 %c, i32* %a, i32* %b
  %s = select i1 %c, i32* %a, i32* %b
  call spir_func void @_Z7barrierj(i32 1) convergent
  %v = load i32, i32* %p, align 2
  call spir_func void @use(i32 %v)
  %w = load i32, i32* %q
  call spir_func void @use(i32 %w)
  call spir_func void @escapes(i32* %s)
  ret void
}

define spir_kernel void @other(i1 %c) {
entry:
  %a = alloca i32
  br i1 %c, label %join, label %late
late:
  %b = alloca i32
  br label %join
join:
  %p = phi i32* [ %b, %late ], [ %a, %entry ]
  %v = load i32, i32* %p
  call spir_func void @use(i32 %v)
  ret void
}

; The load may be the next instruction.
; CHECK-LABEL: @next(
; CHECK: select i1 %c, i32 0, i32 1
; CHECK-NEXT: load i32, {{.*}} %a
; CHECK-NEXT: load i32, {{.*}} %b
define spir_kernel void @next(i1 %c) {
  %a = alloca i32
  %b = alloca i32
  %p = select i1 %c, i32* %a, i32* %b
  %v = load i32, i32* %p
  %w = load i32, i32* %p
  call spir_func void @use(i32 %v)
  call spir_func void @use(i32 %w)
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
