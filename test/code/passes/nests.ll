; An outermost loop around another one gets a barrier at the end of its turns, where all work-items make the same ones.
; RUN: %lower --passes=nest-barriers -- %s | FileCheck %s --implicit-check-not='"clgroup-' --implicit-check-not='call spir_func void @_Z7barrierj'
;
; Not where work-items make different turns, where the outermost loop has a barrier, in a loop by itself, or in a kernel without a barrier.
; RUN: sed 's/get_group_id/get_local_id/' %s >%t.by-id.ll && sed 's/; IN-HEAD//' %s >%t.has.ll && sed '/barrierj(i32 1)/d' %s >%t.none.ll
; RUN: sed '/%%j = phi/d; s/%%j, 1/%%n, 1/; s/br i1 %%again, label %%inner, label/br label/' %s >%t.one.ll
; RUN: for k in by-id:1 has:2 one:1; do %lower --passes=nest-barriers -- %t.${k%:*}.ll >%t.out && grep -c 'call.*barrierj' %t.out | grep -x ${k#*:} || exit 1; done
; RUN: %lower --passes=nest-barriers -- %t.none.ll | not grep 'call.*barrierj'
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i64 @_Z12get_group_idj(i32)

; The inner loop's branch to the outer one's head is split.
; CHECK-LABEL: @nest(
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: {{^}}head.loopexit:
; CHECK-NEXT: call spir_func void @_Z7barrierj(i32 1)
; CHECK-NEXT: br label %head
define spir_kernel void @nest(i64 %n) {
entry:
  %turns = call spir_func i64 @_Z12get_group_idj(i32 0)
  call spir_func void @_Z7barrierj(i32 1) convergent
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i1, %inner ]
  %i1 = add i64 %i, 1
; IN-HEAD  call spir_func void @_Z7barrierj(i32 2) convergent
  %more = icmp ult i64 %i, %turns
  br i1 %more, label %inner, label %end
inner:
  %j = phi i64 [ 0, %head ], [ %j1, %inner ]
  %j1 = add i64 %j, 1
  %again = icmp ult i64 %j1, %n
  br i1 %again, label %inner, label %head
end:
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
