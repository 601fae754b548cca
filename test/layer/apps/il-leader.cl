/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A branch that only the leader takes, behind an early return and a sum. */
kernel void k(global const int *in, global int *out) {
  const uint i = get_group_id(0), lane = get_local_id(0);
  out[get_global_id(0)] = lane ? in[get_global_id(0)] : 0;
  if (in[i] < -1000000)
    return;
  const uint lead = work_group_reduce_min(lane + i);
  if (i == lead && lane == 0)
    out[i * get_local_size(0)] += in[i * get_local_size(0)];
  else if (lane == 0)
    out[i * get_local_size(0)] = -1;
}
