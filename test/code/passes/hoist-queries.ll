; Both arms of a branch query other dimensions: in front of the branch no compiler makes one call of the two.
;
; RUN: %build/lib/clgroup/clgroup-lower folder=%data target=spirv64 strategy=tree as_text=1 for_pocl=1 --passes=hoist-queries -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; CHECK-LABEL: @k(
; CHECK-DAG: call spir_func i64 @_Z14get_local_sizej(i32 0)
; CHECK-DAG: call spir_func i64 @_Z14get_local_sizej(i32 2)
; CHECK: br i1 %c
; CHECK-NOT: get_local_size
; CHECK: ret void
define spir_kernel void @k(i1 %c) {
  br i1 %c, label %first, label %second

first:
  %a = call spir_func i64 @_Z14get_local_sizej(i32 0)
  br label %end

second:
  %b = call spir_func i64 @_Z14get_local_sizej(i32 2)
  br label %end

end:
  %x = phi i64 [ %a, %first ], [ %b, %second ]
  call spir_func void @use(i64 %x)
  ret void
}

declare spir_func void @use(i64)
declare spir_func i64 @_Z14get_local_sizej(i32)
