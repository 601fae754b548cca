; A private null as a generic pointer, in another constant: on NVIDIA's GPUs both are in one address space, which no cast leads to.
target triple = "spir64-unknown-unknown"
@null = internal addrspace(2) constant [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4))]

define spir_kernel void @k(ptr addrspace(1) %out, i64 %i) {
  store ptr addrspace(4) getelementptr (i8, ptr addrspace(4) addrspacecast (ptr null to ptr addrspace(4)), i64 8), ptr addrspace(1) %out
  %element = getelementptr ptr addrspace(4), ptr addrspace(2) @null, i64 %i
  %value = load ptr addrspace(4), ptr addrspace(2) %element
  %next = getelementptr ptr addrspace(4), ptr addrspace(1) %out, i64 1
  store ptr addrspace(4) %value, ptr addrspace(1) %next
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
