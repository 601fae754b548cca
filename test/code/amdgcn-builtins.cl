// OpenCL C's work-item functions for AMD's GPUs. What a launch sets is read from where the code object version says: from the dispatch
// packet up to version 4 (LLVM 15 to 17), from the hidden arguments after it.
//
// RUN: clgroup-cc --target=amdgcn -march=gfx90a -cl-std=CL3.0 --emit=ll %s -o %t.ll
// RUN: grep -q 'code_object_version", i32 [5-9]' %t.ll && prefix=HIDDEN || prefix=PACKET; FileCheck %s --input-file=%t.ll --check-prefixes=IR,$prefix
// RUN: clgroup-cc --target=amdgcn -march=gfx90a -cl-std=CL3.0 --emit=s %s -o %t.s
// RUN: FileCheck %s --input-file=%t.s --check-prefix=ASM

// A smaller last work-group has a size of its own; ids count whole ones.
// IR-LABEL: @sizes(
// PACKET: call {{.*}} @llvm.amdgcn.dispatch.ptr()
// HIDDEN: call {{.*}} @llvm.amdgcn.implicitarg.ptr()
// HIDDEN-NOT: dispatch.ptr
// IR: ret void
kernel void sizes(global uint *p) {
  p[0] = get_local_size(0);
  p[1] = get_enqueued_local_size(1);
  p[2] = get_num_groups(2);
  p[3] = get_global_size(0);
  p[4] = get_work_dim();
  p[5] = get_local_size(3) + get_num_groups(3) + get_global_size(3) + get_local_id(3) + get_group_id(3) + get_global_id(3);
}

// Ids start at the launch's offset.
// IR-LABEL: @id(
// IR: call {{.*}} @llvm.amdgcn.implicitarg.ptr()
// IR: ret void
kernel void id(global uint *p) { p[get_global_id(0)] = 0; }

// One wait for local memory, one barrier, and nothing after it for local memory alone.
// ASM-LABEL: only_local:
// ASM: ds_write_b32
// ASM: s_waitcnt {{.*}}lgkmcnt(0)
// ASM-NEXT: s_barrier
// ASM-NOT: s_waitcnt
// ASM: ds_read_b32
// ASM: s_endpgm
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void only_local(global uint *p, local uint *q) {
  q[get_local_id(0)] = 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  p[get_local_id(0)] = q[get_local_id(0) ^ 64];
}

// (LLVM 15 also waits for the store, which LLVM 19 knows to be needless where a work-group has one cache.)
// ASM-LABEL: also_global:
// ASM: global_store_dword
// ASM: s_barrier
// ASM: global_load_dword
// ASM: s_endpgm
__attribute__((reqd_work_group_size(256, 1, 1))) kernel void also_global(global uint *p, global uint *q) {
  p[get_local_id(0)] = 7;
  barrier(CLK_GLOBAL_MEM_FENCE);
  q[get_local_id(0)] = p[get_local_id(0) ^ 64];
}

// ASM-LABEL: atomics:
// ASM: ds_add_u32
// ASM: ds_min_i32
// ASM: ds_max_u32
// ASM: s_endpgm
kernel void atomics(local int *p, local uint *q) {
  atomic_add(p, 1);
  atomic_min(p, 2);
  atomic_max(q, 3u);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
