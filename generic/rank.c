/* The bitcode's answer to __clgroup_slot_again() of rank.h. C, not OpenCL C: there a work-item's queries are pure, so
 * that equal ones are merged, which this is to prevent. */
extern __SIZE_TYPE__ get_local_id(unsigned dimension) __asm__("_Z12get_local_idj");
extern __SIZE_TYPE__ get_local_size(unsigned dimension) __asm__("_Z14get_local_sizej");

__attribute__((noinline)) __SIZE_TYPE__ __clgroup_slot_again(void) {
  return (__SIZE_TYPE__)(((unsigned)get_local_id(2) * (unsigned)get_local_size(1) + (unsigned)get_local_id(1)) *
                         (unsigned)get_local_size(0)) +
         get_local_id(0);
}
