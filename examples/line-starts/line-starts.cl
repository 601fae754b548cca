// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Stream compaction: where are the newlines of a text? Three kernels, since a work-group cannot wait for another one:
 *
 *   mark_newlines     marks them, a bit for each byte, and counts those of each work-group's part
 *   place_parts       turns the counts into what stands before each part: one work-group, an exclusive scan over all
 * parts write_positions   writes each position to its place: that of its part, plus its work-item's inside the part
 *
 * Each work-item handles a run of 64 bytes: a cache line, four loads, and one word of marks. The host launches whole
 * work-groups of this size; a size that is known here keeps the local memory that the work-group functions take small. */
#define WORK_GROUP 256
#define LOADS_PER_RUN 4

/* Bit i is set where byte i of the run is a newline. */
static ulong marks_of_run(global const uchar16 *run) {
  const uchar16 bits = (uchar16)(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128);
  ulong marks = 0;
  for (int i = 0; i < LOADS_PER_RUN; i++) {
    ulong2 found = as_ulong2(as_uchar16(run[i] == (uchar)'\n') & bits);
    /* The product's top byte is the sum of all eight, and as each has a bit of its own, their union. */
    found = found * 0x0101010101010101UL >> 56;
    marks |= (found.x | found.y << 8) << (16 * i);
  }
  return marks;
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void
mark_newlines(global const uchar16 *text, global ulong *marks, global uint *counts) {
  size_t run = get_global_id(0);
  ulong mine = marks_of_run(text + run * LOADS_PER_RUN);
  marks[run] = mine;
  uint count = work_group_reduce_add((uint)popcount(mine));
  if (get_local_id(0) == 0)
    counts[get_group_id(0)] = count;
}

/* Launched as one work-group. counts[parts] becomes the sum of all. */
kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void place_parts(global uint *counts, uint parts) {
  uint before = 0;
  /* Every work-item takes part in every call, those beyond the end with a zero. */
  for (uint first = 0; first < parts; first += WORK_GROUP) {
    uint part = first + (uint)get_local_id(0);
    uint count = part < parts ? counts[part] : 0;
    uint place = before + work_group_scan_exclusive_add(count);
    if (part < parts)
      counts[part] = place;
    before += work_group_reduce_add(count);
  }
  if (get_local_id(0) == 0)
    counts[parts] = before;
}

kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void
write_positions(global const ulong *marks, global const uint *places, global uint *positions) {
  size_t run = get_global_id(0);
  ulong mine = marks[run];
  uint place = places[get_group_id(0)] + work_group_scan_exclusive_add((uint)popcount(mine));
  for (; mine; mine &= mine - 1)
    positions[place++] = (uint)run * 64 + 63 - (uint)clz(mine & -mine);
}
