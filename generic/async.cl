// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* async_work_group_copy and its relatives. libclc has them too, but takes each work-group for a full one: in a smaller last
 * work-group, which AMD's GPUs may have, it leaves out elements. For NVIDIA it has none of half and of vectors of three. Its
 * wait_group_events takes pointers to private memory alone, where OpenCL C has generic ones from 2.0 on; for NVIDIA both have the same
 * mangled name. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define CLGROUP_ASYNC __attribute__((overloadable, always_inline, convergent))

#ifndef __NVPTX__
void CLGROUP_ASYNC wait_group_events(int count, __attribute__((address_space(0))) event_t *events) {
  (void)count, (void)events;
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
#endif

#define CLGROUP_EACH(count)                                                                                            \
  for (size_t i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);       \
       i < count; i += get_local_size(0) * get_local_size(1) * get_local_size(2))

/* libclc also lacks prefetch for half and for vectors of three. */
#define CLGROUP_COPY_BETWEEN(type, to_space, from_space, to_step, from_step)                                           \
  event_t CLGROUP_ASYNC async_work_group_copy(to_space type *to, const from_space type *from, size_t count,            \
                                              event_t event) {                                                         \
    CLGROUP_EACH(count) to[i] = from[i];                                                                               \
    return event;                                                                                                      \
  }                                                                                                                    \
  event_t CLGROUP_ASYNC async_work_group_strided_copy(to_space type *to, const from_space type *from, size_t count,    \
                                                      size_t stride, event_t event) {                                  \
    CLGROUP_EACH(count) to[i to_step] = from[i from_step];                                                             \
    return event;                                                                                                      \
  }
#define CLGROUP_COPY(type)                                                                                             \
  CLGROUP_COPY_BETWEEN(type, local, global, , *stride)                                                                 \
  CLGROUP_COPY_BETWEEN(type, global, local, *stride, )                                                                 \
  void __attribute__((overloadable, always_inline)) prefetch(const global type *p, size_t count) {                     \
    (void)p, (void)count;                                                                                              \
  }

#define CLGROUP_COPIES(type)                                                                                           \
  CLGROUP_COPY(type)                                                                                                   \
  CLGROUP_COPY(type##2) CLGROUP_COPY(type##3) CLGROUP_COPY(type##4) CLGROUP_COPY(type##8) CLGROUP_COPY(type##16)

CLGROUP_COPIES(char)
CLGROUP_COPIES(uchar)
CLGROUP_COPIES(short)
CLGROUP_COPIES(ushort)
CLGROUP_COPIES(int)
CLGROUP_COPIES(uint)
CLGROUP_COPIES(long)
CLGROUP_COPIES(ulong)
CLGROUP_COPIES(half)
CLGROUP_COPIES(float)
CLGROUP_COPIES(double)
