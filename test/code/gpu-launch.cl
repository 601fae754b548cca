// What reqd_work_group_size says is put in for get_local_size and for ids of dimensions of one work-item, where all work-groups of a
// launch have the same size: always on NVIDIA's GPUs, elsewhere by -cl-uniform-work-group-size or OpenCL C 1.2. NVIDIA's code generator is
// told the size.
//
// RUN: clgroup-cc --target=nvptx64 %s -o %t.ll && FileCheck %s --check-prefix=ANSWERED --input-file=%t.ll
// RUN: clgroup-cc --target=amdgcn -march=gfx90a -cl-uniform-work-group-size %s -o %t.ll && FileCheck %s --check-prefix=ANSWERED --input-file=%t.ll
// RUN: clgroup-cc -cl-uniform-work-group-size %s -o %t.ll && FileCheck %s --check-prefix=ANSWERED --input-file=%t.ll
// RUN: clgroup-cc -cl-std=CL1.2 -DBEFORE_2 %s -o %t.ll && FileCheck %s --check-prefix=ANSWERED --input-file=%t.ll
// RUN: clgroup-cc %s -o %t.ll && FileCheck %s --check-prefix=ASKED --input-file=%t.ll
//
// ANSWERED-LABEL: define {{.*}}@known(
// ANSWERED: {{store i32 128,|store <2 x i32> <i32 128, i32 0>}}
// ANSWERED: ret void
// ASKED-LABEL: define {{.*}}@known(
// ASKED: call {{.*}}@_Z14get_local_sizej(
//
// RUN: clgroup-cc --target=nvptx64 %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// PTX: .entry known(
// PTX: .reqntid 128, 1, 1
// PTX: .entry unknown(
// PTX-NOT: .reqntid
//
// Where they have the same size, but not a known one, none is smaller than the others, which AMD's get_local_size looks for.
// RUN: clgroup-cc --target=amdgcn -march=gfx90a %s --emit=s -o - | FileCheck %s --check-prefix=SMALLER
// RUN: clgroup-cc --target=amdgcn -march=gfx90a -cl-uniform-work-group-size %s --emit=s -o - | FileCheck %s --check-prefix=SAME
// SMALLER-LABEL: {{^}}unknown:
// SMALLER: {{s_min_u32|s_cselect_b32}}
// SAME-LABEL: {{^}}unknown:
// SAME-NOT: {{s_min_u32|s_cselect_b32|s_sub}}
// SAME: s_endpgm
//
// The CUDA driver has no arguments in local memory: they are offsets in the launch's shared memory.
// RUN: clgroup-cc --target=nvptx64 %s -o %t.ptx && FileCheck %s --check-prefix=OFFSET --input-file=%t.ptx
// RUN: clgroup-cc --target=nvptx64 --driver=nvidia %s -o %t.ptx && FileCheck %s --check-prefix=POINTER --input-file=%t.ptx
// RUN: clgroup-cc --target=nvptx64 -O0 %s -o %t.ptx && FileCheck %s --check-prefix=OFFSET --input-file=%t.ptx
// OFFSET: .extern .shared .align 128 .b8 clgroup_launch_memory[];
// OFFSET: .entry with_local(
// OFFSET: clgroup_launch_memory;
// OFFSET: .entry calls_kernel(
// OFFSET-NOT: call.uni
// POINTER-NOT: clgroup_launch_memory
//
// AMD's default is 256 work-items; --max-work-group-size says more.
// RUN: clgroup-cc --target=amdgcn -march=gfx90a %s --emit=s -o - | FileCheck %s --check-prefix=AMD256
// AMD256: .max_flat_workgroup_size: 128
// AMD256: .max_flat_workgroup_size: 256
// RUN: clgroup-cc --target=amdgcn -march=gfx90a --max-work-group-size=1024 %s --emit=s -o - | FileCheck %s --check-prefix=AMD1024
// AMD1024: .max_flat_workgroup_size: 128
// AMD1024: .max_flat_workgroup_size: 1024

#ifdef BEFORE_2
int __attribute__((overloadable, convergent)) work_group_reduce_add(int x);
#endif

__attribute__((reqd_work_group_size(128, 1, 1))) kernel void known(global int *p) {
  p[0] = work_group_reduce_add(p[get_global_id(0)]);
  p[1] = get_local_size(0);
  p[2] = get_local_id(1);
}

kernel void unknown(global int *p) {
  p[1] = get_local_size(0);
}

kernel void with_local(global int *x, local int *room) {
  room[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = room[get_local_id(0) ^ 1];
}

/* GPUs cannot call a kernel. */
kernel void calls_kernel(global int *x, local int *room) {
  with_local(x, room + 1);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
