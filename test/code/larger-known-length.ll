; What a module says of one length of the work-group does not pass to the others, by which a kernel chooses its code (larger.cl).
;
; RUN: clgroup-cc --strategy=tree %s -o %t.ll && grep 'get_local_sizej.*!range' %t.ll && not grep 'get_local_sizej(i32 .*[12]).*!range' %t.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @use(i64)
declare spir_func i32 @_Z21work_group_reduce_addi(i32) convergent
declare spir_func i64 @_Z14get_local_sizej(i32)

define internal spir_func void @known(i32 %x) convergent noinline {
  %sum = call spir_func i32 @_Z21work_group_reduce_addi(i32 %x) convergent
  %wide = zext i32 %sum to i64
  %length = call spir_func i64 @_Z14get_local_sizej(i32 0), !range !0
  %both = add i64 %wide, %length
  call spir_func void @use(i64 %both)
  ret void
}

define spir_kernel void @k(i32 %x) {
  call spir_func void @known(i32 %x)
  ret void
}

!0 = !{i64 1, i64 5}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
