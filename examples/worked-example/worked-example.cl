// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* One work-group; each work-item gives a number, and gets the group's sum and the running sums at its own place. */
kernel void worked_example(global const int *numbers, global int *reduce, global int *inclusive,
                           global int *exclusive) {
  size_t rank = get_local_id(0);
  int number = numbers[rank];
  reduce[rank] = work_group_reduce_add(number);
  inclusive[rank] = work_group_scan_inclusive_add(number);
  exclusive[rank] = work_group_scan_exclusive_add(number);
}
