// clang keeps the values of compound literals in private memory; SPIR-V's constants are in constant memory (lib/lower/passes/constants.c).
//
// RUN: for s in CL1.2 CL2.0 CLC++2021; do for o in -O2 -O0 -cl-opt-disable; do clgroup-cc -DONE -cl-std=$s $o %s -o %t.spv && spirv-val %t.spv || exit 1; done; done
// RUN: for o in -O2 -O0; do clgroup-cc $o %s -o %t.spv && spirv-val %t.spv || exit 1; done
// RUN: clgroup-cc %s -o %t.ll && clgroup-cc --emit=spv %t.ll -o %t.spv && spirv-val %t.spv

// Loads need no copy.
// RUN: clgroup-cc -DONE %s -o %t.one.spv && spirv-dis %t.one.spv | not grep -E 'OpVariable .* Function|OpCopyMemorySized'
kernel void loads(global int *o) {
  uint i = get_local_id(0);
  o[i] = ((int[8]){49, -1, 59, 65, 72, 32, 43, 20})[i & 7];
}

#ifndef ONE
__attribute__((noinline)) int sum(const int *v, int n) {
  int all = 0;
  for (int i = 0; i < n; i++)
    all += v[i];
  return all;
}

kernel void passes(global int *o, int n) {
  o[0] = sum((int[4]){49, -1, 59, 65}, n);
}

kernel void writes(global int *o, int n) {
  int *v = (int[4]){49, -1, 59, 65};
  v[n] = 3;
  o[0] = v[n + 1];
}

kernel void chooses(global int *o, int n) {
  const int *v = n & 8 ? (int[4]){49, -1, 59, 65} : (int[4]){4, 3, 2, 1};
  o[0] = v[n & 3];
  o[1] = work_group_reduce_add(o[2]);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
