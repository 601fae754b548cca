// SPIR-V as input for GPUs: address spaces, names of built-in functions, conventions for calls and barriers are the target's. Values are
// tested by clgroup-test functions --way rewrite on the executor.
//
// REQUIRES: libclc
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -target spir64-unknown-unknown -cl-std=CL3.0 -Xclang -disable-llvm-passes -c -emit-llvm %s -o plain.bc
// RUN: llvm-spirv --spirv-max-version=1.2 plain.bc -o plain.spv
// RUN: clgroup-cc --target=nvptx64 --emit=ll plain.spv -o nvidia.ll && FileCheck %s --check-prefixes=ALL,NVIDIA --input-file=nvidia.ll
// RUN: clgroup-cc --target=amdgcn -march=gfx90a --emit=ll plain.spv -o amd.ll && FileCheck %s --check-prefixes=ALL,AMD --input-file=amd.ll
// RUN: clgroup-cc --target=nvptx64 plain.spv -o x.ptx && FileCheck %s --check-prefix=PTX --input-file=x.ptx
// RUN: clgroup-cc --target=amdgcn -march=gfx90a plain.spv -o x.s && FileCheck %s --check-prefix=GFX --input-file=x.s
// RUN: for o in -O0 -O1 -O3 -cl-opt-disable; do clgroup-cc $o --target=nvptx64 plain.spv -o x.ptx && \
// RUN:   clgroup-cc $o --target=amdgcn -march=gfx1030 plain.spv -o x.s || exit 1; done
//
// Together with a source that is compiled for the target; and two runs write the same.
// RUN: echo 'kernel void other(global int *x) { *x = work_group_reduce_add(*x); }' > other.cl
// RUN: clgroup-cc --target=nvptx64 plain.spv other.cl -o both.ptx && grep -q 'entry other(' both.ptx && grep -q 'entry k(' both.ptx
// RUN: clgroup-cc --target=nvptx64 --emit=bc plain.spv -o one.bc && clgroup-cc --target=nvptx64 --emit=bc plain.spv -o two.bc && cmp one.bc two.bc
//
// A null that is cast between private and generic pointers in a constant.
// RUN: for t in nvptx64 'amdgcn -march=gfx90a'; do clgroup-cc --target=$t --emit=ll %S/Inputs/null.ll -o null.ll || exit 1; done
//
// What cannot be translated is refused in a line.
// RUN: clang -target spir-unknown-unknown -cl-std=CL3.0 -c -emit-llvm other.cl -o 32.bc && llvm-spirv --spirv-max-version=1.2 32.bc -o 32.spv
// RUN: not clgroup-cc --target=nvptx64 32.spv -o x.ptx 2>&1 | %says "clgroup-cc: error: the input is made for target 'spir-unknown-unknown'"
// RUN: clang -target spir64-unknown-unknown -cl-std=CL1.2 -DPOINTERS -Xclang -disable-llvm-passes -c -emit-llvm %s -o pointers.bc
// RUN: llvm-spirv --spirv-max-version=1.2 pointers.bc -o pointers.spv && clgroup-cc --target=nvptx64 pointers.spv -o x.ptx
// RUN: not clgroup-cc --target=amdgcn -march=gfx90a pointers.spv -o x.s 2>&1 | FileCheck %s --check-prefix=POINTERS
// POINTERS: clgroup-cc: error: 'pointers.spv' has structures or arrays of pointers to private or local memory: SPIR-V with that is not compiled for GPU targets
// RUN: clang -target spir64-unknown-unknown -cl-std=CL1.2 -DIMAGE -Xclang -disable-llvm-passes -c -emit-llvm %s -o image.bc
// RUN: llvm-spirv --spirv-max-version=1.2 image.bc -o image.spv
// RUN: not clgroup-cc --target=nvptx64 image.spv -o x.ptx 2>&1 | %says "clgroup-cc: error: function '{{.*}}read_imagef{{.*}}' ({{.*}}) is not defined"

// NVIDIA-DAG: @table = {{.*}}addrspace(4) constant
// AMD-DAG: @table = hidden {{.*}}addrspace(4) constant
// ALL-NOT: spir_func
// ALL-NOT: __spirv
constant int table[4] = {3, 1, 4, 1};

#if defined POINTERS
struct pair {
  local int *a, *b;
};
kernel void pointers(global int *out, local int *a) {
  struct pair p = {a, 0};
  *out = p.b ? 1 : *p.a;
}
#elif defined IMAGE
kernel void image(global float4 *out, read_only image2d_t from, sampler_t by) {
  *out = read_imagef(from, by, (int2)(0, 0));
}
#else

// A barrier in a function that is called: "convergent" of it is not in SPIR-V.
// ALL: Function Attrs: {{.*}}convergent
// ALL-NEXT: define {{.*}}@meet(
__attribute__((noinline)) void meet(local int *x) {
  *x += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// NVIDIA: define {{spir|ptx}}_kernel void @k(ptr addrspace(1) {{.*}}, ptr addrspace(3) {{.*}}, ptr addrspace(4) {{[^)]*}})
// AMD: define protected amdgpu_kernel void @k(ptr addrspace(1) {{.*}}, ptr addrspace(3) {{.*}}, ptr addrspace(4) {{[^)]*}})
// ALL-SAME: !reqd_work_group_size
// NVIDIA: call void @llvm.nvvm.barrier
// AMD: call void @llvm.amdgcn.s.barrier
// PTX: .entry k(
// PTX: .reqntid 64
// PTX: shfl.sync
// GFX-LABEL: k:
// GFX: s_endpgm
// GFX: .amdhsa_next_free_vgpr
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void k(global int *out, local int *l, constant int *c, int n) {
  const size_t i = get_global_id(0);
  int many[4] = {n, n + 1, n + 2, n + 3};
  float whole;
  fract(*c, &whole);
  meet(&l[get_local_id(0)]);
  vstore4((int4)(many[n & 3]), i, out);
  atomic_add((volatile global int *)out, 1);
  out[i] = work_group_scan_inclusive_add(l[63 - i] + table[n & 3] + (int)whole);
}

// A null of local memory is -1 on AMD's GPUs.
// AMD-LABEL: @null(
// AMD: addrspacecast (ptr null to ptr addrspace(3))
kernel void null(global int *out, local int *l) { *out = l == 0; }

// Private and generic pointers are in one address space of NVIDIA's: no cast is left.
// NVIDIA-LABEL: define {{.*}}@casts(
// NVIDIA-NOT: {{addrspacecast|ptrtoint|inttoptr}}
// NVIDIA: ret void
__attribute__((noinline)) int element(int *p, int n) { return p[n]; }
kernel void casts(global int *out, int n) {
  int many[4] = {n, n + 1, n + 2, n + 3};
  out[get_global_id(0)] = element(many, n & 3);
}

// A structure as an argument is the kernel's on AMD's GPUs, and a pointer to a copy on NVIDIA's.
// AMD-LABEL: define protected amdgpu_kernel void @structure(ptr addrspace(1) {{.*}}, %struct.{{[^ ]*}} %{{.*}}, i32 %
// AMD-NOT: call
// AMD: ret void
// NVIDIA-LABEL: @structure({{.*}} byval(
struct some {
  char c;
  int a[2];
};
kernel void structure(global int *out, struct some s, int n) { *out = s.a[n] + s.c; }
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
