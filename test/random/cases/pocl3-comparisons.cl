// Portable Computing Language 3.1+debian: comparisons that are used behind barriers become an <8 x i1> for each work-item, of which LLVM 15 loads elements as bytes.
// driver fault: Portable Computing Language 7.1: link-*
// options: -cl-std=CL3.0
// launch: k 34 groups 1
//   uint[34] 0 13c6ef36 78dde6c 1b54cda2 f1bbcd8 2e2ac0e 16a99b44 a708a7a 1e3779b1 11fe68e7 5c5581d 198c4753
//     d533689 11a25bf 14e114f5 8a8042b 1c6ef362 1035e298 3fcd1ce 17c3c104 b8ab03a 1f519f70 13188ea6 6df7ddc
//     1aa66d13 e6d5c49 2344b7f 15fb3ab5 9c229eb 1d891921 11500857 516f78d 18dde6c4 ca4d5fa
//   uint[34] a5a5a5a5*34 -> 20 13c6f25 45c5582e 1171561c 234e751 2e2ae0 42344b8a 84689700 4850d3f0 d8f27ba6 5c55a1
//     47b70c5 39b5726 e6d5c4a 1d89194e 7624664 42f7410c b293596 37812598 de04978 1ac9b1f0 505d15a6 137a096c
//     4de8256e f676b98 3358bbc6 6cd5dbae 24474948 9d2d0c16 274b4316 24675fda 866a008 7088362a e1106c40
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
kernel void k(global const uint *in, global uint *out) {
  local uint l[34];
  uint i = get_local_id(0), x = in[i] >> 4, s = x, t;
  uint y = x & 31, z = x & 7;
  bool a = y < 2, b = y < 4, c = y < 8, d = y < 16, e = z < 2, f = z < 3, g = z < 4, h = z < 5;
#define NEIGHBOUR l[i] = s; barrier(CLK_LOCAL_MEM_FENCE); t = l[i ^ 1]; barrier(CLK_LOCAL_MEM_FENCE);
#define STEP(condition) NEIGHBOUR s += condition ? 1 : t; s += condition;
  STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f) STEP(g) STEP(h)
  out[i] = s + work_group_broadcast(s, 0);
}
