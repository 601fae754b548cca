/* What each function is to give (struct test's `expect`). */
#ifndef SUB_GROUP_EXPECTED_H
#define SUB_GROUP_EXPECTED_H

#include "functions.h"

#define EXPECT(name)                                                                                                   \
  bool expect_##name(const struct test *t, const struct lanes *s, uint64_t members, unsigned lane, uint64_t *value)
EXPECT(size);
EXPECT(max_size);
EXPECT(count);
EXPECT(enqueued_count);
EXPECT(id);
EXPECT(local_id);
EXPECT(second_next);
EXPECT(all);
EXPECT(any);
EXPECT(elect);
EXPECT(all_equal);
EXPECT(ballot);
EXPECT(inverse_ballot);
EXPECT(bit_extract);
EXPECT(bit_count);
EXPECT(ballot_inclusive);
EXPECT(ballot_exclusive);
EXPECT(find_lsb);
EXPECT(find_msb);
EXPECT(eq_mask);
EXPECT(ge_mask);
EXPECT(gt_mask);
EXPECT(le_mask);
EXPECT(lt_mask);
EXPECT(broadcast);
EXPECT(broadcast_first);
EXPECT(reduce);
EXPECT(scan_inclusive);
EXPECT(scan_exclusive);
EXPECT(shuffle);
EXPECT(shuffle_xor);
EXPECT(shuffle_up);
EXPECT(shuffle_down);
EXPECT(rotate);
EXPECT(clustered_rotate);
EXPECT(clustered_reduce);

#endif
