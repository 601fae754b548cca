// The instructions that strategy subgroup is made of on NVIDIA's GPUs: shuffles with their predicate, redux.sync from sm_80 on, barriers
// that vote; one barrier where the size is known, and local memory for the warps' results alone.
//
// RUN: clgroup-cc --target=nvptx64 -march=sm_86 %s -o %t.86.ptx && FileCheck %s --check-prefixes=PTX,SM80 --input-file=%t.86.ptx
// RUN: clgroup-cc --target=nvptx64 -march=sm_75 %s -o %t.75.ptx && FileCheck %s --check-prefixes=PTX,SM75 --input-file=%t.75.ptx
//
// The architecture decides, not the library: no code for another is left.
// RUN: sed 's,//.*,,' %t.75.ptx >%t.75.code && not grep -E 'redux|__clgroup' %t.75.code
// RUN: sed 's,//.*,,' %t.86.ptx >%t.86.code && not grep __clgroup %t.86.code

#define SIZE(n) __attribute__((reqd_work_group_size(n, 1, 1)))
#define KERNEL(name, T, value)                                                                                         \
  kernel void name(global const T *in, global T *out) {                                                                \
    const T x = in[get_global_id(0)];                                                                                  \
    out[get_global_id(0)] = value;                                                                                     \
  }

// PTX-LABEL: .entry scan_int(
// PTX-COUNT-5: shfl.sync.up.b32
// PTX: bar.sync 0;
// SM80: redux.sync.add.s32
// SM75-COUNT-3: shfl.sync.bfly.b32
// PTX-NOT: {{bar|shfl|redux}}.
SIZE(256) KERNEL(scan_int, int, work_group_scan_inclusive_add(x))

// PTX-LABEL: .entry reduce_int(
// PTX: .shared {{.*}}scratch4[96]
// SM80: redux.sync.add.s32
// SM75-COUNT-5: shfl.sync.bfly.b32
// PTX: bar.sync 0;
// SM80: redux.sync.add.s32
// SM75-COUNT-2: ld.shared.v4.{{[ub]}}32
// PTX-NOT: {{bar|shfl|redux}}.
SIZE(256) KERNEL(reduce_int, int, work_group_reduce_add(x))

// min and max of float on integers, whose order is the same.
// PTX-LABEL: .entry reduce_max_float(
// SM80: redux.sync.max.s32
// SM75-COUNT-5: shfl.sync.bfly.b32
// PTX: bar.sync 0;
// PTX-NOT: bar.
SIZE(256) KERNEL(reduce_max_float, float, work_group_reduce_max(x))

// The high half and the quarters of the low one. More than four warps' results are accumulated by atomics where redux.sync would combine
// them, by lanes that ptxas knows to be alone.
// PTX-LABEL: .entry reduce_long(
// SM80-COUNT-3: redux.sync.add.s32
// SM75-COUNT-10: shfl.sync.bfly.b32
// SM80: %laneid
// PTX: bar.sync 0;
// SM80-COUNT-2: atom.shared.add.u32
// SM80-NOT: redux
// SM80: bar.sync 0;
// PTX-NOT: bar.
SIZE(256) KERNEL(reduce_long, long, work_group_reduce_add(x))

// One warp exchanges nothing.
// PTX-LABEL: .entry one_warp(
// PTX-NOT: {{bar|ld.shared|st.shared}}
SIZE(32) KERNEL(one_warp, float, work_group_reduce_add(x) + work_group_scan_exclusive_add(x))

// PTX-LABEL: .entry votes(
// PTX-NOT: {{shared|call}}
// PTX: bar.red.and.pred {{.*}}, 0,
// PTX: bar.red.or.pred {{.*}}, 0,
// PTX-NOT: {{shared|call|bar}}
KERNEL(votes, int, work_group_all(x) + work_group_any(x))

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
