// Signed sums and products wrap around (docs/results.md), so LLVM may not take them for ones that do not: with two positive values the
// comparison would be true whatever the sum.
// RUN: for s in tree serial vector subgroup; do clgroup-cc --driver=pocl --strategy=$s %s -o %t.bc || exit 1; llvm-dis %t.bc -o - \
// RUN:   | FileCheck --implicit-check-not="add nsw i" --implicit-check-not="mul nsw i" --implicit-check-not="nsw <" %s || exit 1; done
// RUN: for t in "nvptx64 -march=sm_75" "amdgcn -march=gfx90a"; do clgroup-cc --target=$t -emit-llvm -S %s -o %t.ll || exit 1; \
// RUN:   FileCheck --implicit-check-not="add nsw i{{[0-9]+ [^ ]+, %%}}" --implicit-check-not="mul nsw i" %s <%t.ll || exit 1; done
// (On GPUs a constant may be added to a number of sub-groups, which is small.)
// CHECK: @sums
kernel void sums(global const int *in, global int *out) {
  int x = in[get_global_id(0)] & INT_MAX;
  out[get_global_id(0)] = work_group_scan_inclusive_add(x) >= x;
}
// CHECK: @all
kernel void all(global const long *in, global long *out) {
  long x = in[get_global_id(0)];
  out[get_global_id(0)] = work_group_reduce_add(x) ^ work_group_scan_exclusive_add(x);
  out[get_global_id(0)] ^= work_group_reduce_mul((int)x) ^ work_group_scan_inclusive_mul((int)x);
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
