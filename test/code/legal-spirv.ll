; What LLVM has and SPIR-V or llvm-spirv lacks is replaced, also in a module that does not use the library.
;
; RUN: clgroup-cc %s -o %t.spv -v 2>%t.log && spirv-val %t.spv && not grep again %t.log
; RUN: spirv-dis --raw-id %t.spv | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; A bit reversal is no OpBitReverse, which is for shaders: of a constant it is a constant, 0x12345678 here and 0x0f, 0x80.
; CHECK-NOT: OpCapability Shader
; CHECK-DAG: OpConstant {{.*}} 510274632
; CHECK-DAG: [[F0:%[0-9]+]] = OpConstant {{.*}} 240
; CHECK-DAG: [[ONE:%[0-9]+]] = OpConstant {{.*}} 1
; CHECK-NOT: OpBitReverse

declare spir_func void @use(i32)
declare spir_func void @use_bytes(<2 x i8>)
declare i1 @llvm.bitreverse.i1(i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i64 @llvm.bitreverse.i64(i64)
declare <2 x i8> @llvm.bitreverse.v2i8(<2 x i8>)

define spir_kernel void @reverse(i32 %x, i64 %y) {
  %c = call i32 @llvm.bitreverse.i32(i32 305419896)
  call spir_func void @use(i32 %c)
  %v = call <2 x i8> @llvm.bitreverse.v2i8(<2 x i8> <i8 15, i8 128>)
  call spir_func void @use_bytes(<2 x i8> %v)
  %r = call i32 @llvm.bitreverse.i32(i32 %x)
  call spir_func void @use(i32 %r)
  %l = call i64 @llvm.bitreverse.i64(i64 %y)
  %t = trunc i64 %l to i32
  call spir_func void @use(i32 %t)
  %b = icmp eq i32 %x, 3
  %same = call i1 @llvm.bitreverse.i1(i1 %b)
  %z = zext i1 %same to i32
  call spir_func void @use(i32 %z)
  ret void
}

; A choice between two vectors by one bool: OpSelect needs a bool for each element.
; CHECK: OpVectorShuffle %[[BOOLS:[0-9]+]] {{.*}} 0 0 0 0
; CHECK-NEXT: OpSelect
define spir_kernel void @choose(<4 x i32> addrspace(1)* %o, i32 %n) {
  %c = icmp eq i32 %n, 0
  %v = load <4 x i32>, <4 x i32> addrspace(1)* %o
  %s = select i1 %c, <4 x i32> %v, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
  store <4 x i32> %s, <4 x i32> addrspace(1)* %o
  ret void
}

; Variables must come first in SPIR-V; here a cast of one stands between them.
; CHECK: OpFunction
; CHECK: OpLabel
; CHECK-NEXT: OpVariable
; CHECK-NEXT: OpVariable
define spir_kernel void @parted(i32 addrspace(1)* %o) {
  %a = alloca i64
  %b = bitcast i64* %a to i32*
  %c = alloca [4 x i32]
  %d = getelementptr [4 x i32], [4 x i32]* %c, i32 0, i32 1
  store volatile i32 1, i32* %b
  store volatile i32 2, i32* %d
  ret void
}

; In SPIR-V a bool is no integer, and there are no integers of two bits.
; CHECK: OpSwitch
define spir_kernel void @switch_on_bool(i32 %x) {
  %b = icmp sgt i32 %x, 4
  switch i1 %b, label %other [
    i1 true, label %yes
    i1 false, label %no
  ]
yes:
  call spir_func void @use(i32 1)
  ret void
no:
  call spir_func void @use(i32 2)
  ret void
other:
  unreachable
}

; CHECK: [[MASKED:%[0-9]+]] = OpBitwiseAnd {{%[0-9]+ %[0-9]+}} [[THREE:%[0-9]+]]
; CHECK: OpSwitch [[MASKED]] {{%[0-9]+}} 0 {{%[0-9]+}} 3
define spir_kernel void @switch_on_two_bits(i32 %x) {
  %two = trunc i32 %x to i2
  switch i2 %two, label %other [
    i2 0, label %zero
    i2 -1, label %three
  ]
zero:
  call spir_func void @use(i32 1)
  ret void
three:
  call spir_func void @use(i32 2)
  ret void
other:
  call spir_func void @use(i32 3)
  ret void
}

; OpPhi names a predecessor once, however many edges lead from it.
; CHECK: OpPhi
; CHECK: OpPhi
define spir_kernel void @edges(i32 %x, i32 %y) {
entry:
  switch i32 %x, label %other [
    i32 1, label %join
    i32 7, label %join
    i32 9, label %loop
    i32 11, label %loop
  ]
other:
  %b = icmp eq i32 %y, 0
  br i1 %b, label %join, label %join
loop:
  %i = phi i32 [ 0, %entry ], [ 0, %entry ], [ %i, %loop ], [ %i, %loop ]
  call spir_func void @use(i32 %i)
  switch i32 %y, label %join [
    i32 1, label %loop
    i32 2, label %loop
  ]
join:
  %a = phi i32 [ %x, %entry ], [ %x, %entry ], [ 5, %other ], [ 5, %other ], [ %i, %loop ]
  %c = phi i32 [ %y, %entry ], [ %y, %entry ], [ 6, %other ], [ 6, %other ], [ 8, %loop ]
  %d = freeze i32 %a
  call spir_func void @use(i32 %d)
  call spir_func void @use(i32 %c)
  ret void
}

; A block stands behind what dominates it, and so behind what it uses.
define spir_kernel void @order(i32 %n) {
entry:
  br label %body
next:
  %more = add i32 %i, 1
  %end = icmp eq i32 %more, %n
  br i1 %end, label %done, label %body
body:
  %i = phi i32 [ 0, %entry ], [ %more, %next ]
  %b = icmp eq i32 %i, 77
  br i1 %b, label %done, label %next
done:
  ret void
}

; There is no fourth dimension: sizes of 1, ids of 0.
; CHECK: OpStore [[O:%[0-9]+]] [[SIZE:%[0-9]+]] Volatile|Aligned 8
; CHECK-NEXT: OpStore [[O]] [[SIZE]] Volatile|Aligned 8
; CHECK-NEXT: OpStore [[O]] %{{[0-9]+}} Volatile|Aligned 8
declare spir_func i64 @_Z15get_global_sizej(i32)
declare spir_func i64 @_Z14get_num_groupsj(i32)
declare spir_func i64 @_Z13get_global_idj(i32)
define spir_kernel void @fourth(i64 addrspace(1)* %o) {
  %size = call spir_func i64 @_Z15get_global_sizej(i32 3)
  store volatile i64 %size, i64 addrspace(1)* %o
  %groups = call spir_func i64 @_Z14get_num_groupsj(i32 7)
  store volatile i64 %groups, i64 addrspace(1)* %o
  %id = call spir_func i64 @_Z13get_global_idj(i32 3)
  store volatile i64 %id, i64 addrspace(1)* %o
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
