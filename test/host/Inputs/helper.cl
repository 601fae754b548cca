int total(int x) { return work_group_reduce_add(x); }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
