; SPIR-V has no freeze.
;
; RUN: %build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 --passes=drop-freeze -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @k(
; CHECK-NOT: freeze
; CHECK: %y = add i32 %x, 1
define spir_kernel void @k(i32 %x) {
  %f = freeze i32 %x
  %y = add i32 %f, 1
  call spir_func void @use(i32 %y)
  ret void
}

declare spir_func void @use(i32)
