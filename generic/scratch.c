/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of scratch.h and rank.h in self-contained builds: arrays of a fixed length, shared by all kernels that call the
 * library.
 *
 * C, not OpenCL C, which forbids local variables outside kernels. An array is dropped together with the last function that uses it.
 * Each element size has arrays of its own. All have CLGROUP_SCRATCH_SLOTS elements, so that in a SPIR-V module one constant is the
 * length of all. Single- and double-buffered arrays are separate because a single-buffered element may still be read while the next
 * exchange begins. An exchange of a few elements, such as a vote, has short arrays of its own, since a device's largest work-group
 * may have more work-items than its local memory has room for. */

#ifndef CLGROUP_SCRATCH_SLOTS
#error "CLGROUP_SCRATCH_SLOTS is the work-group limit plus what the widest exchange adds (targets/CMakeLists.txt)"
#endif

#include <lowering.h>

#define LOCAL __attribute__((address_space(3)))
#define SCRATCH static LOCAL __attribute__((loader_uninitialized, aligned(64)))

#define ARRAYS(name, length)                                                                                           \
  SCRATCH unsigned short name##2[length];                                                                              \
  SCRATCH unsigned int name##4[length];                                                                                \
  SCRATCH unsigned long long name##8[length]
#define ARRAY(name, bytes) (bytes == 8 ? (LOCAL void *)name##8 : bytes == 4 ? (LOCAL void *)name##4 : (LOCAL void *)name##2)

ARRAYS(__clgroup_scratch_single_buffered, CLGROUP_SCRATCH_SLOTS);
ARRAYS(__clgroup_scratch_double_buffered, CLGROUP_SCRATCH_SLOTS);
/* Not named __clgroup_scratch_...: consumers set the length of all arrays of that name. */
#define FEW 4
ARRAYS(__clgroup_few, FEW);

#define REQUEST __attribute__((convergent, always_inline))

/* OpenCL C's barrier(CLK_LOCAL_MEM_FENCE), under its mangled name. */
extern void __attribute__((convergent)) barrier(unsigned flags) __asm__("_Z7barrierj");

REQUEST LOCAL void *__clgroup_scratch_single_buffered(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  (void)items_per_element;
  (void)more;
  return ARRAY(__clgroup_scratch_single_buffered, element_bytes);
}

REQUEST LOCAL void *__clgroup_scratch_double_buffered(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  if (!items_per_element && more <= FEW)
    return ARRAY(__clgroup_few, element_bytes);
  return ARRAY(__clgroup_scratch_double_buffered, element_bytes);
}

REQUEST LOCAL void *__clgroup_scratch_all(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  return __clgroup_scratch_single_buffered(element_bytes, items_per_element, more);
}

REQUEST unsigned __clgroup_scratch_capacity(unsigned element_bytes) {
  (void)element_bytes;
  return CLGROUP_SCRATCH_LIMIT;
}

REQUEST void __clgroup_scratch_release(void) {
  barrier(1);
}

REQUEST unsigned __clgroup_may_peel_leader(void) {
  return 0;
}

REQUEST unsigned __clgroup_is_in_loop(void) {
  return 0;
}

REQUEST unsigned __clgroup_size_is_known(void) {
  return 0;
}

REQUEST int __clgroup_slope(unsigned value) {
  (void)value;
  return 0;
}

/* Every function is declared under the name that the lowering step knows. */
#define ANSWERED(kind, name) extern __typeof__(name) name;
CLGROUP_REQUESTS(ANSWERED)
