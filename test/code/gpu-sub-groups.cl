// Sub-group functions on targets whose clang has none: a kernel gets the library's, of each family and of types that work-group functions
// do not have, and nothing is left undefined.
//
// RUN: clgroup-cc --target=nvptx64 -march=sm_75 %s -o %t.ptx && not grep '[.]extern' %t.ptx
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// PTX-LABEL: .entry core(
// PTX-NOT: activemask
// PTX: shfl.sync.down
// PTX: shfl.sync.up
// PTX-LABEL: .entry active(
// PTX: activemask
// PTX: vote.sync.ballot
// PTX-LABEL: .entry arms(
// PTX-COUNT-2: activemask
// RUN: for m in gfx90a gfx1030; do clgroup-cc --target=amdgcn -march=$m %s -o %t.s && sed 's/;.*//' %t.s >%t.code && \
// RUN:   not grep sub_group_ %t.code || exit 1; done
// RUN: FileCheck %s --check-prefix=AMD --input-file=%t.s
// AMD-LABEL: core:
// AMD-NOT: ds_bpermute_b32
// AMD-DAG: v_add_{{.*}} row_shl:8
// AMD-DAG: row_shr:8
// AMD-LABEL: active:
// AMD: ds_bpermute_b32
//
// A reduce of a whole sub-group by one instruction, where there is one.
// RUN: clgroup-cc --target=nvptx64 -march=sm_80 %s -o %t.ptx && FileCheck %s --check-prefix=REDUX --input-file=%t.ptx
// REDUX-LABEL: .entry core(
// REDUX: redux.sync.add.s32
// REDUX-LABEL: .entry active(
// RUN: for t in 'nvptx64' 'amdgcn -march=gfx90a' 'amdgcn -march=gfx1100'; do \
// RUN:   clgroup-cc --target=$t %s -o %t.ll --emit=ll && FileCheck %s --check-prefix=NESTED --input-file=%t.ll || exit 1; done
// NESTED-LABEL: define {{.*}}@nested(
// NESTED-COUNT-2: call {{.*}}@llvm.{{nvvm.vote.ballot.sync|amdgcn.icmp}}
// NESTED: ret void

kernel void core(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = sub_group_reduce_add(in[i]) + (int)sub_group_scan_exclusive_max((double)in[i]) + sub_group_all(in[i]);
}

kernel void active(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int x = in[i];
  if (x & 1) {
    x = sub_group_non_uniform_scan_inclusive_mul((short)x) + sub_group_non_uniform_reduce_logical_xor(x);
    x += sub_group_non_uniform_all_equal((float)x) + sub_group_elect() + sub_group_broadcast_first((uchar)x);
    x += sub_group_ballot_bit_count(sub_group_ballot(x)) + get_sub_group_lt_mask().x + sub_group_inverse_ballot((uint4)(x));
    x += sub_group_non_uniform_broadcast((ushort16)(x), 3).sf;
  }
  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  x += sub_group_shuffle(x, 1) + sub_group_shuffle_xor(x, 2) + sub_group_shuffle_up(x, 1) + sub_group_shuffle_down(x, 1);
  x += sub_group_rotate(x, -1) + sub_group_clustered_rotate(x, 1, 4) + sub_group_clustered_reduce_min((ulong)x, 8);
  out[i] = x + get_sub_group_size() + get_enqueued_num_sub_groups();
}

// The same call in both arms of a branch is made twice, each for its own lanes.
kernel void arms(global int *data) {
  size_t i = get_global_id(0);
  if (data[i])
    data[i] = sub_group_elect();
  else
    data[i] = sub_group_elect();
}

// So is a call in a branch after the same call in front of it.
kernel void nested(global int *data) {
  size_t i = get_global_id(0);
  bool odd = data[i] & 1;
  uint before = sub_group_ballot(odd).x;
  if (odd)
    before ^= sub_group_ballot(odd).x << 16;
  data[i] = (int)before;
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
