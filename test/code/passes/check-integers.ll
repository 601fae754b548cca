; SPIR-V has no integers of odd widths: a second try is asked for by status 9, and after that the module is refused.
;
; RUN: sh -c '%build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 for_spirv=1 --passes=check-integers -- %s >%t; test $? = 9'
; RUN: not %build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 for_spirv=1 raw=1 --passes=check-integers -- %s | FileCheck %s
; CHECK: uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

define spir_kernel void @k(i32 %x) {
  %small = trunc i32 %x to i2
  %wide = zext i2 %small to i32
  call spir_func void @use(i32 %wide)
  ret void
}

declare spir_func void @use(i32)
