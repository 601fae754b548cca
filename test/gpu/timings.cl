// What gpu-run times: a call for each element, and many calls one after another. peers.cu has the same kernels in CUDA.

#define KERNELS(NAME, T, SIZE, ATTRIBUTE, CALL)                                                                        \
  ATTRIBUTE kernel void NAME##_##T##_##SIZE(global const T *in, global T *out) {                                       \
    T x = in[get_global_id(0)];                                                                                        \
    out[get_global_id(0)] = CALL;                                                                                      \
  }                                                                                                                    \
  ATTRIBUTE kernel void repeat_##NAME##_##T##_##SIZE(global const T *in, global T *out, int rounds) {                  \
    T x = in[get_global_id(0)];                                                                                        \
    for (int i = 0; i < rounds; i++)                                                                                   \
      x = CALL;                                                                                                        \
    out[get_global_id(0)] = x;                                                                                         \
  }
#define FUNCTIONS(T, SIZE, ATTRIBUTE)                                                                                  \
  KERNELS(reduce_add, T, SIZE, ATTRIBUTE, work_group_reduce_add(x))                                                    \
  KERNELS(scan_inclusive_add, T, SIZE, ATTRIBUTE, work_group_scan_inclusive_add(x))                                    \
  KERNELS(scan_exclusive_add, T, SIZE, ATTRIBUTE, work_group_scan_exclusive_add(x))
#define TYPES(SIZE, ATTRIBUTE)                                                                                         \
  FUNCTIONS(int, SIZE, ATTRIBUTE)                                                                                      \
  FUNCTIONS(float, SIZE, ATTRIBUTE)                                                                                    \
  FUNCTIONS(long, SIZE, ATTRIBUTE)

TYPES(128, __attribute__((reqd_work_group_size(128, 1, 1))))
TYPES(256, __attribute__((reqd_work_group_size(256, 1, 1))))
TYPES(512, __attribute__((reqd_work_group_size(512, 1, 1))))
TYPES(1024, __attribute__((reqd_work_group_size(1024, 1, 1))))
TYPES(0, )

kernel void copy_int(global const int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void copy_float(global const float *in, global float *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void copy_long(global const long *in, global long *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
