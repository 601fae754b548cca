/* The answers to __clgroup_slot_again() and __clgroup_slot_once() of rank.h: the slot, by functions that clgroup-cc leaves such in
 * bitcode; others inline them. C, not OpenCL C: there a work-item's queries are pure, so that equal ones are merged, which this is
 * to prevent. */
typedef __SIZE_TYPE__ size;
extern size get_local_id(unsigned dimension) __asm__("_Z12get_local_idj");
extern size get_local_size(unsigned dimension) __asm__("_Z14get_local_sizej");

#define INLINE __attribute__((always_inline))

static inline INLINE size slot(void) {
  size row = 0;
  if (get_local_size(1) * get_local_size(2) != 1)
    row = ((unsigned)get_local_id(2) * (unsigned)get_local_size(1) + (unsigned)get_local_id(1)) *
          (unsigned)get_local_size(0);
  return row + get_local_id(0);
}

INLINE size __clgroup_slot_again(void) {
  return slot();
}

INLINE size __clgroup_slot_once(void) {
  return slot();
}
