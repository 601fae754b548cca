// Copies by a work-group that is smaller than the others: libclc's for amdgcn left out elements, and its
// wait_group_events took no pointer of OpenCL C 3.0 (targets/amdgcn/async.cl).
// options: -cl-std=CL3.0
// launch: k 2x2 groups 1x2 missing 0x1
//   long[8] small:1
//   long[8] 0*8 ->
//     1 7 8 7 2 ffffffffffffffff 0*2
kernel void k(global const long *in, global long *out) {
  local long l[4];
  const size_t at = get_group_id(1) * 4, count = get_local_size(0) * get_local_size(1);
  event_t e = async_work_group_copy(l, in + at, count, 0);
  wait_group_events(1, &e);
  const long sum = work_group_scan_inclusive_add(l[get_local_linear_id()]);
  barrier(CLK_LOCAL_MEM_FENCE);
  l[get_local_linear_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_copy(out + at, l, count, 0);
  wait_group_events(1, &e);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
