kernel void ranks(global int *p) {
  p[get_global_id(0)] = work_group_scan_exclusive_add(1);
}
