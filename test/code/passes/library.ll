; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Passes by themselves: what is done with the library's functions and requests, most of it once they are linked.
;
; RUN: %lower provide=%sub_groups --passes=link-provided -- %s | FileCheck %s --check-prefix=PROVIDED --implicit-check-not=sub_group_reduce
; RUN: %lower --passes=mark-own-barriers -- %s | FileCheck %s --check-prefix=OWN
; RUN: %lower --passes=drop-unreached -- %s | FileCheck %s --check-prefix=REACHED --implicit-check-not=@nobody
; RUN: %lower --passes=end-divergence -- %s 2>&1 | %says "kernel 'leaves': a work-item may leave before a call that all of its work-group must make" --implicit-check-not="'stays'"
; RUN: %lower device_sub_group_sizes=64 --passes=end-divergence -- %s 2>&1 | FileCheck %s --check-prefix=WARP
; RUN: %lower --passes=mark-own-barriers,end-divergence -- %s 2>&1 | FileCheck %s --check-prefix=OWN --implicit-check-not='may leave'
; RUN: %lower --passes=pass-ranks -- %s | FileCheck %s --check-prefix=RANK
; RUN: %lower max_work_group_size=256 --passes=answer-about-size -- %s | FileCheck %s --check-prefix=SIZE
; RUN: %lower --passes=specialize-chunks -- %s | FileCheck %s --check-prefix=CHUNKS
; RUN: %lower --passes=keep-functions -- %s | FileCheck %s --check-prefix=KEPT
; RUN: %lower for_spirv=1 --passes=keep-functions -- %s | FileCheck %s --check-prefix=INLINED --implicit-check-not=@__clgroup_index
; RUN: %lower --passes=address-elements -- %s | FileCheck %s --check-prefix=ELEMENTS
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

@bytes.clgroup.scratch4 = internal addrspace(3) global [64 x i32] undef

declare spir_func void @use(i32)
declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i32 @_Z18get_num_sub_groupsv()
declare spir_func i32 @_Z20sub_group_reduce_addi(i32) convergent
declare spir_func i32 @__clgroup_size_is_known()
declare spir_func i32 @__clgroup_most_items()

; With sub-groups of 64 work-items no barrier is left, so the kernel asks for them.
; WARP-LABEL: @leaves(
; WARP-SAME: !intel_reqd_sub_group_size
; OWN-LABEL: @leaves(
; OWN: call spir_func void @_Z7barrierj(i32 1) [[MARK:#[0-9]+]]
; OWN: attributes [[MARK]] = {{.*}}"clgroup-own-barrier"
define spir_kernel void @leaves() "clgroup-reaching" !reqd_work_group_size !0 {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %id, 0
  br i1 %first, label %end, label %others
others:
  %groups = call spir_func i32 @_Z18get_num_sub_groupsv()
  %several = icmp ugt i32 %groups, 1
  br i1 %several, label %all, label %end
all:
  call spir_func void @_Z7barrierj(i32 1) convergent
  br label %end
end:
  ret void
}
define spir_kernel void @stays(i1 %c) "clgroup-reaching" {
  br i1 %c, label %end, label %all
all:
  call spir_func void @_Z7barrierj(i32 1) convergent
  br label %end
end:
  ret void
}

; SIZE-LABEL: @sized(
; SIZE: call spir_func void @use(i32 1)
; SIZE: call spir_func void @use(i32 64)
; SIZE-LABEL: @any(
; SIZE: call spir_func void @use(i32 0)
; SIZE: call spir_func void @use(i32 256)
; REACHED-LABEL: @sized(
define spir_kernel void @sized() "clgroup-reaching" "uniform-work-group-size"="true" !reqd_work_group_size !0 {
  %known = call spir_func i32 @__clgroup_size_is_known()
  call spir_func void @use(i32 %known)
  %most = call spir_func i32 @__clgroup_most_items()
  call spir_func void @use(i32 %most)
  ret void
}
define spir_kernel void @any() "clgroup-reaching" {
  %known = call spir_func i32 @__clgroup_size_is_known()
  call spir_func void @use(i32 %known)
  %most = call spir_func i32 @__clgroup_most_items()
  call spir_func void @use(i32 %most)
  ret void
}

; No kernel calls one, and the other requests nothing.
; REACHED: define {{.*}}@asks_nothing(
define spir_func void @nobody() {
  %known = call spir_func i32 @__clgroup_size_is_known()
  call spir_func void @use(i32 %known)
  ret void
}
define spir_func void @asks_nothing() {
  call spir_func void @use(i32 3)
  ret void
}

; The second argument is the rank; the first is the same in all calls.
; RANK-LABEL: @chunked(
; RANK: store volatile i32 7
; RANK: [[LOADED:%.*]] = load volatile i32
; RANK: call spir_func void @chunks(i32 5, i32 [[LOADED]])
; CHUNKS-LABEL: define {{.*}}@chunks(
; CHUNKS-NOT: add
; CHUNKS: call spir_func void @use(i32 6)
define spir_kernel void @chunked(i32 %rank) "clgroup-reaching" {
  %clgroup.rank = alloca i32
  store volatile i32 7, i32* %clgroup.rank
  call spir_func void @chunks(i32 5, i32 %rank)
  ret void
}
define internal spir_func void @chunks(i32 %operator, i32 %rank) noinline "clgroup-chunks" {
  %next = add i32 %operator, 1
  call spir_func void @use(i32 %next)
  call spir_func void @use(i32 %rank)
  ret void
}

; KEPT-LABEL: @indexed(
; KEPT: call spir_func i64 @__clgroup_index_in_loop()
; KEPT: define internal spir_func i64 @__clgroup_index_in_loop()
; INLINED-LABEL: @indexed(
; INLINED: call spir_func i64 @_Z12get_local_idj(i32 1)
; INLINED: ret i64
define spir_func i64 @indexed() {
  %index = call spir_func i64 @__clgroup_index_in_loop()
  ret i64 %index
}
define linkonce_odr spir_func i64 @__clgroup_index_in_loop() noinline {
  %id = call spir_func i64 @_Z12get_local_idj(i32 1)
  ret i64 %id
}

; PROVIDED-LABEL: @provided(
; PROVIDED: call spir_func i32 @_Z21work_group_reduce_addi(i32 %x)
define spir_kernel void @provided(i32 %x) {
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x) convergent
  call spir_func void @use(i32 %sum)
  ret void
}

; An address counts elements, not bytes.
; ELEMENTS-LABEL: @bytes(
; ELEMENTS: load i32, {{.*}}@bytes.clgroup.scratch4, {{.*}}i64 3)
; ELEMENTS: getelementptr inbounds i32, {{.*}}, i64 2
define spir_kernel void @bytes(i64 %i) {
  %x = load i32, i32 addrspace(3)* bitcast (i8 addrspace(3)* getelementptr (i8, i8 addrspace(3)* bitcast ([64 x i32] addrspace(3)* @bytes.clgroup.scratch4 to i8 addrspace(3)*), i64 12) to i32 addrspace(3)*)
  call spir_func void @use(i32 %x)
  %at = getelementptr i8, i8 addrspace(3)* bitcast ([64 x i32] addrspace(3)* @bytes.clgroup.scratch4 to i8 addrspace(3)*), i64 %i
  %behind = getelementptr i8, i8 addrspace(3)* %at, i64 8
  %word = bitcast i8 addrspace(3)* %behind to i32 addrspace(3)*
  %y = load i32, i32 addrspace(3)* %word
  call spir_func void @use(i32 %y)
  ret void
}

; A function of the program may be recursive, and so may what is passed to it.
define spir_func i32 @recursive(i32 addrspace(1)* %tree, i32 %i) {
  %x = call spir_func i32 @recursive(i32 addrspace(1)* %tree, i32 %i)
  %y = add i32 %x, 1
  ret i32 %y
}

!0 = !{i32 64, i32 1, i32 1}
