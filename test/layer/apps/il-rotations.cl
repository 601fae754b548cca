// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rotations, and functions of sub-groups on small integers and vectors.

#define DECLARED __attribute__((overloadable, convergent))
int DECLARED sub_group_rotate(int x, int delta);
uchar DECLARED sub_group_clustered_rotate(uchar x, int delta, uint size);
short DECLARED sub_group_broadcast(short x, uint lane);
float4 DECLARED sub_group_broadcast(float4 x, uint lane);
char DECLARED sub_group_reduce_max(char x);
char DECLARED sub_group_scan_exclusive_max(char x);
ushort DECLARED sub_group_scan_exclusive_min(ushort x);
short DECLARED sub_group_scan_inclusive_add(short x);

kernel void k(global const int *in, global int *out) {
  local int all[64];
  size_t i = get_global_id(0);
  uint lane = get_sub_group_local_id(), size = get_sub_group_size();
  local const int *own = all + get_local_id(0) - lane;
  char highest = CHAR_MIN, before = CHAR_MIN;
  ushort lowest = USHRT_MAX;
  short sum = 0;
  all[get_local_id(0)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint n = 0; n < size; n++) {
    highest = max(highest, (char)own[n]);
    before = n < lane ? max(before, (char)own[n]) : before;
    lowest = n < lane ? min(lowest, (ushort)own[n]) : lowest;
    sum += n <= lane ? (short)(own[n] * 999) : 0;
  }
  float4 last = sub_group_broadcast((float4)(in[i], 1, -2, 0.5f), size - 1);

  bool right = sub_group_rotate(in[i], 3) == own[(lane + 3) % size];
  right &= sub_group_rotate(in[i], -1) == own[(lane + size - 1) % size];
  right &= sub_group_clustered_rotate((uchar)in[i], 1, 4u) == (uchar)own[(lane & ~3u) + (lane + 1) % 4];
  right &= sub_group_broadcast((short)(in[i] * 999), 2u) == (short)(own[2] * 999);
  right &= last.x == own[size - 1] && last.y == 1 && last.z == -2 && last.w == 0.5f;
  right &= sub_group_reduce_max((char)in[i]) == highest && sub_group_scan_exclusive_max((char)in[i]) == before;
  right &= sub_group_scan_exclusive_min((ushort)in[i]) == lowest;
  right &= sub_group_scan_inclusive_add((short)(in[i] * 999)) == sum;
  out[i] = right ? in[i] : -99999;
}
