// A kernel may have attributes that put it into a list of the module. (clang 22 moves a kernel's body, and such attributes with it, to a function
// that is then no kernel: it is refused there.)
//
// UNSUPPORTED: llvm-22
// RUN: clgroup-cc %s -o %t.bc
__attribute__((used, annotate("mine"))) kernel void k(global int *p) { *p = work_group_reduce_add(*p); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
