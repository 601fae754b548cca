// clgroup-cc --driver=pocl: PoCL 3.1 is wrong in kernels whose barriers clang's optimization has left behind an early return, unless they have
// one barrier, in a loop; in kernels without a work-group function too, alone or beside another. Barriers in straight-line code stay.
//
// RUN: for d in -DBESIDE -UBESIDE; do clgroup-cc --driver=pocl -cl-std=CL3.0 $d %s -o %t.ll && FileCheck %s <%t.ll || exit 1; done
// CHECK: define {{.*}}kernel void @returns(
// CHECK: call {{.*}}void @_Z7barrierj(
// CHECK-NOT: call {{.*}}barrierj(
// CHECK: define {{.*}}kernel void @straight(
// CHECK: call {{.*}}void @_Z7barrierj(
// CHECK: call {{.*}}void @_Z7barrierj(
//
// In SPIR-V, for PoCL from 6 on, a kernel has one where work-items may leave between barriers, as in tricky_for.cl of PoCL's own tests, on which
// 7.1 aborts; not for an early return alone.
// RUN: clgroup-cc --driver=pocl -cl-std=CL3.0 -DBESIDE %s -o %t.spv && %S/Inputs/kernels.sh %t.spv | FileCheck %s --check-prefix=SPIRV
// SPIRV: %leaves = OpFunction
// SPIRV: OpControlBarrier
// SPIRV-NOT: OpControlBarrier
// SPIRV: %returns = OpFunction
// SPIRV-COUNT-3: OpControlBarrier
#ifdef BESIDE
kernel void leaves(global int *o) {
  const int at = get_global_id(0);
  for (int i = 0; i < 1000; ++i) {
    if (i == 1 && at == 0) {
      o[at] = 5;
      break;
    }
    o[at] = -1;
    barrier(CLK_LOCAL_MEM_FENCE);
    o[at] = -2;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif
kernel void returns(global int *o, local int *l, int n) {
  const int i = get_local_id(0);
  if ((int)get_group_id(0) >= n)
    return;
  l[i] = o[i];
  for (int step = 4; step; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < step)
      l[i] += l[i + step];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = l[0];
}
kernel void straight(global int *o, local int *l) {
  const int i = get_local_id(0);
  l[i] = o[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] = l[i + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  o[i] += l[i + 2];
}
#ifdef BESIDE
kernel void beside(global int *o) { o[0] = work_group_reduce_add(o[1]); }
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
