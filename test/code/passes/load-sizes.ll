; Conditions load the variables in which PoCL 7.1 holds sizes and group ids, in place of queries (lib/lower/passes/conditions.c).
; RUN: %lower pocl_device=x86-linux-haswell --passes=load-sizes -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i64 @_Z14get_local_sizej(i32) readnone
declare spir_func i64 @_Z15get_global_sizej(i32) readnone
declare spir_func i64 @_Z12get_group_idj(i32) readnone
declare spir_func i64 @_Z12get_local_idj(i32) readnone

; CHECK: @_local_size_y = external constant i64
; CHECK-LABEL: @kernel(
; The condition is computed again; what else needs the sizes queries them still:
; CHECK: %size = call {{.*}}@_Z14get_local_sizej(i32 1)
; CHECK: %sum = add i64 %size, 1
; CHECK-NEXT: %first = icmp eq i64 %sum, %all
; CHECK: call {{.*}}@_Z7barrierj
; CHECK-NEXT: [[SIZE:%.*]] = load i64, {{.*}} @_local_size_y
; CHECK-NEXT: [[SUM:%.*]] = add i64 [[SIZE]], 1
; CHECK-NEXT: [[ROW:%.*]] = load i64, {{.*}} @_local_size_x
; CHECK-NEXT: [[ROWS:%.*]] = load i64, {{.*}} @_num_groups_x
; CHECK-NEXT: [[ALL:%.*]] = mul i64 [[ROW]], [[ROWS]]
; CHECK-NEXT: [[FIRST:%.*]] = icmp eq i64 [[SUM]], [[ALL]]
; CHECK-NEXT: br i1 [[FIRST]], label %then, label %join
; Memory is read where it was, by another address:
; CHECK: then:
; CHECK: [[GROUP:%.*]] = load i64, {{.*}} @_group_id_z
; CHECK-NEXT: [[AT:%.*]] = getelementptr i32, {{.*}} %p, i64 [[GROUP]]
; CHECK-NEXT: %v = load i32, {{.*}} [[AT]]
; CHECK-NEXT: store
; CHECK-NEXT: switch i32 %v
; A condition without a query stays, and that of a kernel without barriers:
; CHECK: join:
; CHECK-NEXT: %id = call
; CHECK-NEXT: %zero = icmp eq i64 %id, 0
; CHECK-NEXT: br i1 %zero
; CHECK-LABEL: @without_barriers(
; CHECK: %is = icmp eq i64 %size, 1
; CHECK-NEXT: br i1 %is
define spir_kernel void @kernel(i32 addrspace(1)* %p) {
entry:
  %size = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %all = call spir_func i64 @_Z15get_global_sizej(i32 0)
  %sum = add i64 %size, 1
  %first = icmp eq i64 %sum, %all
  call spir_func void @_Z7barrierj(i32 1) convergent
  br i1 %first, label %then, label %join
then:
  %group = call spir_func i64 @_Z12get_group_idj(i32 2)
  %at = getelementptr i32, i32 addrspace(1)* %p, i64 %group
  %v = load i32, i32 addrspace(1)* %at
  store i32 0, i32 addrspace(1)* %at
  switch i32 %v, label %join [ i32 1, label %end ]
join:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %zero = icmp eq i64 %id, 0
  br i1 %zero, label %end, label %then
end:
  ret void
}

define spir_kernel void @without_barriers() {
entry:
  %size = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %is = icmp eq i64 %size, 1
  br i1 %is, label %end, label %end
end:
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
