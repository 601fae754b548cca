kernel void sum(global int *data) {
  size_t i = get_global_id(0);
  data[i] = work_group_scan_inclusive_add(data[i]);
}
