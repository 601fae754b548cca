// Compiled to SPIR-V: instructions that no work-group function of OpenCL C corresponds to, and one whose scope is a specialization constant.

#define WORK_GROUP 2u
#define REDUCE 0u
int __attribute__((overloadable)) __spirv_SpecConstant(int id, int otherwise);
char __attribute__((overloadable, convergent)) __spirv_GroupBroadcast(uint scope, char x, uint local_id);
bool __attribute__((overloadable, convergent)) __spirv_GroupBroadcast(uint scope, bool x, uint local_id);
int2 __attribute__((overloadable, convergent)) __spirv_GroupIAdd(uint scope, uint operation, int2 x);
short __attribute__((overloadable, convergent)) __spirv_GroupIAdd(uint scope, uint operation, short x);
int __attribute__((overloadable, convergent)) __spirv_GroupIAdd(uint scope, uint operation, int x);

kernel void foreign(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int2 sums = __spirv_GroupIAdd(WORK_GROUP, REDUCE, (int2)(in[i], 1));
  bool sure = __spirv_GroupBroadcast(WORK_GROUP, (bool)(sums.y > 0), 0u);
  out[i] = sums.x * sure + __spirv_GroupBroadcast(WORK_GROUP, (char)(sums.y - (int)get_local_size(0)), 1u) +
           __spirv_GroupIAdd(WORK_GROUP, REDUCE, (short)0);
}

kernel void scoped(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = __spirv_GroupIAdd((uint)__spirv_SpecConstant(8, 2), REDUCE, in[i]);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
