; Passes by themselves that need what others have found of a kernel: its marks (lib/lower/ir/pass.h), which are not written.
;
; RUN: %lower --passes=rematerialize -- %s | FileCheck %s --check-prefix=AGAIN --implicit-check-not='"clgroup-'
; RUN: %lower --passes=loop-barriers -- %s | FileCheck %s --check-prefix=LOOP --implicit-check-not='"clgroup-'
; RUN: %lower --passes=order-blocks -- %s | FileCheck %s --check-prefix=ORDER --implicit-check-not='"clgroup-'
; RUN: %lower opt_level=2 --passes=optimise -- %s | FileCheck %s --check-prefix=FOLDED --implicit-check-not='"clgroup-'
; RUN: %lower --passes=answer-sizes -- %s | FileCheck %s --check-prefix=SIZE --implicit-check-not='"clgroup-'
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @use(i64)
declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)

; The id is asked for again behind the barrier.
; AGAIN-LABEL: @crossing(
; AGAIN: call spir_func void @_Z7barrierj(
; AGAIN: [[ID:%.*]] = call spir_func i64 @__clgroup_id_again()
; AGAIN: [[SUM:%.*]] = add i64 [[ID]], 1
; AGAIN: call spir_func void @use(i64 [[SUM]])
define spir_kernel void @crossing() "clgroup-reaching" {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %next = add i64 %id, 1
  call spir_func void @_Z7barrierj(i32 1) convergent
  call spir_func void @use(i64 %next)
  ret void
}

; A loop whose end knows an id gets barriers in front and at its end. Blocks come after their dominators.
; LOOP-LABEL: @looped(
; LOOP-COUNT-3: call spir_func void @_Z7barrierj(
; LOOP: ret void
; ORDER-LABEL: @looped(
; ORDER: {{^}}head:
; ORDER: {{^}}end:
define spir_kernel void @looped(i1 %c) "clgroup-looped" "clgroup-reaching" {
entry:
  br label %head
end:
  ret void
head:
  call spir_func void @_Z7barrierj(i32 1) convergent
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  call spir_func void @use(i64 %id)
  br i1 %c, label %head, label %end
}

; FOLDED-LABEL: @sized(
; FOLDED-NOT: add i64 1
; FOLDED: call spir_func void @use(i64 3)
; SIZE-LABEL: @sized(
; SIZE: call spir_func void @use(i64 64)
define spir_kernel void @sized() "clgroup-reaching" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %three = add i64 1, 2
  call spir_func void @use(i64 %three)
  %size = call spir_func i64 @_Z14get_local_sizej(i32 0)
  call spir_func void @use(i64 %size)
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
