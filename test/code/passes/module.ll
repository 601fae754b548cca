; Passes by themselves: those that need nothing of others.
;
; RUN: %lower --passes=drop-freeze -- %s | FileCheck %s --check-prefix=FREEZE
; RUN: %lower --passes=drop-bodies -- %s | FileCheck %s --check-prefix=BODIES --implicit-check-not=imp_frozen
; RUN: %lower for_pocl=1 --passes=halve-vectors -- %s | FileCheck %s --check-prefix=HALVES
; RUN: %lower for_pocl=1 --passes=hoist-queries -- %s | FileCheck %s --check-prefixes=HOIST,QUERIES
; RUN: %lower for_pocl=1 for_spirv=1 opt_level=2 --passes=list-branching,single-barriers -- %s | FileCheck %s --check-prefix=SINGLE
; RUN: %lower for_pocl=1 --passes=name-builtins -- %s | FileCheck %s --check-prefix=NAMES
; RUN: %lower for_pocl=1 --passes=inline-all -- %s | FileCheck %s --check-prefix=INLINE --implicit-check-not=@helper
; RUN: %lower --passes=inline-own-builtins -- %s | FileCheck %s --check-prefix=OWN
; RUN: %lower --passes=name-printf -- %s | %says 'call spir_func i32 (i64, ...) @printf('
; RUN: %lower --passes=legalize,plain-loops -- %s | FileCheck %s --check-prefix=LEGAL
; RUN: sh -c '%lower for_spirv=1 --passes=check-integers -- %s >%t; test $? = 9'
; RUN: not %lower for_spirv=1 raw=1 --passes=check-integers -- %s | %says 'uses integers that SPIR-V lacks: compile it with -Xclang -disable-llvm-passes'
; RUN: %lower leave_vectors=64 --passes=check-vectors -- %s >%t
; RUN: not %lower leave_vectors=32 --passes=check-vectors -- %s | %says "'vector' calls '_Z3cosDv16_f' with a vector of 64 bytes"
; RUN: sed s/_Z3cosDv16_f/_Z15sub_group_electv/ %s >%t.ll && not %lower --passes=check-version -- %t.ll | FileCheck %s --check-prefix=OLD
; RUN: %lower pocl_device=x86-linux-haswell --passes=name-pocl-device,fit-older-llvm,write-queries -- %s | FileCheck %s --check-prefix=DEVICE --implicit-check-not=lifetime
; RUN: %lower --passes=match-names,link-library,double-bodies,find-reaching,inline-into-kernels,place-scratch,drop-request-functions -- %s | FileCheck %s --check-prefix=SCRATCH --implicit-check-not=__clgroup_scratch
; OLD: function 'sub_group_elect' is in SPIR-V from 1.3 on: add --spirv-version=1.3
; DEVICE: target triple = "spir64-x86-linux-haswell"
; SCRATCH-DAG: @collective.clgroup.scratch4 = internal addrspace(3) global [1089 x i32]
; SCRATCH-DAG: @rewritten.clgroup.scratch4 = internal addrspace(3) global [1089 x i32]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @use(i32)
declare spir_func void @use_size(i64)
declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i32 @_Z21work_group_reduce_addi(i32) convergent
declare spir_func i32 @_Z31__clgroup_work_group_reduce_addi(i32) convergent
declare spir_func <16 x float> @_Z3cosDv16_f(<16 x float>)
declare spir_func <32 x half> @_Z3sinDv32_Dh(<32 x half>)
declare spir_func <16 x float> @_Z10shuffle_meDv16_f(<16 x float>)
declare spir_func float @_Z8half_sinf(float)
declare spir_func i32 @_Z6printfPU3AS2Kcz(i64, ...)
declare void @llvm.lifetime.start.p0i8(i64, i8*)

; FREEZE-LABEL: @frozen(
; FREEZE-NOT: freeze
; FREEZE: %y = add i32 %x, 1
; OWN-LABEL: @frozen(
; OWN-NOT: call {{.*}}dot
define spir_kernel void @frozen(i32 %x) {
  %f = freeze i32 %x
  %y = add i32 %f, 1
  %d = call spir_func i32 @_Z3doti(i32 %y)
  call spir_func void @use(i32 %d)
  %p = call spir_func i32 (i64, ...) @_Z6printfPU3AS2Kcz(i64 0)
  ret void
}
define spir_func i32 @_Z3doti(i32 %x) {
  ret i32 %x
}

; A kernel's body stays while a kernel calls it, or where the kernel is in another module.
; BODIES: @frozen(
; BODIES: define {{.*}}@__clang_ocl_kern_imp_vector(
; BODIES: define {{.*}}@__clang_ocl_kern_imp_elsewhere(
; BODIES: call {{.*}}@__clang_ocl_kern_imp_vector(
define spir_func void @__clang_ocl_kern_imp_frozen(i32 %x) {
  ret void
}
define spir_func void @__clang_ocl_kern_imp_vector() {
  ret void
}
define spir_func void @__clang_ocl_kern_imp_elsewhere() {
  ret void
}
define spir_kernel void @calls_body() {
  call spir_func void @__clang_ocl_kern_imp_vector()
  ret void
}

; Vectors of 256 bits at most, of as many elements as OpenCL C has; half_sin is not in PoCL 3.1's library.
; HALVES-LABEL: @vector(
; HALVES-COUNT-2: call spir_func <8 x float> @_Z3cosDv8_f(
; HALVES-NOT: cosDv16_f(
; HALVES: call {{.*}}@_Z3sinDv32_Dh(
; HALVES: call {{.*}}@_Z10shuffle_meDv8_f(
; HALVES: ret void
; NAMES-LABEL: @vector(
; NAMES: call spir_func float @_Z3sinf(
define spir_kernel void @vector(<16 x float> %x, float %s) {
  %y = call spir_func <16 x float> @_Z3cosDv16_f(<16 x float> %x)
  %z = call spir_func <16 x float> @_Z3cosDv16_f(<16 x float> %y)
  %h = call spir_func float @_Z8half_sinf(float %s)
  %i = call spir_func <32 x half> @_Z3sinDv32_Dh(<32 x half> undef)
  %j = call spir_func <16 x float> @_Z10shuffle_meDv16_f(<16 x float> %x)
  ret void
}

; LLVM would merge these calls into one, for a dimension that is no constant; and not those for the same one, or of one arm.
; HOIST-LABEL: @arms(
; HOIST-DAG: call spir_func i64 @_Z12get_local_idj(i32 0)
; HOIST-DAG: call spir_func i64 @_Z12get_local_idj(i32 2)
; HOIST: br i1 %c
; HOIST-NOT: get_local_id
; HOIST-LABEL: @same_arms(
; HOIST: br i1 %c
; HOIST: call spir_func i64 @_Z12get_local_idj(i32 0)
; HOIST: call spir_func i64 @_Z12get_local_idj(i32 0)
; HOIST-LABEL: @branches(
define spir_kernel void @arms(i1 %c) {
  br i1 %c, label %first, label %second
first:
  %a = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %end
second:
  %b = call spir_func i64 @_Z12get_local_idj(i32 2)
  br label %empty
empty:
  %e = phi i64 [ %b, %second ]
  br label %end
end:
  %x = phi i64 [ %a, %first ], [ %e, %empty ]
  call spir_func void @use_size(i64 %x)
  ret void
}
define spir_kernel void @same_arms(i1 %c) {
  br i1 %c, label %first, label %second
first:
  %a = call spir_func i64 @_Z12get_local_idj(i32 0)
  %s = call spir_func i64 @_Z14get_local_sizej(i32 1)
  br label %end
second:
  %b = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %end
end:
  %x = phi i64 [ %a, %first ], [ %b, %second ]
  call spir_func void @use_size(i64 %x)
  ret void
}

; Barriers in branches become one, in a loop that dispatches; in straight-line code they stay.
; SINGLE-LABEL: @branches(
; SINGLE-COUNT-1: call spir_func void @_Z7barrierj(i32 3)
; SINGLE-NOT: call spir_func void @_Z7barrierj(
; SINGLE-LABEL: @straight(
; SINGLE-COUNT-2: call spir_func void @_Z7barrierj(
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
; INLINE-LABEL: @straight(
define spir_kernel void @straight() {
  call spir_func void @helper()
  call spir_func void @_Z7barrierj(i32 1) convergent
  call spir_func void @use(i32 2)
  call spir_func void @_Z7barrierj(i32 1) convergent
  ret void
}
define spir_func void @helper() noinline {
  call spir_func void @use(i32 77)
  ret void
}

; Of a size's queries one is left in a kernel, and of an id's one in a block between barriers.
; QUERIES-LABEL: @queries(
; QUERIES-COUNT-1: @_Z14get_local_sizej(i32 1)
; QUERIES-NEXT: br label
; QUERIES-NOT: get_local_size
; QUERIES-COUNT-1: @_Z12get_local_idj(i32 0)
; QUERIES-NOT: get_local_id
; QUERIES: @_Z7barrierj
; QUERIES-COUNT-1: @_Z12get_local_idj(i32 0)
; QUERIES-NOT: get_local_
; QUERIES-LABEL: }
; DEVICE-LABEL: @queries(
; DEVICE: [[X:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 0) [[PURE:#.*]]
; DEVICE-NEXT: [[V:%.*]] = insertelement <3 x i64> undef, i64 [[X]], i32 0
; DEVICE-NEXT: [[Y:%.*]] = call spir_func i64 @_Z14get_local_sizej(i32 1) [[PURE]]
; DEVICE: [[A:%.*]] = select i1 true, i64 %{{.*}}, i64 0
; DEVICE: call spir_func void @use_size(i64 [[A]])
; DEVICE: attributes [[PURE]] = { nounwind {{readnone willreturn|willreturn memory\(none\)}} }
define spir_kernel void @queries() {
  %v = alloca i8
  br label %behind
behind:
  %a = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %b = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = call spir_func i64 @_Z12get_local_idj(i32 0)
  call spir_func void @use_size(i64 %a)
  call spir_func void @use_size(i64 %b)
  call spir_func void @use_size(i64 %c)
  call spir_func void @_Z7barrierj(i32 1) convergent
  %d = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %e = call spir_func i64 @_Z12get_local_idj(i32 0)
  call spir_func void @use_size(i64 %d)
  call spir_func void @use_size(i64 %e)
  call void @llvm.lifetime.start.p0i8(i64 1, i8* %v)
  ret void
}

; LEGAL-LABEL: @bits(
; LEGAL: [[MASKED:%.*]] = and i32 %x, 3
; LEGAL: switch i32 [[MASKED]],
; LEGAL-NOT: !llvm.loop
; LEGAL: ret void
define spir_kernel void @bits(i32 %x) {
entry:
  %two = trunc i32 %x to i2
  switch i2 %two, label %entry2 [
    i2 0, label %end
    i2 -1, label %end
  ]
entry2:
  br i1 undef, label %entry2, label %end, !llvm.loop !0
end:
  %v = phi i32 [ 1, %entry ], [ 1, %entry ], [ 2, %entry2 ]
  call spir_func void @use(i32 %v)
  ret void
}

define spir_kernel void @collective(i32 %x) {
  %sum = call spir_func i32 @_Z21work_group_reduce_addi(i32 %x) convergent
  call spir_func void @use(i32 %sum)
  ret void
}
define spir_kernel void @rewritten(i32 %x) {
  %sum = call spir_func i32 @_Z31__clgroup_work_group_reduce_addi(i32 %x) convergent
  call spir_func void @use(i32 %sum)
  ret void
}

!0 = distinct !{!0}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
