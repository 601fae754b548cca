// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Radix sort of 32-bit keys, by digits of 4 bits from the lowest on. For each digit:
 *
 *   count_digits  how often each of the 16 digits is in each work-group's part
 *   place_digits  turns the counts into what stands before each part's keys of a digit: one work-group, which goes through all counts, those
 *                 of digit 0 first
 *   scatter_keys  moves each key to its place: that of its digit and part, plus the number of equal digits before it in the part
 *
 * The order of keys with equal digits stays (a stable sort), so eight passes sort by all bits. The 16 counters of a part are one value, a
 * vector of 32 bytes, and one scan gives each work-item all 16 places. A part has 2048 keys, so 16 bits are enough. */
#define WORK_GROUP 256
#define ITEMS 8
#define DIGITS 16

#define CLGROUP_OPERATOR digits
#define CLGROUP_TYPE ushort16
#define CLGROUP_COMBINE(a, b) ((a) + (b))
#define CLGROUP_IDENTITY 0
#include <clgroup/operator.h>

#define CLGROUP_OPERATOR add
#define CLGROUP_TYPE uint
#include <clgroup/operator.h>

#include "../common/place-counts.h"

static uint digit_of(uint key, uint shift) {
  return key >> shift & (DIGITS - 1);
}

/* 1 for that digit, 0 for the others. */
static ushort16 one(uint digit) {
  const ushort16 digits = (ushort16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return as_ushort16(digits == (ushort)digit) & (ushort)1;
}

static uint counter(ushort16 counters, uint digit) {
  const ushort16 here = counters * one(digit);
  const ushort8 a = here.lo | here.hi;
  const ushort4 b = a.lo | a.hi;
  return b.x | b.y | b.z | b.w;
}

static ushort16 count(global const uint *keys, uint n, uint shift) {
  const uint first = (uint)get_global_id(0) * ITEMS;
  ushort16 counters = 0;
  for (uint i = 0; i < ITEMS; i++)
    if (first + i < n)
      counters += one(digit_of(keys[first + i], shift));
  return counters;
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void count_digits(global const uint *keys, uint n, uint shift,
                                                                                global uint *counts) {
  const ushort16 all = work_group_reduce_digits(count(keys, n, shift));
  const uint digit = (uint)get_local_id(0), parts = (uint)get_num_groups(0);
  if (digit < DIGITS)
    counts[digit * parts + get_group_id(0)] = counter(all, digit);
}

/* Launched as one work-group. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void place_digits(global uint *counts, uint n) {
  place_counts(counts, n);
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void scatter_keys(global const uint *keys, uint n, uint shift,
                                                                                global const uint *places, global uint *out) {
  const uint first = (uint)get_global_id(0) * ITEMS, parts = (uint)get_num_groups(0), part = (uint)get_group_id(0);
  ushort16 before = work_group_scan_exclusive_digits(count(keys, n, shift));
  for (uint i = 0; i < ITEMS; i++)
    if (first + i < n) {
      const uint key = keys[first + i], digit = digit_of(key, shift);
      out[places[digit * parts + part] + counter(before, digit)] = key;
      before += one(digit);
    }
}
