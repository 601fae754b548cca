/* The answer to __clgroup_slot_again() of rank.h: the slot, by a function that stays one in bitcode. C, not OpenCL C: there a
 * work-item's queries are pure, so that equal ones are merged, which this is to prevent. */
typedef __SIZE_TYPE__ size;
extern size get_local_id(unsigned dimension) __asm__("_Z12get_local_idj");
extern size get_local_size(unsigned dimension) __asm__("_Z14get_local_sizej");

__attribute__((noinline)) size __clgroup_slot_again(void) {
  size row = 0;
  if (get_local_size(1) * get_local_size(2) != 1)
    row = ((unsigned)get_local_id(2) * (unsigned)get_local_size(1) + (unsigned)get_local_id(1)) *
          (unsigned)get_local_size(0);
  return row + get_local_id(0);
}
