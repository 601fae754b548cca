// A kernel that requires sub-groups of another size than the GPU's is refused.
// RUN: clgroup-cc --target=nvptx64 -march=sm_75 -DSIZE=32 %s -o %t.ptx
// RUN: (clgroup-cc --target=nvptx64 -march=sm_75 -DSIZE=16 %s -o %t.ptx 2>&1; test $? = 1) | grep "kernel 'k' requires sub-groups of 16 work-items (intel_reqd_sub_group_size), the target has 32"
// RUN: clgroup-cc --target=amdgcn -march=gfx90a -DSIZE=64 %s -o %t.s
// RUN: (clgroup-cc --target=amdgcn -march=gfx90a -DSIZE=32 %s -o %t.s 2>&1; test $? = 1) | grep "requires sub-groups of 32 .*the target has 64"
// RUN: clgroup-cc --target=amdgcn -march=gfx1030 -DSIZE=32 %s -o %t.s
// RUN: clgroup-cc --target=amdgcn -march=gfx1030 -mwavefrontsize64 -DSIZE=64 %s -o %t.s
kernel __attribute__((intel_reqd_sub_group_size(SIZE))) void k(global int *o) {
  o[get_global_id(0)] = get_sub_group_local_id();
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
