// One kernel per function family, on int; and on double where the order shows.
kernel void reduce(global int *p) { p[get_global_id(0)] = work_group_reduce_add(p[get_global_id(0)]); }
kernel void reduce_tree(global double *p) { p[get_global_id(0)] = work_group_reduce_add(p[get_global_id(0)]); }
kernel void inclusive(global int *p) { p[get_global_id(0)] = work_group_scan_inclusive_add(p[get_global_id(0)]); }
kernel void exclusive(global int *p) { p[get_global_id(0)] = work_group_scan_exclusive_add(p[get_global_id(0)]); }
kernel void broadcast(global int *p) { p[get_global_id(0)] = work_group_broadcast(p[get_global_id(0)], 3); }
kernel void all(global int *p) { p[get_global_id(0)] = work_group_all(p[get_global_id(0)]); }
kernel void any(global int *p) { p[get_global_id(0)] = work_group_any(p[get_global_id(0)]); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
