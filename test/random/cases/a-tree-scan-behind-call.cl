// PoCL, strategy tree: an exclusive scan behind a branch gave some work-items a wrong value where rank 0 returned early.
// options: -cl-std=CL3.0
// launch: k 3x1x1 groups 1x1x1
//   int[3] 1 1 1
//   uint[3] a5a5a5a5*3 -> 0 1 1
kernel void k(global const int *in, global uint *o) {
  uint at = get_global_id(0);
  uint x = 3u;
  if (work_group_all(in[at]))
    x = work_group_scan_exclusive_max(775u);
  o[at] = x != (uint)get_local_id(1) ? max((uint)in[at], (uint)get_local_size(2)) : (uint)get_local_id(0);
}

#if 0 // plain
uint rank_(void) { return (uint)get_local_id(0); }
int plain_all(int x, local int *s) {
  s[rank_()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  int result = 1;
  for (uint i = 0; i < get_local_size(0); i++)
    result = result && s[i] != 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}
uint plain_scan(uint x, local int *s_) {
  local uint *s = (local uint *)s_;
  s[rank_()] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint result = 0;
  for (uint i = 0; i < rank_(); i++)
    result = max(result, s[i]);
  barrier(CLK_LOCAL_MEM_FENCE);
  return result;
}
kernel void k(global const int *in, global uint *o) {
  local int s[3];
  uint at = get_global_id(0);
  uint x = 3u;
  if (plain_all(in[at], s))
    x = plain_scan(775u, s);
  o[at] = x != (uint)get_local_id(1) ? max((uint)in[at], (uint)get_local_size(2)) : (uint)get_local_id(0);
}
#endif
