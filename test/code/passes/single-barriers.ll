; A kernel with barriers in branches gets one barrier, in a loop that dispatches; one in straight-line code stays.
;
; RUN: %build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 for_pocl=1 for_spirv=1 opt_level=2 --passes=list-branching,single-barriers -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @branches(
; CHECK-COUNT-1: call spir_func void @_Z7barrierj(
; CHECK-NOT: call spir_func void @_Z7barrierj(
; CHECK-LABEL: @straight(
; CHECK-COUNT-2: call spir_func void @_Z7barrierj(
define spir_kernel void @branches(i1 %c) {
  br i1 %c, label %first, label %second

first:
  call spir_func void @use(i32 1)
  call spir_func void @_Z7barrierj(i32 1) convergent
  call spir_func void @use(i32 2)
  br label %end

second:
  call spir_func void @use(i32 3)
  call spir_func void @_Z7barrierj(i32 1) convergent
  br label %end

end:
  ret void
}

define spir_kernel void @straight() {
  call spir_func void @_Z7barrierj(i32 1) convergent
  call spir_func void @use(i32 2)
  call spir_func void @_Z7barrierj(i32 1) convergent
  ret void
}

declare spir_func void @use(i32)
declare spir_func void @_Z7barrierj(i32) convergent
