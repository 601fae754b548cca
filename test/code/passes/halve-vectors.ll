; Built-in functions are called with vectors of 256 bits at most.
;
; RUN: %build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 for_pocl=1 --passes=halve-vectors -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @k(
; CHECK-COUNT-2: call spir_func <8 x float> @_Z3cosDv8_f(
; CHECK-NOT: Dv16_f(
; CHECK: ret void
define spir_kernel void @k(<16 x float> %x) {
  %y = call spir_func <16 x float> @_Z3cosDv16_f(<16 x float> %x)
  call spir_func void @use(<16 x float> %y)
  ret void
}

declare spir_func void @use(<16 x float>)
declare spir_func <16 x float> @_Z3cosDv16_f(<16 x float>)
