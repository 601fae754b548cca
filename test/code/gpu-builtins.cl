// Kernels for GPUs: OpenCL C's built-in functions come from the target's own library, and from libclc where it is installed. A function
// that is nowhere is named in one line, and nothing is written.
//
// REQUIRES: libclc
// RUN: clgroup-cc --target=nvptx64 %s -o %t.ptx && not grep '[.]extern [.]func' %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// PTX: .entry maths(
// PTX: ex2.approx
// RUN: for m in gfx900 gfx90a gfx1030 gfx1100; do clgroup-cc --target=amdgcn -march=$m %s -o %t.s || exit 1; done
// RUN: clgroup-cc --target=amdgcn -march=gfx1030 -mwavefrontsize64 %s -o %t.s && grep 'amdhsa_wavefront_size32 0' %t.s
// RUN: clgroup-cc --target=amdgcn -march=gfx1030 %s -o %t.s && grep 'amdhsa_wavefront_size32 1' %t.s
// RUN: clgroup-cc --target=nvptx64 -O0 %s -o %t.ptx && clgroup-cc --target=nvptx64 -cl-opt-disable -g %s -o %t.ptx
//
// The examples compile.
// RUN: for e in %src/examples/*/*.cl; do clgroup-cc --target=nvptx64 $e -o %t.e.ptx || exit 1; done
// RUN: for e in %src/examples/*/*.cl; do clgroup-cc --target=amdgcn -march=gfx1030 $e -o %t.e.s || exit 1; done
//
// The dependencies include the libraries.
// RUN: clgroup-cc --target=nvptx64 %s -o %t.ptx -MD -MF %t.d
// RUN: grep -o '[^/]*[.]bc' %t.d | FileCheck %s --check-prefix=DEPS
// DEPS: nvptx64.subgroup.bc
// DEPS-NEXT: nvptx64.builtins.bc
// DEPS-NEXT: nvptx64--nvidiacl.bc
//
// RUN: rm -f %t.ptx && not clgroup-cc --target=nvptx64 -DNOWHERE %s -o %t.ptx 2>%t.error && not ls %t.ptx
// RUN: FileCheck %s --check-prefix=NOWHERE --input-file=%t.error
// NOWHERE: {{^}}clgroup-cc: error: function 'nowhere' (_Z7nowherei) is not defined: not in the inputs, not in clgroup's libraries, and not in {{.*}}.bc{{$}}
// NOWHERE-NOT: {{.}}
// RUN: not clgroup-cc --target=nvptx64 --libclc=%t.none %s -o %t.ptx 2>&1 | %says "clgroup-cc: error: cannot read '{{.*}}.none': No such file or directory (--libclc)"

#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#ifdef NOWHERE
int nowhere(int x) __attribute__((overloadable));
#else
int nowhere(int x) __attribute__((overloadable)) {
  return x;
}
#endif

kernel void copies(global float2 *p, local float2 *l) {
  event_t e = async_work_group_strided_copy(l, p, 8, 2, 0);
  wait_group_events(1, &e);
}

kernel void maths(global float *p, global double *d, local int *l, global int *q) {
  size_t i = get_global_linear_id();
  p[i] = sin(p[i]) + pow(p[i], 2.5f) + native_exp(p[i]) + fma(p[i], 2.f, 1.f);
  d[i] = log(d[i]) * cbrt(d[i]);
  atomic_inc(l);
  atomic_add(q, 3);
  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  uint4 v = vload4(0, (global uint *)q);
  q[i] = popcount(v.x) + clz(v.y) + mad24(q[i], 3, 4) + hadd(q[i], 3) + nowhere(*l) + (int)get_local_linear_id() +
         (int)get_enqueued_local_size(0) + (int)get_global_offset(0) + (int)get_work_dim();
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
