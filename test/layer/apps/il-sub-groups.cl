// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-group algorithms as SYCL's compilers write them: OpGroup and OpGroupNonUniform instructions of Subgroup scope.

kernel void k(global const int *in, global int *out) {
  local int all[64];
  size_t i = get_global_id(0), own = get_local_id(0);
  uint lane = get_sub_group_local_id(), size = get_sub_group_size();
  int sum = 0, before = 0;
  all[own] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint n = 0; n < size; n++) {
    sum += all[own - lane + n];
    before += n < lane ? all[own - lane + n] : 0;
  }
  bool right = sub_group_reduce_add(in[i]) == sum;
  right &= sub_group_scan_exclusive_add(in[i]) == before;
  right &= sub_group_broadcast(in[i], size - 1) == all[own - lane + size - 1];
  right &= sub_group_all(in[i] > -1000) && !sub_group_any(in[i] > 1000);
  out[i] = right ? in[i] : -99999;
}

kernel void permuted(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), size = get_sub_group_size();
  int v = sub_group_shuffle(in[i], size - 1 - lane);
  v = sub_group_shuffle(v, size - 1 - lane);
  v = sub_group_shuffle_xor(sub_group_shuffle_xor(v, 5), 5);
  int down = sub_group_shuffle_down(v, 1), up = sub_group_shuffle_up(v, 1);
  int again = sub_group_shuffle_up(down, 1), back = sub_group_shuffle_down(up, 1);
  out[i] = (lane == 0 || again == v) && (lane == size - 1 || back == v) ? v : -99999;
}
