// Strategy serial: what follows from a work-item's ids is rematerialized after a barrier (lib/lower/passes/rematerialize.c).
//
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.ll
// RUN: FileCheck %s <%t.ll
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial %s -o %t.spv
// RUN: spirv-dis %t.spv -o - | FileCheck %s --check-prefix=SPIRV
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial --target=spirv32 %s -o %t.32.spv
// RUN: spirv-dis %t.32.spv -o - | FileCheck %s --check-prefix=SHORT
// RUN: clgroup-cc --driver=pocl --strategy=serial %s -o %t.pocl.spv
// RUN: spirv-dis %t.pocl.spv -o - | FileCheck %s --check-prefix=POCL
//
// The other strategies and code that is not optimised stay as they are.
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=tree %s -o %t.tree.ll
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=serial -cl-opt-disable %s -o %t.O0.ll
// RUN: cat %t.spv %t.tree.ll %t.O0.ll | not grep -a __clgroup_id_again
// RUN: clgroup-cc --device-max-work-group-size=1024 --strategy=tree %s -o %t.tree.spv
// RUN: spirv-dis %t.tree.spv -o - | not grep -E " (2147483647|268435455)$"

// Casts, arithmetic and addresses too; what comes before the barriers keeps its own.
// CHECK-LABEL: define {{.*}}@one(
// CHECK: [[ID:%.*]] = {{.*}}call {{.*}}i64 @_Z13get_global_idj(i32 {{.*}}0)
// CHECK: getelementptr {{.*}} [[ID]]
// CHECK-COUNT-2: call {{.*}}@_Z7barrierj(
// CHECK: [[AGAIN:%.*]] = {{.*}}call {{.*}}i64 @__clgroup_id_again
// CHECK: getelementptr {{.*}} [[AGAIN]]
// CHECK: store i32
// SPIRV-DAG: [[T32:%[a-z_0-9]+]] = OpConstant %ulong 32{{$}}
// SPIRV-DAG: [[M31:%[a-z_0-9]+]] = OpConstant %ulong 2147483647{{$}}
// SPIRV-DAG: [[M28:%[a-z_0-9]+]] = OpConstant %ulong 268435455{{$}}
// SPIRV: = OpFunction %void
// SPIRV-COUNT-2: OpControlBarrier
// SPIRV: [[UP:%[0-9]+]] = OpShiftLeftLogical %ulong {{%[0-9]+}} [[T32]]
// SPIRV: [[DETOUR:%[0-9]+]] = OpShiftRightArithmetic %ulong [[UP]] [[T32]]
// SPIRV: [[START:%[0-9]+]] = OpISub %ulong
// SPIRV: OpIAdd %ulong [[START]] [[DETOUR]]
// SPIRV-NOT: {{OpShiftLeft|OpShiftRightArithmetic}}
// SPIRV: OpReturn
// SHORT: [[M28:%[a-z_0-9]+]] = OpConstant %uint 268435455{{$}}
// SHORT: = OpFunction %void
// SHORT-COUNT-2: OpControlBarrier
// SHORT: OpBitwiseAnd %uint {{%[0-9]+}} [[M28]]
kernel void one(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  global int *at = out + i + 1;
  *at = work_group_scan_inclusive_add(in[i]);
}

// Values that are not computed from ids stay as they are.
// CHECK-LABEL: define {{.*}}@none(
// CHECK: sext i32
// CHECK-NOT: sext i32
// CHECK: ret void
// SPIRV: = OpFunction %void
// SPIRV-NOT: {{OpShiftLeft|OpShiftRightArithmetic}}
// SPIRV: OpReturn
kernel void none(global const int *in, global int *out, int where) {
  out[where] = work_group_reduce_add(in[where]) + in[where];
}

// Selections too; a quotient that is the same for all work-items is kept.
// CHECK-LABEL: define {{.*}}@turned(
// CHECK: urem
// CHECK-COUNT-2: call {{.*}}@_Z7barrierj(
// CHECK-NOT: urem
// CHECK: call {{.*}}i64 @__clgroup_id_again
// CHECK-NOT: urem
// CHECK: select
// CHECK: getelementptr
// CHECK: ret void
// SPIRV: = OpFunction %void
// SPIRV: OpReturn
kernel void turned(global int *out, uint delta, uint size) {
  uint at = (uint)get_local_id(0) + delta % size;
  int sum = work_group_reduce_add(out[at]);
  out[at < size ? at : at - size] = sum;
}

// The smaller of two, which LLVM has as a function.
// CHECK-LABEL: define {{.*}}@bounded(
// CHECK: call {{.*}}i64 @__clgroup_id_again
// CHECK: call i32 @llvm.umin.i32(
// CHECK: store i32
// SPIRV: = OpFunction %void
// SPIRV: OpReturn
kernel void bounded(global int *out, uint last) {
  uint id = get_local_id(0), at = id < last ? id : last;
  int sum = work_group_reduce_add(out[at]);
  out[at] = sum;
}

// In a loop each turn is behind the last one's barriers. In SPIR-V a detour would not stay in it, but a remainder does,
// which is for PoCL alone. Where the loop begins no barrier keeps it there, but a part of the divisor that comes from a phi.
// CHECK-LABEL: define {{.*}}@looped(
// CHECK-COUNT-2: call {{.*}}@_Z7barrierj(
// CHECK: call {{.*}}i64 @__clgroup_id_again
// CHECK: ret void
// SPIRV: = OpFunction %void
// SPIRV-NOT: {{OpShiftLeft|OpShiftRightArithmetic|OpUMod}}
// SPIRV: OpReturn
// POCL: %_ptr_Workgroup_uint %looped_clgroup_scratch4
// POCL: [[PART:%[0-9]+]] = OpBitwiseAnd %ulong {{%[0-9]+}} {{%[0-9]+}}
// POCL-NEXT: [[DIVISOR:%[0-9]+]] = OpIAdd %ulong {{%[0-9]+}} [[PART]]
// POCL-NEXT: [[TURN:%[0-9]+]] = OpUMod %ulong {{%[0-9]+}} [[DIVISOR]]
// POCL-NEXT: OpIAdd %ulong {{.*}}[[TURN]]{{ |$}}
kernel void looped(global int *out, int n) {
  size_t i = get_global_id(0);
  for (int k = 0; k < n; k++)
    out[i] = work_group_reduce_add(out[i]);
}

// Behind another barrier the detour is another, and so it is for an int.
// SPIRV: = OpFunction %void
// SPIRV: OpShiftLeftLogical %ulong {{%[0-9]+}} [[T32]]
// SPIRV: OpBitwiseAnd %ulong {{%[0-9]+}} [[M31]]
// SPIRV: OpReturn
// SPIRV: = OpFunction %void
// SPIRV: OpBitwiseAnd %ulong {{%[0-9]+}} [[M28]]
// SPIRV: OpReturn
kernel void two(global int *out, global int *more) {
  size_t i = get_global_id(0);
  out[i] = work_group_reduce_add(out[i]);
  more[i] = work_group_reduce_add(more[i]);
}

kernel void narrow(global int *out) {
  int i = get_global_id(0);
  out[i] = work_group_reduce_add(out[i]);
}

// More places than there is room for: the rest stay as they are.
#define TEN(x) x x x x x x x x x x
kernel void many(global int *out) {
  size_t i = get_global_id(0);
  out[get_local_id(0)] = work_group_reduce_add(out[i]);
  TEN(TEN(out[i] = work_group_reduce_add(out[i]);) out[i] = work_group_reduce_max(out[i]);)
}

// Each place has a function of its own.
// CHECK: define internal {{.*}}i64 @__clgroup_id_again() {{.*}}#[[APART:[0-9]+]]
// CHECK: define internal {{.*}}i64 @__clgroup_id_again{{[.0-9]+}}() {{.*}}#[[APART]]
// CHECK: attributes #[[APART]] = { noinline nounwind }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
