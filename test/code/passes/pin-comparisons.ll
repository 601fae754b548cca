; What is compared before a barrier is compared again behind it, together with a zero that the local id there gives (lib/lower/passes/comparisons.c).
; RUN: %lower for_pocl=1 --passes=pin-comparisons -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i32 @value()
declare spir_func float @number()
declare spir_func void @use(i32)

; CHECK-LABEL: @kernel(
; CHECK: %x = call
; CHECK-NEXT: %f = call
; CHECK-NEXT: %here = icmp ult i32 %x, 7
; CHECK-NEXT: %other = trunc i32 %x to i1
; CHECK-NEXT: [[KEPT:%.*]] = zext i1 %other to i8
; CHECK-NEXT: %uniform = icmp ult i32 %n, 4
; CHECK-NEXT: select i1 %here
; CHECK: call {{.*}}@_Z7barrierj
;
; CHECK-NEXT: [[ID:%.*]] = call {{.*}}i64 @__clgroup_id_here()
; CHECK-NEXT: [[LESS:%.*]] = icmp ult i64 [[ID]], 1048576
; CHECK-NEXT: [[LEAST:%.*]] = select i1 [[LESS]], i64 [[ID]], i64 1048576
; CHECK-NEXT: [[ZERO:%.*]] = sub i64 [[LEAST]], [[ID]]
; CHECK-NEXT: [[INT:%.*]] = trunc i64 [[ZERO]] to i32
; CHECK-NEXT: [[X:%.*]] = xor i32 %x, [[INT]]
; CHECK-NEXT: [[AGAIN:%.*]] = icmp ult i32 [[X]], 3
; CHECK-NEXT: select i1 [[AGAIN]], i32 1, i32 2
; What is compared only here, and numbers:
; CHECK: [[Y:%.*]] = xor i32 %x,
; CHECK-NEXT: %late = icmp ult i32 [[Y]], 5
; CHECK: [[BITS:%.*]] = bitcast float %f to i32
; CHECK: [[SAME:%.*]] = xor i32 [[BITS]],
; CHECK-NEXT: [[F:%.*]] = bitcast i32 [[SAME]] to float
; CHECK-NEXT: [[LESS_F:%.*]] = fcmp olt float [[F]], 2.0
; Both, and a truth value that is no comparison, which goes as a byte:
; CHECK: [[BYTE:%.*]] = icmp ne i8 [[KEPT]], {{%.*}}
; CHECK-NEXT: [[BOTH:%.*]] = and i1 [[LESS_F]], [[BYTE]]
; CHECK-NEXT: select i1 [[BOTH]]
; Uniform values are not kept for each work-item:
; CHECK: select i1 %uniform
; CHECK-NOT: id_here
; CHECK: ret void
define spir_kernel void @kernel(i32 %n) {
  %x = call spir_func i32 @value()
  %f = call spir_func float @number()
  %c = icmp ult i32 %x, 3
  %here = icmp ult i32 %x, 7
  %less = fcmp olt float %f, 2.0
  %other = trunc i32 %x to i1
  %both = and i1 %less, %other
  %uniform = icmp ult i32 %n, 4
  %a = select i1 %here, i32 5, i32 6
  call spir_func void @use(i32 %a)
  call spir_func void @_Z7barrierj(i32 1) convergent
  %b = select i1 %c, i32 1, i32 2
  call spir_func void @use(i32 %b)
  %late = icmp ult i32 %x, 5
  %d = select i1 %late, i32 1, i32 2
  call spir_func void @use(i32 %d)
  %e = select i1 %both, i32 1, i32 2
  call spir_func void @use(i32 %e)
  %g = select i1 %uniform, i32 1, i32 2
  call spir_func void @use(i32 %g)
  ret void
}

; Two edges from one block bring one value.
; CHECK-LABEL: @edges(
; CHECK: [[P:%.*]] = icmp ne i8
; CHECK-NEXT: switch
; CHECK: phi i1 [ [[P]], %entry ], [ [[P]], %entry ], [ true, %other ]
define spir_kernel void @edges() {
entry:
  %x = call spir_func i32 @value()
  %t = trunc i32 %x to i1
  call spir_func void @_Z7barrierj(i32 1) convergent
  switch i32 %x, label %other [
    i32 3, label %join
    i32 5, label %join
  ]
other:
  br label %join
join:
  %p = phi i1 [ %t, %entry ], [ %t, %entry ], [ true, %other ]
  %q = select i1 %p, i32 1, i32 2
  call spir_func void @use(i32 %q)
  ret void
}

; CHECK: define internal spir_func i64 @__clgroup_id_here() [[NOINLINE:#[0-9]+]]
; CHECK-NEXT: call spir_func i64 @_Z12get_local_idj(i32 0)
; CHECK: attributes [[NOINLINE]] = {{.*}}noinline
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
