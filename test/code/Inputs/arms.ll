; Calls that LLVM would merge into one, for a dimension that is no constant, and calls that it would not.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z13get_global_idj(i32)

; CHECK-LABEL: define {{.*}}@sizes(
; CHECK: @_Z14get_local_sizej(i32 {{[02]}})
; CHECK: @_Z14get_local_sizej(i32 {{[02]}})
; CHECK: br i1
; CHECK-NOT: get_local_size
; ANY-LABEL: define {{.*}}@sizes(
; ANY: br i1
; ANY: @_Z14get_local_sizej(i32 0)
; ANY: @_Z14get_local_sizej(i32 2)
define spir_kernel void @sizes(i64 addrspace(1)* %o, i1 %c) {
  br i1 %c, label %one, label %other
one:
  %a = call spir_func i64 @_Z14get_local_sizej(i32 0)
  br label %join
other:
  %b = call spir_func i64 @_Z14get_local_sizej(i32 2)
  br label %empty
empty:
  %e = phi i64 [ %b, %other ]
  br label %join
join:
  %p = phi i64 [ %a, %one ], [ %e, %empty ]
  store i64 %p, i64 addrspace(1)* %o
  ret void
}

; The same dimension, and one arm alone: nothing moves.
; CHECK-LABEL: define {{.*}}@same(
; CHECK: br i1
; CHECK: @_Z13get_global_idj(i32 0)
; CHECK: @_Z13get_global_idj(i32 0)
define spir_kernel void @same(i64 addrspace(1)* %o, i1 %c) {
  br i1 %c, label %one, label %other
one:
  %a = call spir_func i64 @_Z13get_global_idj(i32 0)
  %a2 = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %s = add i64 %a, %a2
  br label %join
other:
  %b = call spir_func i64 @_Z13get_global_idj(i32 0)
  br label %join
join:
  %p = phi i64 [ %s, %one ], [ %b, %other ]
  store i64 %p, i64 addrspace(1)* %o
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
