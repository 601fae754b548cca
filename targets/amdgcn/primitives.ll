; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Functions of primitives.h that cannot be written in OpenCL C: unordered stores, of which LLVM makes one instruction of two.

define void @__clgroup_store_same_16(ptr addrspace(3) %p, i16 zeroext %x) alwaysinline nounwind {
  store atomic i16 %x, ptr addrspace(3) %p unordered, align 2
  ret void
}

define void @__clgroup_store_same_32(ptr addrspace(3) %p, i32 %x) alwaysinline nounwind {
  store atomic i32 %x, ptr addrspace(3) %p unordered, align 4
  ret void
}

define void @__clgroup_store_same_64(ptr addrspace(3) %p, i64 %x) alwaysinline nounwind {
  store atomic i64 %x, ptr addrspace(3) %p unordered, align 8
  ret void
}

; An operand that an instruction does not read.
define i32 @__clgroup_undefined() alwaysinline nounwind {
  ret i32 undef
}
