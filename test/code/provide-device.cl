// --provide without cl_khr_subgroups: what a device's own sub-groups lack is made of what they have.
//
// Rotations and relative shuffles are shuffles: SPIR-V 1.3. So they are where they come as instructions.
// RUN: clgroup-cc --provide=%relative -DRELATIVE %s -o %t.spv && spirv-dis %t.spv | FileCheck %s
// RUN: clgroup-cc -DRELATIVE --spirv-version=1.3 %s -o %t.own.spv && spirv-dis %t.own.spv | %says 'SPV_KHR_subgroup_rotate'
// RUN: clgroup-cc --provide=%relative %t.own.spv -o %t.spv && spirv-dis %t.spv | FileCheck %s
// CHECK: Version: 1.3
// CHECK-NOT: GroupNonUniform{{Rotate|ShuffleRelative}}
// CHECK-NOT: OpExtension
// CHECK-COUNT-4: OpGroupNonUniformShuffle %
// CHECK-NOT: OpGroup
//
// A device that lacks shuffles too has Intel's, with SPIR-V 1.0.
// RUN: clgroup-cc --provide=%relative,cl_khr_subgroup_shuffle -DRELATIVE %s -o %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=INTEL
// INTEL: Version: 1.0
// INTEL: OpExtension "SPV_INTEL_subgroups"
// INTEL-NOT: OpGroup
// INTEL-COUNT-4: OpSubgroupShuffleINTEL
//
// Small integers go through int; an exclusive scan of them begins with their own identity. Vectors go by elements.
// RUN: clgroup-cc --provide=cl_khr_subgroup_extended_types -DTYPES %s -o %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=TYPES
// TYPES: OpGroupIAdd %uint
// TYPES: [[BEFORE:%[0-9]+]] = OpGroupSMax %uint %{{[a-z0-9_]+}} ExclusiveScan
// TYPES: {{OpSelect|s_max}} {{(%uint %[0-9]+ )?}}[[BEFORE]] %uint_4294967168
// TYPES-COUNT-3: OpGroupBroadcast %float
// TYPES: OpGroupSMin %uint
// TYPES-NOT: OpGroup
//
// What OpenCL C 3.1 does not require is an instruction of the device; those in both arms of a branch are for other work-items, and stay two.
// RUN: clgroup-cc --provide=cl_khr_subgroup_ballot,cl_khr_subgroup_non_uniform_arithmetic -DOTHERS %s -o %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=OTHERS
// OTHERS: OpGroupNonUniformBallot
// OTHERS: OpGroupNonUniformIAdd
// OTHERS-COUNT-2: OpGroupNonUniformBroadcastFirst
// RUN: clgroup-cc -DOTHERS --spirv-version=1.3 %s -o %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=OTHERS
// By an index that is no constant SPIR-V has no broadcast before 1.5: it is a shuffle.
// RUN: echo 'kernel void k(global int *x) { *x = sub_group_non_uniform_broadcast(x[0], x[1]) + sub_group_non_uniform_broadcast(x[2], 3u); }' >%t.cl
// RUN: clgroup-cc --spirv-version=1.3 %t.cl -o %t.spv && spirv-dis %t.spv | FileCheck %s --check-prefix=BY
// BY: OpGroupNonUniformShuffle %
// BY: OpGroupNonUniformBroadcast %
// In a header, too.
// RUN: mkdir -p %t && cp %s %t/calls.h && echo '#include "%t/calls.h"' >%t.cl && clgroup-cc -DOTHERS --spirv-version=1.3 %t.cl -o %t.spv && \
// RUN:   spirv-dis %t.spv | FileCheck %s --check-prefix=OTHERS
//
// What a device lacks is undeclared. The layer says so in two ways, for clang's header and for this one.
// RUN: (echo '#undef cl_khr_subgroup_ballot'; cat %s) >%t.cl && not clgroup-cc -DOTHERS -cl-ext=-all -D__clgroup_lacks_cl_khr_subgroup_ballot \
// RUN:   %t.cl -o %t.spv 2>&1 | %says "error: {{.*}}'sub_group_ballot'"
//
// The modules have what clang's header declares: all types.
// RUN: for t in spirv32 spirv64; do for m in shuffle:22 shuffle_relative:22 rotate:22 extended_types:95; do \
// RUN:   llvm-nm --defined-only %data/$t.cl_khr_subgroup_${m%:*}.bc | grep -c . | grep -x ${m#*:} || exit 1; done; done
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void k(global int *x, global char *c, global float3 *f, global uint4 *b) {
  const size_t i = get_global_id(0);
#ifdef RELATIVE
  x[i] = sub_group_rotate(x[i], 3) + sub_group_shuffle_up(x[i], 1);
  c[i] = sub_group_clustered_rotate(c[i], 3, 4) + sub_group_shuffle_down(c[i], 1);
#elif defined TYPES
  c[i] = sub_group_reduce_add(c[i]);
  c[i] += sub_group_scan_exclusive_max(c[i]);
  f[i] = sub_group_broadcast(f[i], 1);
  x[i] = sub_group_reduce_min(x[i]); // the device has it
#else
  b[i] = sub_group_ballot(x[i]);
  x[i] = sub_group_non_uniform_reduce_add(x[i]);
  if (x[i] & 1)
    x[i] = sub_group_broadcast_first(x[i]);
  else
    x[i] = sub_group_broadcast_first(x[i]);
#endif
}
