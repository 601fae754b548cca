#include "expected.h"

/* A function that looks at one sub-group and gives a number. */
#define GIVES(name, number)                                                                                            \
  EXPECT(name) {                                                                                                       \
    (void)t, (void)s, (void)members, (void)lane;                                                                       \
    *value = (number);                                                                                                 \
    return true;                                                                                                       \
  }

static bool is_in(uint64_t set, unsigned lane) {
  return set >> lane & 1;
}

static unsigned first_of(uint64_t set) {
  unsigned lane = 0;
  while (!is_in(set, lane))
    lane++;
  return lane;
}

/* Not known where the driver chooses the sub-groups. */
EXPECT(enqueued_count) {
  (void)t, (void)members, (void)lane;
  *value = s->enqueued_count;
  return s->enqueued_count != 0;
}

GIVES(size, s->size)
GIVES(max_size, s->full)
GIVES(count, s->count)
GIVES(id, s->id)
GIVES(local_id, lane)
GIVES(second_next, s->x[(lane + 2) % s->size][0])
GIVES(elect, lane == first_of(members))

/* The members whose second operand is not 0. */
static uint64_t yes(const struct lanes *s, uint64_t members) {
  uint64_t set = 0;
  for (unsigned i = 0; i < s->size; i++)
    if (is_in(members, i) && s->a[i])
      set |= 1ull << i;
  return set;
}

GIVES(all, yes(s, members) == members)
GIVES(any, yes(s, members) != 0)
GIVES(ballot, yes(s, members))

EXPECT(all_equal) {
  (void)t, (void)lane;
  *value = 1;
  for (unsigned i = 0; i < s->size; i++)
    if (is_in(members, i) && s->x[i][0] != s->x[first_of(members)][0])
      *value = 0;
  return true;
}

/* How many of the lanes from `from` up to before `to` are in the set. Of a full sub-group, here and in the masks: so
 * the extension says. */
static unsigned bits_between(uint64_t set, unsigned from, unsigned to) {
  unsigned count = 0;
  for (unsigned i = from; i < to; i++)
    count += is_in(set, i);
  return count;
}

GIVES(inverse_ballot, is_in(s->x[lane][0], lane))
GIVES(bit_extract, is_in(s->x[lane][0], (uint32_t)s->a[lane] % s->size))
GIVES(bit_count, bits_between(s->x[lane][0], 0, s->full))
GIVES(ballot_inclusive, bits_between(s->x[lane][0], 0, lane + 1))
GIVES(ballot_exclusive, bits_between(s->x[lane][0], 0, lane))
GIVES(find_lsb, first_of(s->x[lane][0] | 1ull << lane))

EXPECT(find_msb) {
  (void)t, (void)members;
  *value = s->full - 1;
  while (!is_in(s->x[lane][0] | 1ull << lane, (unsigned)*value))
    --*value;
  return true;
}

static uint64_t mask_between(unsigned from, unsigned to) {
  uint64_t set = 0;
  for (unsigned i = from; i < to; i++)
    set |= 1ull << i;
  return set;
}

GIVES(eq_mask, mask_between(lane, lane + 1))
GIVES(ge_mask, mask_between(lane, s->full))
GIVES(gt_mask, mask_between(lane + 1, s->full))
GIVES(le_mask, mask_between(0, lane + 1))
GIVES(lt_mask, mask_between(0, lane))

/* The elements of a lane's operand in one number, as the kernels' BITS make it. */
static bool value_of(const struct test *t, const struct lanes *s, uint64_t members, uint64_t lane, uint64_t *value) {
  if (lane >= s->size || !is_in(members, (unsigned)lane))
    return false;
  *value = 0;
  for (unsigned i = 0; i < t->elements; i++)
    *value = *value * 31 + s->x[lane][i];
  return true;
}

#define GIVES_LANE(name, from)                                                                                         \
  EXPECT(name) {                                                                                                       \
    (void)lane;                                                                                                        \
    return value_of(t, s, members, from, value);                                                                       \
  }

static int delta(const struct lanes *s) {
  return (int)(s->u % 80) - 40;
}

/* The place of lane + delta in a ring of `size`. */
static unsigned rotated(unsigned lane, int by, unsigned size) {
  const int place = ((int)lane + by) % (int)size;
  return (unsigned)(place < 0 ? place + (int)size : place);
}

GIVES_LANE(broadcast, s->u % s->size)
GIVES_LANE(broadcast_first, first_of(members))
GIVES_LANE(shuffle, (uint32_t)s->a[lane] % s->size)
GIVES_LANE(shuffle_xor, lane ^ (s->u % s->size))
GIVES_LANE(shuffle_up, (uint64_t)lane - s->u % s->size)
GIVES_LANE(shuffle_down, lane + s->u % s->size)
GIVES_LANE(rotate, rotated(lane, delta(s), s->full))
GIVES_LANE(clustered_rotate, lane / t->cluster * t->cluster + rotated(lane % t->cluster, delta(s), t->cluster))

/* Over the members from lane `from` up to before `to`; the identity if there are none. In the orders that
 * docs/results.md promises: a reduce of the whole sub-group combines neighbours first. Otherwise each combines with
 * what the next one below has, then with what that one's 2, 4 ... members have; the last one of them has the result. */
static uint64_t fold(const struct test *t, const struct lanes *s, uint64_t members, unsigned from, unsigned to) {
  uint64_t sums[MAX_LANES];
  unsigned count = 0;
  for (unsigned i = from; i < to && i < s->size; i++)
    if (is_in(members, i))
      sums[count++] = value_prepare(t->op, s->x[i][0]);
  if (!count)
    return value_identity(t->op, t->type);
  const bool neighbours = t->expect == expect_reduce && !t->divergent;
  for (unsigned step = 1; step < count; step *= 2)
    if (neighbours)
      for (unsigned i = 0; i + step < count; i += 2 * step)
        sums[i] = value_combine(t->op, t->type, sums[i], sums[i + step]);
    else
      for (unsigned i = count - 1; i >= step; i--)
        sums[i] = value_combine(t->op, t->type, sums[i - step], sums[i]);
  return sums[neighbours ? 0 : count - 1];
}

GIVES(reduce, fold(t, s, members, 0, s->size))
GIVES(scan_inclusive, fold(t, s, members, 0, lane + 1))
GIVES(scan_exclusive, fold(t, s, members, 0, lane))
GIVES(clustered_reduce, fold(t, s, members, lane / t->cluster * t->cluster, (lane / t->cluster + 1) * t->cluster))
