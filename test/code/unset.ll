; A variable that only a leader sets, and that all pass: from noundef LLVM would conclude that the leader's branch is always taken. So this
; attribute is removed from modules of other compilers and from what is linked to them, before any pass. (Sources: unset.cl. Results: calls/unset of clgroup-test functions.)
;
; RUN: for s in serial tree subgroup vector; do clgroup-cc --strategy=$s %s -o %t.ll && FileCheck %s <%t.ll && not grep -w noundef %t.ll || exit 1; done
; CHECK: br i1 %leads
; CHECK: load i32
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024"
target triple = "spir64-unknown-unknown"

declare spir_func noundef i32 @_Z20work_group_broadcastim(i32 noundef, i64 noundef) convergent
declare spir_func noundef i64 @_Z12get_local_idj(i32 noundef)

define internal spir_func noundef i32 @pass(i32 noundef %x) convergent noinline {
  %all = call spir_func noundef i32 @_Z20work_group_broadcastim(i32 noundef %x, i64 noundef 0) convergent
  ret i32 %all
}

define spir_kernel void @k(i32 addrspace(1)* noundef %p) convergent {
entry:
  %id = call spir_func noundef i64 @_Z12get_local_idj(i32 noundef 0)
  %leads = icmp eq i64 %id, 0
  br i1 %leads, label %then, label %end

then:
  %own = load volatile i32, i32 addrspace(1)* %p, align 4
  br label %end

end:
  %x = phi i32 [ %own, %then ], [ undef, %entry ]
  %y = call spir_func noundef i32 @pass(i32 noundef %x) convergent
  store i32 %y, i32 addrspace(1)* %p, align 4
  ret void
}
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
