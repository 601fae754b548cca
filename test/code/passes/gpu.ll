; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Passes by themselves: GPUs'. The module is one for SPIR-V, which is read as one for the GPU.
;
; RUN: %lower target=nvptx64 architecture=70 opt_level=2 --passes=optimise-retargeted -- %s | FileCheck %s --check-prefix=FOLDED
; RUN: %lower target=nvptx64 architecture=70 --passes=link-builtins -- %s | FileCheck %s --check-prefix=LINKED
; RUN: %lower target=nvptx64 architecture=70 --passes=link-builtins,finish-gpu -- %s | FileCheck %s --check-prefix=NVIDIA --implicit-check-not=_Z13get_global_idj
; RUN: %lower target=amdgcn architecture=2314 --passes=link-builtins,finish-gpu -- %s | FileCheck %s --check-prefix=AMD --implicit-check-not=_Z13get_global_idj
; RUN: not %lower target=nvptx64 architecture=70 --passes=finish-gpu -- %s | %says "function 'get_global_id' (_Z13get_global_idj) is not defined"
target triple = "spir64-unknown-unknown"

declare spir_func i64 @_Z13get_global_idj(i32)

; FOLDED: target triple = "nvptx64
; FOLDED-LABEL: @k(
; FOLDED-NOT: alloca
; FOLDED: store i64 %{{.*}}, ptr addrspace(1) %out
; LINKED-LABEL: @k(
; LINKED: alloca
; LINKED: define {{.*}}@_Z13get_global_idj(
; NVIDIA-LABEL: @k(
; NVIDIA: @llvm.nvvm.read.ptx.sreg.tid.x
; NVIDIA: "nvvm.reqntid"="64,1,1"
; AMD-LABEL: @k(
; AMD: @llvm.amdgcn.workitem.id.x
; AMD: "amdgpu-flat-work-group-size"="64,64"
define spir_kernel void @k(ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %private = alloca i64
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  store i64 %id, ptr %private
  %same = load i64, ptr %private
  store i64 %same, ptr addrspace(1) %out
  ret void
}

!0 = !{i32 64, i32 1, i32 1}
