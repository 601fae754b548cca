// --leave-vectors=BYTES refuses calls of built-in functions with longer vectors, of kernels that use the library and of those that do not.
// RUN: for k in RESULT OPERAND OTHER; do (clgroup-cc --leave-vectors=32 -D$k %s -o %t.spv 2>&1; test $? = 1) \
// RUN:   | grep -E "clgroup-cc: error: '(k|other)' calls '[a-zA-Z0-9_]+' with a vector of 64 bytes: left by --leave-vectors=32" || exit 1; done
// RUN: for k in RESULT OPERAND OTHER; do clgroup-cc --leave-vectors=64 -D$k %s -o %t.spv || exit 1; done
// RUN: clgroup-cc --leave-vectors=32 %s -o %t.spv
// RUN: (clgroup-cc --leave-vectors=x %s -o %t.spv 2>&1; test $? = 2) | grep "leave-vectors"
kernel void k(global int *x, global int16 *y) {
  size_t i = get_global_id(0);
  x[i] = work_group_reduce_add(x[i]);
#ifdef RESULT
  y[i] = vload16(i, x);
#elif defined OPERAND
  x[i] += any(y[i]);
#endif
  y[i] += x[i]; // no call
  x[i] = max((int8)x[i], 1).s3;
}
#ifdef OTHER
kernel void other(global int16 *y) {
  y[0] = clz(y[1]);
}
#endif
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
