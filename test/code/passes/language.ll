; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Passes by themselves: what a language has, or LLVM, and a driver or SPIR-V has not.
;
; RUN: %lower for_spirv=1 opt_level=2 --passes=lower-cpp -- %s | FileCheck %s --check-prefix=SPACE
; RUN: %lower for_pocl=1 --passes=rewrite-printf -- %s | FileCheck %s --check-prefix=PRINTED
; RUN: %lower --passes=move-constants -- %s | FileCheck %s --check-prefix=MOVED --implicit-check-not='@table = private'
; RUN: %lower --passes=name-locals -- %s | FileCheck %s --check-prefix=NAMED
; RUN: sh -c '%lower for_spirv=1 --passes=check-debug-lists -- %s >%t; test $? = 9'
; RUN: sed 's/!DIArgList(i32 %%x, i32 %%x)/i32 %%x/' %s >%t.ll && %lower for_spirv=1 --passes=check-debug-lists -- %t.ll >%t
;
; A file is copied as it is, if no pass has changed it: here with what LLVM does not write.
; RUN: llvm-as %s -o %t.bc && printf trailing >>%t.bc
; RUN: %lower as_text=0 --passes=drop-freeze -- %t.bc | cmp - %t.bc
; RUN: %lower as_text=0 --passes=move-constants -- %t.bc | not cmp - %t.bc
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

; A variable of one kernel is named after it, unless it is so already.
; NAMED-DAG: {{^}}@reads._ZZ6kernelE4tile = internal addrspace(3) global
; NAMED-DAG: {{^}}@reads.own = internal addrspace(3) global
; NAMED-DAG: {{^}}@both = internal addrspace(3) global
; MOVED: [[TABLE:@table.*]] = internal addrspace(2) constant [2 x i32] [i32 5, i32 6]
; PRINTED: constant [{{.*}}] c"%f,%f %d\00"
@_ZZ6kernelE4tile = internal addrspace(3) global [4 x i32] undef
@reads.own = internal addrspace(3) global i32 undef
@both = internal addrspace(3) global i32 undef
@table = private constant [2 x i32] [i32 5, i32 6]
@odd = private constant [2 x i32] [i32 7, i32 8]
@pointer = internal addrspace(3) global i32* undef
@format = private addrspace(2) constant [8 x i8] c"%v2f %d\00"

declare spir_func i32 @printf(i8 addrspace(2)*, ...)

; SPACE-LABEL: @generic(
; SPACE: load i32, {{.*}}addrspace(1)
; SPACE-NOT: addrspacecast
; SPACE: ret void
define spir_kernel void @generic(i32 addrspace(1)* %out) {
  %any = addrspacecast i32 addrspace(1)* %out to i32 addrspace(4)*
  %x = load i32, i32 addrspace(4)* %any
  %y = add i32 %x, 1
  store i32 %y, i32 addrspace(4)* %any
  store i32 %y, i32 addrspace(3)* @both
  ret void
}

; PRINTED-LABEL: @prints(
; PRINTED: [[X:%.*]] = extractelement <2 x float> %v, i32 0
; PRINTED: [[Y:%.*]] = extractelement <2 x float> %v, i32 1
; PRINTED: @printf({{.*}}, double {{.*}}, double {{.*}}, i32 %i)
define spir_kernel void @prints(<2 x float> %v, i32 %i) {
  %p = call spir_func i32 (i8 addrspace(2)*, ...) @printf(i8 addrspace(2)* getelementptr ([8 x i8], [8 x i8] addrspace(2)* @format, i64 0, i64 0), <2 x float> %v, i32 %i)
  ret void
}

; MOVED-LABEL: @reads(
; MOVED: getelementptr {{.*}}addrspace(2){{.*}} [[TABLE]], i64 0, i64 %i
define spir_kernel void @reads(i64 %i, i32 addrspace(1)* %out) {
  %at = getelementptr [2 x i32], [2 x i32]* @table, i64 0, i64 %i
  %x = load i32, i32* %at
  store i32 %x, i32 addrspace(3)* getelementptr ([4 x i32], [4 x i32] addrspace(3)* @_ZZ6kernelE4tile, i64 0, i64 0)
  store i32 %x, i32 addrspace(3)* @reads.own
  store i32 %x, i32 addrspace(3)* @both
  store i32 %x, i32 addrspace(1)* %out
  ret void
}

; Two edges from one block bring one value.
; MOVED-LABEL: @joins(
; MOVED: alloca [2 x i32], align {{[48]$}}
; MOVED: [[P:%.*]] = getelementptr {{.*}}, i64 0, i64 1
; MOVED-NEXT: switch
; MOVED: phi {{.*}} [ [[P]], %entry ], [ [[P]], %entry ]
; A difference of addresses keeps the constant where it was.
; MOVED: sub {{.*}}@odd
define spir_kernel void @joins(i32 %x, i64 addrspace(1)* %out) {
entry:
  switch i32 %x, label %other [
    i32 3, label %join
    i32 5, label %join
  ]
other:
  br label %join
join:
  %p = phi i32* [ getelementptr ([2 x i32], [2 x i32]* @table, i64 0, i64 1), %entry ], [ getelementptr ([2 x i32], [2 x i32]* @table, i64 0, i64 1), %entry ], [ null, %other ]
  store i32* %p, i32* addrspace(3)* @pointer
  store i64 sub (i64 8, i64 ptrtoint ([2 x i32]* @odd to i64)), i64 addrspace(1)* %out
  ret void
}

; A variable whose value is made of two.
define spir_kernel void @debugged(i32 %x) !dbg !4 {
  call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 %x), metadata !7, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)), !dbg !8
  ret void
}
declare void @llvm.dbg.value(metadata, metadata, metadata)

!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !2, producer: "", emissionKind: FullDebug)
!2 = !DIFile(filename: "a.cl", directory: "")
!3 = !DISubroutineType(types: !{null})
!4 = distinct !DISubprogram(name: "debugged", file: !2, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !1)
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DILocalVariable(name: "y", scope: !4, file: !2, line: 1, type: !6)
!8 = !DILocation(line: 1, scope: !4)
