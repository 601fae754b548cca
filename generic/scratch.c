/* The self-contained flavour's answer to scratch.h: arrays of a fixed length, shared by all kernels that call the library.
 *
 * C, not OpenCL C: that forbids local variables outside kernels. An array is dropped with the last function that uses it.
 * Each element size has arrays of its own, all of CLGROUP_SCRATCH_SLOTS elements, so that in a SPIR-V module one constant
 * sets them all. Own and turn arrays are apart because an own slot may still be read while the next exchange begins. */

#ifndef CLGROUP_SCRATCH_SLOTS
#error "CLGROUP_SCRATCH_SLOTS is the work-group limit plus what the widest exchange adds (targets/CMakeLists.txt)"
#endif

#define LOCAL __attribute__((address_space(3)))
#define SCRATCH static LOCAL __attribute__((loader_uninitialized, aligned(64)))

SCRATCH unsigned short __clgroup_scratch_own2[CLGROUP_SCRATCH_SLOTS];
SCRATCH unsigned int __clgroup_scratch_own4[CLGROUP_SCRATCH_SLOTS];
SCRATCH unsigned long long __clgroup_scratch_own8[CLGROUP_SCRATCH_SLOTS];
SCRATCH unsigned short __clgroup_scratch_turn2[CLGROUP_SCRATCH_SLOTS];
SCRATCH unsigned int __clgroup_scratch_turn4[CLGROUP_SCRATCH_SLOTS];
SCRATCH unsigned long long __clgroup_scratch_turn8[CLGROUP_SCRATCH_SLOTS];

#define DOOR __attribute__((convergent, always_inline))

/* OpenCL C's barrier(CLK_LOCAL_MEM_FENCE), under its mangled name. */
extern void __attribute__((convergent)) barrier(unsigned flags) __asm__("_Z7barrierj");

DOOR LOCAL void *__clgroup_scratch_own(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  (void)items_per_element;
  (void)more;
  return element_bytes == 8   ? (LOCAL void *)__clgroup_scratch_own8
         : element_bytes == 4 ? (LOCAL void *)__clgroup_scratch_own4
                              : (LOCAL void *)__clgroup_scratch_own2;
}

DOOR LOCAL void *__clgroup_scratch_turn(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  (void)items_per_element;
  (void)more;
  return element_bytes == 8   ? (LOCAL void *)__clgroup_scratch_turn8
         : element_bytes == 4 ? (LOCAL void *)__clgroup_scratch_turn4
                              : (LOCAL void *)__clgroup_scratch_turn2;
}

DOOR LOCAL void *__clgroup_scratch_all(unsigned element_bytes, unsigned items_per_element, unsigned more) {
  return __clgroup_scratch_own(element_bytes, items_per_element, more);
}

DOOR unsigned __clgroup_scratch_room(unsigned element_bytes) {
  (void)element_bytes;
  return CLGROUP_SCRATCH_LIMIT;
}

DOOR void __clgroup_scratch_close(void) {
  barrier(1);
}

DOOR unsigned __clgroup_scratch_peels(void) {
  return 0;
}

DOOR unsigned __clgroup_scratch_loops(void) {
  return 0;
}
