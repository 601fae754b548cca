; In a block that nothing reaches an address may be computed from itself: what follows addresses must end there.
; RUN: timeout 20 %lower for_pocl=1 for_spirv=1 --passes=name-builtins -- %s | FileCheck %s
; RUN: timeout 20 %lower for_pocl=1 for_spirv=1 --passes=keep-loads -- %s | FileCheck %s
; RUN: timeout 20 %lower --passes=address-elements -- %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func void @_Z7barrierj(i32) convergent
declare spir_func <4 x i32> @_Z6vload4mPU3AS4Ki(i64, i32 addrspace(4)*)

; CHECK: %generic = getelementptr i32, {{.*}} %generic, i64 1
define spir_kernel void @kernel(i32 addrspace(1)* %p) {
  call spir_func void @_Z7barrierj(i32 1) convergent
  ret void
dead:
  %generic = getelementptr i32, i32 addrspace(4)* %generic, i64 1
  %v = call spir_func <4 x i32> @_Z6vload4mPU3AS4Ki(i64 0, i32 addrspace(4)* %generic)
  %global = getelementptr i32, i32 addrspace(1)* %global, i64 1
  %x = load i32, i32 addrspace(1)* %global
  call spir_func void @_Z7barrierj(i32 1) convergent
  store i32 %x, i32 addrspace(1)* %p
  br label %dead
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
