// OpenCL C 2.0's atomics on GPU targets (generic/atomics.cl), in work-groups of 64 work-items; values by Intel's CPU runtime.
// options: -cl-std=CL2.0
// options: -cl-std=CL3.0
// launch: sums 64 groups 3
//   int[8] 0 0 0 7fffffff ffffffff 0 0 0 ->
//     47a0 ffffb860 340 fffffff9 ffffff00 ffffffff bf 0
//   long[8] 0 0 0 7fffffff ffffffffffffffff 0 0 0 ->
//     11e800000000 ffffffffffffb860 0 fffffffffffffff9 0 ffffffffffffffff bf0000000000 0
//   int[3] 0*3 ->
//     40 80 c0
//   float[2] 0*2 ->
//     42c00000 0
// launch: forms 1 groups 1
//   int[24] 5 0*23 ->
//     a 0 1 0*2 5 1 5 6 a 3 fffffff0 80000000 0*11
//   long[12] 7 0*11 ->
//     fffffffffffffffe 1 10000000000 3 fffffffffffffffe 0*7
//   double[6] 3ff0000000000000 0*5 ->
//     4010000000000000 3ff0000000000000 0 4004000000000000 3ff0000000000000 0
// launch: reals 64 groups 3
//   float[9] 0*4 42c80000 42c80000 0*3 ->
//     460f4000 c58f4000 c33b8000 43398000 40e00000 42c80000 437c0000 443f0000 449f8000
//   double[8] 0*4 4059000000000000*4 ->
//     3f91e80000000000 c0eadc0000000000 c067900000000000 4004000000000000 4067f00000000000 4059000000000000*3
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// Work-items of all work-groups at once, and those of one in local memory.
kernel void sums(global atomic_int *a, global atomic_long *l, global int *groups, global atomic_float *f) {
  local atomic_int sum;
  const int r = (int)get_global_id(0);
  if (get_local_id(0) == 0)
    atomic_init(&sum, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(&a[0], r);
  atomic_fetch_sub_explicit(&a[1], r, memory_order_relaxed);
  atomic_fetch_xor_explicit(&a[2], r * 3, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_min(&a[3], r - 7);
  atomic_fetch_and(&a[4], ~(1 << (r & 7)));
  atomic_fetch_or(&a[5], 1 << (r & 31));
  atomic_fetch_max(&a[6], r);
  atomic_fetch_add(&l[0], (long)r << 30);
  atomic_fetch_sub(&l[1], (long)r);
  atomic_fetch_xor(&l[2], (long)r << 33);
  atomic_fetch_min(&l[3], (long)r - 7);
  atomic_fetch_and(&l[4], ~(1L << (r & 63)));
  atomic_fetch_or(&l[5], 1L << (r & 63));
  atomic_fetch_max(&l[6], (long)r << 40);
  atomic_fetch_add_explicit(&sum, 1 + (int)get_group_id(0), memory_order_relaxed, memory_scope_work_group);
  float old = 0;
  while (!atomic_compare_exchange_weak(&f[0], &old, old + 0.5f))
    ;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    groups[get_group_id(0)] = atomic_load_explicit(&sum, memory_order_acquire, memory_scope_work_group);
}

kernel void forms(global int *o, global long *l, global double *d) {
  local atomic_flag flag;
  local atomic_uint u;
  global atomic_int *a = (global atomic_int *)&o[0];
  global atomic_long *b = (global atomic_long *)&l[0];
  global atomic_double *c = (global atomic_double *)&d[0];
  int expected = 4;
  long wide = 7;
  double real = 1;
  atomic_flag_clear(&flag);
  o[1] = atomic_flag_test_and_set(&flag);
  o[2] = atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group);
  atomic_flag_clear_explicit(&flag, memory_order_release);
  o[3] = atomic_flag_test_and_set(&flag);
  o[4] = atomic_compare_exchange_strong(a, &expected, 6);
  o[5] = expected;
  o[6] = atomic_compare_exchange_strong_explicit(a, &expected, 6, memory_order_acq_rel, memory_order_relaxed, memory_scope_device);
  o[7] = expected;
  o[8] = atomic_exchange(a, 9);
  atomic_store_explicit(a, 10, memory_order_release);
  o[9] = atomic_load(a);
  atomic_init(&u, 3u);
  o[10] = (int)atomic_fetch_max_explicit(&u, 0xfffffff0u, memory_order_relaxed);
  o[11] = (int)atomic_fetch_min(&u, 0x80000000u);
  o[12] = (int)atomic_load(&u);
  l[1] = atomic_compare_exchange_weak(b, &wide, 1L << 40);
  l[2] = atomic_exchange_explicit(b, 3, memory_order_relaxed, memory_scope_all_svm_devices);
  l[3] = atomic_fetch_sub(b, 5);
  l[4] = atomic_load(b);
  d[1] = atomic_exchange(c, 2.5);
  d[2] = atomic_compare_exchange_strong(c, &real, 4.0);
  d[3] = real;
  d[4] = atomic_compare_exchange_strong(c, &real, 4.0);
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
}

// Each sum of these is exact, in any order.
kernel void reals(global float *o, global double *d) {
  local atomic_float sum;
  const int r = (int)get_global_id(0);
  global atomic_float *f = (global atomic_float *)o;
  global atomic_double *g = (global atomic_double *)d;
  if (get_local_id(0) == 0)
    atomic_init(&sum, 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_fetch_add(&f[0], r * 0.5f);
  atomic_fetch_sub_explicit(&f[1], r * 0.25f, memory_order_relaxed);
  atomic_fetch_min(&f[2], 3.5f - r);
  atomic_fetch_max_explicit(&f[3], r - 5.5f, memory_order_acq_rel, memory_scope_device);
  atomic_fetch_min_explicit(&f[4], r * 0.5f + 7, memory_order_relaxed, memory_scope_device);
  atomic_fetch_max(&f[5], (float)(r % 101));
  atomic_fetch_add(&g[0], r * 0x1p-20);
  atomic_fetch_sub(&g[1], r * 3.0);
  atomic_fetch_min(&g[2], 2.5 - r);
  atomic_fetch_max(&g[4], r + 0.5);
  atomic_fetch_min_explicit(&g[5], 1e10 + r, memory_order_relaxed);
  atomic_fetch_add_explicit(&sum, r * 0.125f, memory_order_relaxed, memory_scope_work_group);
  atomic_fetch_max_explicit(&sum, -1.0f, memory_order_relaxed, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    o[6 + get_group_id(0)] = atomic_load_explicit(&sum, memory_order_acquire, memory_scope_work_group);
    atomic_store_explicit(&sum, 2.5f, memory_order_relaxed, memory_scope_work_group);
    const float was = atomic_fetch_min_explicit(&sum, 8.0f, memory_order_relaxed, memory_scope_work_group);
    if (get_group_id(0) == 1)
      d[3] = was;
  }
}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
