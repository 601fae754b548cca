/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lists of attempts for all combinations of facts, also those that no program has. */
#include "check.h"

#include "layer/decide/attempts.h"

void test_attempts(void) {
  unsigned most = 0, repeated = 0, not_alone = 0;
  for (unsigned facts = 0; facts < FACT_CALLBACK << 1; facts++)
    for (unsigned compiles = 0; compiles < 2; compiles++) {
      struct clgroup_attempts a = {0};
      clgroup_attempts_list(&a, facts, compiles ? CLGROUP_ROUTE_COMPILE : CLGROUP_ROUTE_LINK, NULL);
      most = a.count > most ? a.count : most;
      not_alone += a.calls_back && (a.count != 1 || a.all->by != CLGROUP_BY_DRIVER);
      for (unsigned i = 0, seen = 0; i < a.count; seen |= 1u << a.all[i++].by)
        repeated |= seen & 1u << a.all[i].by;
    }
  check(most == CLGROUP_ATTEMPTS, "attempts: the longest list has %u", most);
  check(!not_alone, "attempts: in %u lists another may follow the driver, which has called back", not_alone);
  check(!repeated, "attempts: a list has one twice: %x", repeated);
}
