; A value that is loaded and used behind a barrier, or behind a store to such memory, goes through a call, which PoCL 7 does not repeat.
; RUN: %lower --passes=keep-loads -- %s | FileCheck %s --implicit-check-not='call {{.*}}@_Z3min' --implicit-check-not=volatile
; RUN: awk 'BEGIN { print "kernel void k(global int *p, local int *t) {"; while (i++ < 1500) print "t[" i "] = p[7 * " i "];"; print "barrier(1); p[0] = t[p[1]]; }" }' >%t.cl
; RUN: timeout 60 clgroup-cc -O1 --driver=pocl %t.cl -o %t.spv
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

@kept.clgroup.scratch4 = internal addrspace(3) global [4 x i32] undef

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64, float addrspace(1)*)

; CHECK-LABEL: @kept(
; CHECK: [[SIZE:%.*]] = call {{.*}}@_Z14get_local_sizej(i32 0)
; CHECK: [[ZERO:%.*]] = lshr i64 [[SIZE]], 20
; CHECK: [[PRODUCT:%.*]] = mul i64 [[ZERO]], -7046029254386353131
; CHECK: [[LARGEST:%.*]] = xor i64 [[PRODUCT]], -1
; CHECK: %x = load
; CHECK-NEXT: trunc i64 [[LARGEST]] to i32
; CHECK-NEXT: [[X:%.*]] = call {{.*}}@_Z3minjj(i32 %x, i32
; CHECK: call {{.*}}@_Z6vload2
; CHECK: [[WORDS:%.*]] = bitcast <2 x float> %v to <2 x i32>
; CHECK: [[KEPT:%.*]] = call {{.*}}@_Z3minDv2_jS_(<2 x i32> [[WORDS]], <2 x i32>
; CHECK: [[V:%.*]] = bitcast <2 x i32> [[KEPT]] to <2 x float>
; A load of a type for which there is no min():
; CHECK: %p = load volatile
; CHECK: call {{.*}}@_Z7barrierj
; CHECK: store i32 [[X]]
; CHECK: store <2 x float> [[V]]
define spir_kernel void @kept(i32 addrspace(1)* %a, float addrspace(1)* %b, i32 addrspace(1)* addrspace(3)* %c, <2 x float> addrspace(1)* %d) {
  %x = load i32, i32 addrspace(1)* %a
  %v = call spir_func <2 x float> @_Z6vload2mPU3AS1Kf(i64 0, float addrspace(1)* %b)
  %p = load i32 addrspace(1)*, i32 addrspace(1)* addrspace(3)* %c
  call spir_func void @_Z7barrierj(i32 1) convergent
  store i32 %x, i32 addrspace(1)* %p
  store <2 x float> %v, <2 x float> addrspace(1)* %d
  ret void
}

; CHECK-LABEL: @behind_store(
; CHECK: call {{.*}}@_Z3minhh(i8
define spir_kernel void @behind_store(i8 addrspace(1)* %a, i8 addrspace(3)* %b) {
  %x = load i8, i8 addrspace(1)* %a
  store i8 0, i8 addrspace(1)* %a
  store i8 %x, i8 addrspace(3)* %b
  call spir_func void @_Z7barrierj(i32 1) convergent
  ret void
}

; Not one that is used at once; of memory that is not written; of the library's, of which scratch.c decides; or without a barrier.
; CHECK-LABEL: @others(
define spir_kernel void @others(i32 addrspace(1)* %a, i32 addrspace(2)* %b, i32 addrspace(1)* noalias readonly %c, i32 addrspace(1)* %d) {
  %v = alloca i32
  store i32 1, i32* %v
  %x = load i32, i32 addrspace(1)* %a
  %y = load i32, i32 addrspace(2)* %b
  %z = load i32, i32 addrspace(1)* %c
  %l = load i32, i32 addrspace(3)* getelementptr ([4 x i32], [4 x i32] addrspace(3)* @kept.clgroup.scratch4, i32 0, i32 1)
  %w = load i32, i32* %v
  %x1 = add i32 %x, 1
  store i32 %x1, i32 addrspace(1)* %a
  call spir_func void @_Z7barrierj(i32 1) convergent
  %s1 = add i32 %y, %z
  %s2 = add i32 %s1, %l
  %s3 = add i32 %s2, %w
  store i32 %s3, i32 addrspace(1)* %d
  ret void
}

; CHECK-LABEL: @straight(
define spir_kernel void @straight(i32 addrspace(1)* %a, i32 addrspace(1)* %b) {
  %x = load i32, i32 addrspace(1)* %a
  store i32 0, i32 addrspace(1)* %a
  store i32 %x, i32 addrspace(1)* %b
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
