// SPIR-V asks for no capability that the kernel and the strategy did not ask for, and passes spirv-val.
//
// RUN: for s in subgroup vector tree serial; do clgroup-cc --strategy=$s %s -o %t.$s.spv && spirv-val %t.$s.spv || exit 1; done
// RUN: clgroup-cc --target=spirv32 --strategy=tree %s -o %t.32.spv && spirv-val %t.32.spv
// RUN: spirv-dis %t.tree.spv | FileCheck %s --check-prefix=PLAIN
// RUN: spirv-dis %t.serial.spv | FileCheck %s --check-prefix=PLAIN
// RUN: spirv-dis %t.subgroup.spv | FileCheck %s --check-prefix=SUBGROUP
// RUN: spirv-dis %t.32.spv | FileCheck %s --check-prefix=PLAIN --implicit-check-not=Int64
// PLAIN: Version: 1.0
// PLAIN-NOT: OpCapability {{Group|Subgroup|Float|Int16}}
// PLAIN-NOT: OpGroup
// SUBGROUP: Version: 1.0
// SUBGROUP-NOT: OpCapability {{Subgroup|Float|Int16|GroupNonUniform}}
// SUBGROUP: OpCapability Groups
// SUBGROUP: OpGroupIAdd
// SUBGROUP: OpGroupSMax
// RUN: spirv-dis %t.vector.spv | FileCheck %s --check-prefix=VECTOR
// VECTOR: Version: 1.3
// VECTOR-NOT: OpCapability {{Subgroup|Float|Int16}}
// VECTOR: OpCapability Groups
// VECTOR: OpCapability GroupNonUniformShuffle
// VECTOR: OpGroupIAdd
// RUN: clgroup-cc -DORDERED --strategy=subgroup %s -o %t.ordered.spv && spirv-val %t.ordered.spv
// RUN: spirv-dis %t.ordered.spv | FileCheck %s --check-prefix=ORDERED
// ORDERED: Version: 1.3
// ORDERED: OpCapability GroupNonUniformShuffle
// ORDERED: OpGroupNonUniformShuffleXor
kernel void f(global int *p) { p[get_global_id(0)] = work_group_reduce_add(p[get_global_id(0)]); }
kernel void g(global float *p) { p[get_global_id(0)] = work_group_scan_inclusive_max(p[get_global_id(0)]); }
#ifdef ORDERED
kernel void h(global float *p) { p[get_global_id(0)] = work_group_scan_inclusive_add(p[get_global_id(0)]); }
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
