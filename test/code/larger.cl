// Work-groups may be larger than a kernel's scratch is for (lib/lower/library/larger.c): the kernel then chooses, once, between two ways, of
// which one calls what works in chunks. Its scratch is no larger for that.
//
// RUN: for s in subgroup vector tree serial; do clgroup-cc --strategy=$s --max-work-group-size=96 %s -o %t.$s.ll || exit 1; done
// RUN: FileCheck %s <%t.tree.ll --implicit-check-not=clgroup_chunks
// RUN: for s in tree serial subgroup vector; do echo $s $(%S/Inputs/count.sh %t.$s.ll 'icmp ugt i32 .*, 96$'); done \
// RUN:   | FileCheck %s --check-prefix=CHOICES --match-full-lines
// CHOICES:      tree one 1 called 1 calls 1 required 0 fixed 0 none 0
// CHOICES-NEXT: serial one 1 called 1 calls 1 required 0 fixed 1 none 0
// CHOICES-NEXT: subgroup one 1 called 1 calls 1 required 0 fixed 0 none 0
// Strategy vector's scratch for a broadcast and for a reduce by atomics is the same for every size.
// CHOICES-NEXT: vector one 0 called 1 calls 1 required 0 fixed 0 none 0
//
// RUN: for s in subgroup vector tree serial; do clgroup-cc --strategy=$s --device-max-work-group-size=96 %s -o %t.$s.known.ll && \
// RUN:   grep -o 'clgroup.scratch. = .*' %t.$s.ll | sort > %t.sizes && \
// RUN:   grep -o 'clgroup.scratch. = .*' %t.$s.known.ll | sort | diff %t.sizes - || exit 1; done
// PoCL's code has it too, where the limit is below the 4096 work-items of its largest work-group.
// RUN: for s in tree serial; do clgroup-cc --driver=pocl --strategy=$s --max-work-group-size=96 %s -o %t.ll && grep -q clgroup_chunks %t.ll || exit 1; done
//
// Where a device refuses them nothing of it is left, nor is the library read.
// RUN: cat %t.*.known.ll | not grep clgroup_chunks
// RUN: rm -rf %t.data && mkdir %t.data && cp %data/spirv64.tree.bc %t.data
// RUN: clgroup-cc --library-dir=%t.data --device-max-work-group-size=1024 %s -o %t.spv
// RUN: clgroup-cc --library-dir=%t.data --device-max-work-group-size=256 --max-work-group-size=1024 %s -o %t.spv
// RUN: not clgroup-cc --library-dir=%t.data --device-max-work-group-size=1024 --max-work-group-size=256 %s -o %t.spv 2>&1 \
// RUN:   | %says "cannot read the device library '{{.*}}spirv64.chunks.bc'"
//
// In SPIR-V the other way loads ids from volatile variables, and so does each call in it its rank: no value of the ids lives across its
// barriers. PoCL's code has no such variables.
// RUN: clgroup-cc --strategy=tree --max-work-group-size=96 %s -o %t.rank.spv
// RUN: %S/Inputs/kernels.sh %t.rank.spv | FileCheck %s --check-prefix=RANK
// RANK: %one = OpFunction
// RANK: [[ID:%[^ ]+]] = OpVariable %_ptr_Function_ulong Function
// RANK: [[VARIABLE:%[^ ]+]] = OpVariable %_ptr_Function_uint Function
// RANK: OpStore [[ID]] {{%[^ ]+}} Volatile
// RANK: OpStore [[VARIABLE]] {{%[^ ]+}} Volatile
// RANK-NOT: BuiltInGlobalInvocationId
// RANK: OpLoad %ulong [[ID]] Volatile
// RANK-NOT: BuiltInGlobalInvocationId
// RANK: [[RANK:%[^ ]+]] = OpLoad %uint [[VARIABLE]] Volatile
// RANK: OpFunctionCall %uint {{[^ ]*clgroup_chunks[^_ ]* [^ ]+}} [[RANK]]
// RANK: [[RANK_2:%[^ ]+]] = OpLoad %uint [[VARIABLE]] Volatile
// RANK: OpFunctionCall %uint {{[^ ]*clgroup_chunks[^_ ]* [^ ]+}} [[RANK_2]]
// RANK: [[RANK_3:%[^ ]+]] = OpLoad %uint [[VARIABLE]] Volatile
// RANK: OpFunctionCall %uint {{[^ ]*clgroup_chunks_broadcast[^ ]* [^ ]+}} [[RANK_3]]
// RUN: clgroup-cc --driver=pocl --strategy=tree --max-work-group-size=96 %s -o %t.pocl.spv && spirv-dis %t.pocl.spv | not grep 'OpStore .*Volatile'
//
// The module is valid with any options.
// RUN: for s in subgroup vector tree serial; do for o in -O0 -O2 -cl-opt-disable "-O0 -g" "-O2 -g"; do \
// RUN:   clgroup-cc $o --strategy=$s --max-work-group-size=96 %s -o %t.spv || exit 1; case $o in *-g) ;; *) spirv-val %t.spv || exit 1;; esac; done; done
// RUN: clgroup-cc --target=spirv32 %s -o %t.spv && spirv-val %t.spv
// RUN: spirv-dis %t.spv | not grep DontInline

static int helper(int x) { return work_group_reduce_add(x) + work_group_any(x); }

// CHECK-DAG: @one.clgroup.scratch4 = internal addrspace(3) global [265 x i32]
// CHECK-LABEL: define {{.*}}@one(
// CHECK: br i1 {{%.*}}, label %[[LARGER:.*]], label %[[USUAL:.*]]
// CHECK: [[USUAL]]:
// CHECK: call {{.*}}@_Z7barrierj
// CHECK: [[LARGER]]:
// CHECK-NOT: @_Z7barrierj
// CHECK: call {{.*}}clgroup_chunks{{[^(_]*}}({{.*}}@one.clgroup.scratch{{.*}}, i32 {{.*}}265, i32 {{.*}}0, i32 {{.*}}0, {{.*}})
// CHECK: call {{.*}}clgroup_chunks{{[^(_]*}}({{.*}}@one.clgroup.scratch{{.*}}, i32 {{.*}}265, i32 {{.*}}5, i32 {{.*}}0, {{.*}})
// CHECK: call {{.*}}clgroup_chunks_broadcast{{.*}}@one.clgroup.scratch
// CHECK-NOT: @_Z7barrierj
// CHECK: ret void
kernel void one(global int *p) {
  int x = helper(p[get_global_id(0)]);
  p[get_global_id(0)] = work_group_broadcast(x, 3);
}

// CHECK-LABEL: define {{.*}}@called(
// CHECK: clgroup_chunks{{[^(_]*}}({{.*}}, i32 {{.*}}2, i32 {{.*}}1, 
kernel void called(global float *p) {
  p[get_global_id(0)] = work_group_scan_inclusive_max(p[get_global_id(0)]);
}

// A kernel that calls one chooses for both.
// CHECK-LABEL: define {{.*}}@calls(
// CHECK: clgroup_chunks{{[^(_]*}}({{.*}}, i32 {{.*}}2, i32 {{.*}}1, 
// CHECK: clgroup_chunks{{[^(_]*}}({{.*}}, i32 {{.*}}2, i32 {{.*}}1, 
kernel void calls(global float *p, global float *q) {
  called(p);
  called(q);
}

// CHECK-LABEL: define {{.*}}@required(
kernel void __attribute__((reqd_work_group_size(16, 4, 1))) required(global int *p) {
  p[get_global_id(0)] = helper(p[get_global_id(0)]);
}

// Memory that does not depend on the work-group's size is enough for any, except in strategy serial.
// CHECK-LABEL: define {{.*}}@fixed(
kernel void fixed(global int *p) {
  p[get_global_id(0)] = work_group_any(p[get_global_id(0)]);
}

// CHECK-LABEL: define {{.*}}@none(
kernel void none(global int *p) { p[get_global_id(0)] = 1; }

// One function serves the operators of a type. What all its calls ask for is a part of it, here the float's operator.
// CHECK: define internal {{.*}}clgroup_chunks_broadcast
// CHECK: define internal {{.*}}clgroup_chunks{{[^(_]*}}i({{.*}}
// CHECK: switch
// CHECK: define internal {{.*}}clgroup_chunks{{[^(_]*}}f({{.*}}
// CHECK-NOT: switch
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
